"""The parts of a game's page: the scene it shows, the coach's notes, and the page protocol."""
