"""What every request passes: guard, identity, limits."""
