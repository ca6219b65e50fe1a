"""Pictures of the house: games played in a real browser, as stills, strips, an animation."""
