"""The tables of FUNE, and duels."""
