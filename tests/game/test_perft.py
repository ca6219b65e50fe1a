"""Counts of paths and states to a small depth: a second witness of the rules, in perft.txt."""

from collections import Counter
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest

from dicehall.game import AnyGame, Chance, Decide, new_game
from dicehall.games.sparkle.rules import Sparkle, selections

ROWS = [
    line.split()
    for line in (Path(__file__).parent / "perft.txt").read_text().split("\n")
    if line and not line.startswith("#")
]
GAMES: dict[str, AnyGame] = {
    "knuckles": new_game("knuckles"),
    "knucklebones": new_game("knucklebones"),
    "fune": new_game("fune"),
    "fune-for-two": new_game("fune", seats=2),
    "sparkle": new_game("sparkle"),
    "sparkle-gentle": new_game("sparkle", options={"curve": "gentle"}),
    "pocket-hexes": new_game("pocket-hexes"),
}


def count_paths(game: AnyGame, faces: slice, depth: int) -> Counter[Any]:
    """How many paths of this length lead to each state."""
    level: Counter[Any] = Counter([game.start()])
    for _ in range(depth):
        after: Counter[Any] = Counter()
        for state, paths in level.items():
            for following in successors(game, state, faces):
                after[following] += paths
        level = after
    return level


def successors(game: AnyGame, state: Any, faces: slice) -> list[Any]:
    match game.turn(state):
        case Chance(dice=dice):
            return [game.roll(state, roll) for roll in product(*(die.faces[faces] for die in dice))]
        case Decide(moves=moves):
            return [game.play(state, move) for move in moves]
        case _:
            return []


@pytest.mark.parametrize(("name", "faces", "depth", "paths", "states"), ROWS)
def test_counts(name: str, faces: str, depth: str, paths: str, states: str) -> None:
    start, step = map(int, faces.split("::"))
    level = count_paths(GAMES[name], slice(start, None, step), int(depth))
    assert (level.total(), len(level)) == (int(paths), int(states))


@pytest.mark.parametrize("depth", range(1, 7))
def test_knucklebones_counted_without_the_rules(depth: int) -> None:
    rolls, moves = (depth + 1) // 2, depth // 2
    ends = set()
    for dice in product(range(1, 7), repeat=rolls):
        for columns in product(range(3), repeat=moves):
            ends.add((tables_after(dice, columns), dice[-1] if rolls > moves else None))
    assert ["knucklebones", "0::1", str(depth), str(6**rolls * 3**moves), str(len(ends))] in ROWS


def tables_after(dice: tuple[int, ...], columns: tuple[int, ...]) -> str:
    """Six columns as words: the seats place dice in turn; each knocks out equal dice facing it."""
    table = [["", "", ""], ["", "", ""]]
    for turn, (die, column) in enumerate(zip(dice, columns, strict=False)):
        own, other = table[turn % 2], table[1 - turn % 2]
        own[column] += str(die)
        other[column] = other[column].replace(str(die), "")
    return "|".join(table[0] + table[1])


@pytest.mark.parametrize(("name", "seats"), [("fune", 1), ("fune-for-two", 2)])
@pytest.mark.parametrize("decisions", [1, 2, 3])
def test_fune_counted_without_the_rules(name: str, seats: int, decisions: int) -> None:
    def paths(boxes: tuple[int, ...], rerolls: int, left: int) -> int:
        """31 ways to keep, or a box to confirm; then the other seat has the first of `boxes`."""
        if left == 0:
            return 1
        keep = 31 * paths(boxes, rerolls - 1, left - 1) if rerolls else 0
        return keep + boxes[0] * paths((*boxes[1:], boxes[0] - 1), 2, left - 1)

    expected = str(paths((13,) * seats, 2, decisions))
    assert [name, "2::6", str(2 * decisions), expected] in [row[:4] for row in ROWS]


def test_pocket_hexes_counted_by_hand() -> None:
    depth_2 = {row[1]: int(row[3]) for row in ROWS if row[0] == "pocket-hexes" and row[2] == "2"}
    assert depth_2["3::8"] == 6 * 6 * 6  # six rolls, six dice, six hexes around the centre
    assert depth_2["0::20"] == 5 * (61 - 7) + (61 - 1)  # five 1s away from the centre, and a 0


def test_sparkle_five_dice_fizzle_450_times_in_7776() -> None:
    """Die 1 shows 2, 4 or 6, the others 2, 3, 4 or 6, and no three are alike."""
    game = Sparkle()
    fizzles = 0
    for roll in product((2, 4, 6), *[(2, 3, 4, 6)] * 4):
        fizzles += not selections(game.roll(game.start(), roll))
    without_first = 3 * comb(4, 2) + 3 * comb(4, 2) * 2  # two pairs; a pair and two others
    with_first = 4 * (3**3 - 3)  # one more like die 1, and the rest not all alike
    assert fizzles == 3 * (without_first + with_first) == 450
