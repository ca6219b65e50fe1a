"""The Sparkle tablebases that ship are those that were solved."""

import numpy as np

from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.solution import UNIT, read_shipped
from games.sparkle.small_solutions import solved
from research.sparkle.ship import write_shipped

SMALL = Horizon("gentle", turns=2, near=100, fine=300, highest=300, points=40, extra=5)


def test_the_shipped_file_is_the_rounded_solution(tmp_path):
    solution = solved(SMALL)
    write_shipped(tmp_path / "starts.npz", {SMALL: (solution.starts, 123.5)})
    starts, at_most = read_shipped(SMALL, tmp_path / "starts.npz")
    assert np.abs(starts - solution.starts).max() <= UNIT / 2 + 1e-9
    assert at_most == 123.5
