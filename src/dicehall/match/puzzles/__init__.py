"""What guests have done with puzzles: tries, ratings, streaks, and which puzzle comes next."""
