"""Matches: commands go in, events come out and are stored before they are shown."""
