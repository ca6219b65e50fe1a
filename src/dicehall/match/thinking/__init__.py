"""What is thought about beside the loop, in child processes: moves of computer players, advice."""
