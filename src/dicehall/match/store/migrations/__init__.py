"""Schema migrations, which run when the server starts."""
