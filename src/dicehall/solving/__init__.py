"""What all solvers share: kernels, tablebases on disk, and what this machine has."""
