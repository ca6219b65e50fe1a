"""What pages are drawn from, beside the games: charts, curves, online matches."""
