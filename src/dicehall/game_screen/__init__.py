"""Building blocks for games' full-screen boards; needs only the standard library."""
