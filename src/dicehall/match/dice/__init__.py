"""Provably fair dice: commitments, rolls, verification and statistics."""
