"""Pictures of the server: games played in a real browser, as stills, strips, an animation."""
