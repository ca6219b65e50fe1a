"""Exact values of the games: array kernels, and their tablebases on disk."""
