"""Computer players and the coach, which think in child processes."""
