"""Makes the puzzles that ship with the package; not part of it."""
