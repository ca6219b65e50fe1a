"""Milestones that are found in the log, on matches made up for them."""

from dataclasses import replace

import pytest

from dicehall.game import games, new_game
from dicehall.game.records import Event, LogStep, Played, Rolled
from dicehall.games.hexes.milestones import reached as in_hexes
from dicehall.games.hexes.rules import CENTRE, Hexes
from dicehall.players.fortune import Fortune
from dicehall.players.milestones import GENERAL, milestones_at, reached


def log_of(*lines: str | tuple[int, ...]) -> list[Event]:
    """Rolls are tuples; a move begins with its seat."""
    return [
        Rolled(line) if isinstance(line, tuple) else Played(int(line[0]), line[2:])
        for line in lines
    ]


FUNE_STRAIGHT = log_of((1, 2, 3, 4, 5), "0 score long-straight", (6, 6, 6, 6, 6), "0 score fune")
FUNE_LATE = log_of((1, 2, 3, 4, 4), "0 keep 1 2 3 4", (5,), "0 score long-straight")
UPPER = [
    line
    for face, box in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1)
    for line in ((face, face, face, 1 + face % 6, 1 + face % 6), f"0 score {box}")
]
HEAP = log_of((6, 6, 6, 6, 6), "0 roll 1 2 3 4 5", (5, 1, 5, 5, 5))
PERFECT = log_of(
    *((5, 5, 5, 1, 1), "0 roll 1 2 3 4 5", (1, 1, 2, 3, 6), "0 roll 1 2", (1, 2, 2)),
    *("0 end 3", (1, 2, 2, 3, 4)),
)
TRIPLE = log_of(
    *((6,), "0 column 1", (1,), "1 column 2", (6,), "0 column 1", (1,), "1 column 3"),
    *((6,), "0 column 1", (6,), "1 column 1"),
)
SIXES = TRIPLE[:-2]


@pytest.mark.parametrize(
    ("name", "seat", "log", "expected"),
    [
        ("fune", 0, FUNE_STRAIGHT, {"straight", "fune"}),
        ("fune", 0, FUNE_LATE, set()),
        ("fune", 0, log_of(*UPPER), {"upper"}),
        ("sparkle", 0, HEAP, {"heap"}),
        ("sparkle", 0, PERFECT, {"perfect-turn"}),
        ("knucklebones", 1, TRIPLE, {"triple", "rout"}),
        ("knucklebones", 0, SIXES, {"sixes", "rout"}),
    ],
)
def test_what_the_log_tells(name: str, seat: int, log: list[Event], expected: set[str]) -> None:
    game = new_game(name)
    assert {*reached(game, log, seat, None, won=False)} == expected


def test_a_ring_of_20() -> None:
    state = Hexes().start()
    board = tuple({CENTRE: 20, 0: 20}.get(spot, number) for spot, number in enumerate(state.board))
    for name, expected in (("e5", {"ring-20"}), ("f5", set())):
        step = LogStep(replace(state, board=board), Played(0, f"score {name}"), state)
        assert {*in_hexes(Hexes(), [step], 0)} == expected


@pytest.mark.parametrize(
    ("fortune", "won", "expected"),
    [
        (Fortune(0, 1, 0.1, 0.049), True, ["comeback"]),
        (Fortune(0, 1, 0.1, 0.049), False, []),
        (Fortune(0, 1, 0.1, 0.05), True, []),
        (Fortune(0, 1, 0.0, 0.4), False, ["flawless"]),
        (Fortune(0, 1, None, None), True, []),
    ],
)
def test_what_the_estimates_tell(fortune: Fortune, won: bool, expected: list[str]) -> None:
    log = log_of((6,), "0 column 1", (1,), "1 column 2", (1,), "0 column 2", (6,), "1 column 3")
    assert reached(new_game("knuckles"), log, 0, fortune, won=won) == expected


def test_every_milestone_of_a_game_has_its_own_name() -> None:
    names = [name for entry in games().values() for name in milestones_at(entry)]
    bones = {*milestones_at(games()["knuckles"])}
    assert bones == {*milestones_at(games()["knucklebones"])} > {*GENERAL}
    rest = [name for name in names if name not in bones]
    assert len(rest) == len({*rest})
    assert max(map(len, names)) < 20
    assert not any(" " in name for name in names)
