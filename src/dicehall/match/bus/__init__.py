"""News of matches between those who change and those who watch them."""
