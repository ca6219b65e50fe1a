"""The data and texts that templates render, apart from the games' own pages."""
