"""Provable dice: commitment, rolls, verification and statistics."""
