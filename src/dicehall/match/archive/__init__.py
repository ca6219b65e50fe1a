"""Matches as records, many at once: out of a house, and into one."""
