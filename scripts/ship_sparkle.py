"""Writes the tablebases of Sparkle that come with the package, from those solved on this machine.

dicehall solve sparkle
PYTHONPATH=src python scripts/ship_sparkle.py
"""

from math import inf

from dicehall.games.sparkle.solver.horizon import HORIZONS
from dicehall.games.sparkle.solver.shipped import FILE, write_shipped
from dicehall.games.sparkle.solver.solution import load_solved


def main() -> None:
    solved = {}
    for curve, horizon in HORIZONS.items():
        solution = load_solved(curve)
        if solution is None or solution.at_most == inf:
            raise SystemExit("not solved here yet: dicehall solve sparkle")
        solved[horizon] = solution.starts, solution.at_most
    write_shipped(FILE, solved)
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
