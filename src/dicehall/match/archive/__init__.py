"""Imports and exports matches as records."""
