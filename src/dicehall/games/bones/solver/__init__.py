"""Knucklebones and Knuckles, solved exactly by value iteration."""
