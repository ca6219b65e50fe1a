"""Computer players: `choose(game, state)` at a level, and what each move is worth."""
