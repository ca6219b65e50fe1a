"""One contest: commands in, events out, kept before they are shown."""
