"""Sparkle, solved within a stated horizon."""
