"""Pocket Hexes: learned values and search; too large for a tablebase."""
