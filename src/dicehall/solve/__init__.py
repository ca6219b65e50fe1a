"""Exact values of the games: array kernels, and their tables on disk."""
