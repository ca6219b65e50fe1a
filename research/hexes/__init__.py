"""Training and measuring Pocket Hexes."""
