"""The middleware that every request passes through, and the limits it enforces."""
