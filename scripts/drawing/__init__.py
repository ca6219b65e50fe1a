"""Draws the icons and link cards that ship with the package, with NumPy alone."""
