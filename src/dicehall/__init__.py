"""Dicehall: a house of five dice games."""
