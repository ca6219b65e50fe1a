"""Texts about games, shared by the terminal and the web pages, and their translation."""
