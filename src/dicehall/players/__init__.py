"""Computer players: levels, the worth of moves, reviews and the arena."""
