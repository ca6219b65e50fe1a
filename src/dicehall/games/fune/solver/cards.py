"""The upper sums of FUNE's cards as an array, for the kernels."""

import numpy as np

from dicehall.games.fune.cards import sum_ranges
from dicehall.games.fune.solver.dice import Integers

SUMS: Integers = np.array(sum_ranges())
"""For each set of open boxes the lowest and the highest upper sum that tables tell apart."""
