"""Shared parts of all solvers: kernels, tablebases on disk, and the machine's resources."""
