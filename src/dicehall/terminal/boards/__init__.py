"""Each game's board in plain text, and its rules in short."""
