"""Training, proofs and measurements; not part of the package."""
