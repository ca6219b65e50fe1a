"""Today's dice: a challenge for each game and day, in which everyone meets the same dice."""
