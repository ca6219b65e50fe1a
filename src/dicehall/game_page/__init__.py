"""What the page of a game is made of: the scene it draws, what the coach says, the protocol."""
