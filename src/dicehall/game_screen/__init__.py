"""What the full-screen boards of games are made of; only the standard library, like the rules."""
