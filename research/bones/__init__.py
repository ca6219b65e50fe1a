"""Fitting and measuring Knucklebones and Knuckles."""
