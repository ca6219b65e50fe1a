"""Pictures that links are shown with elsewhere: drawn here, with NumPy and nothing else."""
