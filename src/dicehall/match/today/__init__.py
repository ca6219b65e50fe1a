"""Today's dice: a challenge for each game and day, in which everyone gets the same dice."""
