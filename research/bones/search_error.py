"""Measures the error of Bones' search against the exact tablebase.

    python -m research.bones.search_error knucklebones --positions 4000

The positions come from games between two hard players. The root mean square difference, by the
number of dice in both grids, is the error that the coach reports without a tablebase.
"""

import argparse

import numpy as np

from dicehall.games.bones.players import DEEP_ROLLS, HARD_ROLLS, HARD_TEMPERATURE
from dicehall.games.bones.solver.tablebase import SURE, open_tablebase
from research.bones.evaluation import evaluation_arrays
from research.bones.lockstep import plausible_player, play_side_by_side, searched

SPANS = ((0, 5), (6, 11), (12, 17))
"""Dice in both grids, from and to."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("scoring")
    parser.add_argument("--positions", type=int, default=4000)
    parser.add_argument("--rolls", type=int, default=DEEP_ROLLS)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tablebase = open_tablebase(asked.scoring)
    if tablebase is None:
        raise SystemExit(f"first: dicehall solve {asked.scoring}")
    random = np.random.default_rng(asked.seed)
    evaluation, classes = evaluation_arrays(asked.scoring), tablebase.classes
    hard = plausible_player(searched(evaluation, HARD_ROLLS), HARD_TEMPERATURE, random)
    _, seen = play_side_by_side(classes, (hard, hard), asked.positions // 8, random)
    positions = random.permutation(np.concatenate(seen))[: asked.positions]
    placed = classes.placed[random.integers(0, classes.faces, len(positions))[:, None], positions]
    exact = tablebase.after_moves(positions, placed) / SURE
    wrong = searched(evaluation, asked.rolls)(positions, placed) - exact
    dice = (classes.own[positions] + classes.other[positions]).sum(axis=1)
    for first, last in (*SPANS, (0, 17)):
        some = wrong[(dice >= first) & (dice <= last)]
        errors = some[placed[(dice >= first) & (dice <= last)] >= 0]
        size = np.sqrt(np.mean(errors**2))
        print(f"{first} to {last} dice: {size:.4f} over {len(errors):,} moves", flush=True)


if __name__ == "__main__":
    main()
