"""How strong the players of Bones are against each other, in many games side by side.

    python scripts/measure_bones.py knucklebones 20000

Seats are changed after half of the games. A share of wins counts draws as half.
"""

import sys
import time

import numpy as np
from bones_lockstep import (
    Player,
    exact_player,
    exact_worths,
    greedy_player,
    mixed_player,
    play_side_by_side,
    random_player,
    searching_player,
)

from dicehall.bots.bones import DEEP_ROLLS, EASY_SENSE, HARD_LAPSES, HARD_ROLLS
from dicehall.bots.bones_search import shipped_evaluation
from dicehall.solve.bones_columns import column_classes
from dicehall.solve.bones_table import SURE, BonesTable, open_table


def main() -> None:
    scoring, games = sys.argv[1], int(sys.argv[2])
    random = np.random.default_rng(2)
    classes, evaluation = column_classes(scoring), shipped_evaluation(scoring)
    greedy = greedy_player(classes)
    players = {
        "random": random_player(random),
        "easy": mixed_player(random_player(random), greedy, EASY_SENSE, random),
        "normal": greedy,
        "hard": mixed_player(searching_player(evaluation, HARD_ROLLS), greedy, HARD_LAPSES, random),
        "searching 2": searching_player(evaluation, 2),
        f"searching {DEEP_ROLLS}": searching_player(evaluation, DEEP_ROLLS),
    }
    table = open_table(scoring)
    if table is not None:
        players["exact"] = exact_player(table)
    for name, player in players.items():
        count = games if str(DEEP_ROLLS) not in name else games // 20
        measure(scoring, name, player, "normal", greedy, count, random)
        if table is not None:
            measure(scoring, name, player, "exact", players["exact"], count, random)
            measure_loss(table, name, player, count // 10, random)


def measure(
    scoring: str,
    name: str,
    player: Player,
    other_name: str,
    other: Player,
    games: int,
    random: np.random.Generator,
) -> None:
    """Print the wins and draws of a player against another."""
    started = time.perf_counter()
    classes = column_classes(scoring)
    first, _ = play_side_by_side(classes, (player, other), games // 2, random)
    second, _ = play_side_by_side(classes, (other, player), games // 2, random)
    results = np.concatenate([first, -second])
    wins, draws = (results == 1).mean(), (results == 0).mean()
    noise = 1 / np.sqrt(4 * len(results))
    print(
        f"{name} - {other_name}: {wins:.2%} wins, {draws:.2%} draws, "
        f"{wins + draws / 2:.2%} with half the draws, ± {noise:.2%}, "
        f"{time.perf_counter() - started:.0f} s",
        flush=True,
    )


def measure_loss(
    table: BonesTable, name: str, player: Player, games: int, random: np.random.Generator
) -> None:
    """Print what the player's moves lose on average by the table, a move."""
    _, seen = play_side_by_side(table.classes, (player, player), games, random)
    positions = np.concatenate(seen)
    dice = random.integers(0, table.classes.faces, len(positions))
    placed = table.classes.placed[dice[:, None], positions]
    worths = exact_worths(table, positions, placed)
    chosen = worths[np.arange(len(positions)), player(positions, placed)]
    loss = (worths.max(axis=1) - chosen) / SURE
    print(f"{name} loses {loss.mean():.5f} a move, {np.mean(loss > 0.001):.2%} of moves lose 0.001")


if __name__ == "__main__":
    main()
