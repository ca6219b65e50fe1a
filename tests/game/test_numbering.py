"""Moves and states as numbers: those that games bring, and those that are counted."""

from dataclasses import dataclass, replace
from itertools import count

import pytest

from dicehall.game import (
    AnyGame,
    Chance,
    Decide,
    Die,
    Over,
    Roll,
    Turn,
    catalogue,
    find_numbering,
    new_game,
)
from dicehall.game.contract import ContractBroken, check_numbering
from dicehall.game.default_numbering import default_numbering
from dicehall.game.numbering import MOVE_LIMIT, Feature, Numbering
from dicehall.game.refused import IllegalMove, NoNumbering
from dicehall.games.bones.rules import Bones
from dicehall_pig import PIG, Pig
from support.playouts import GAMES

STEPS = 100_000 // (len(GAMES) + 1)
"""Of each game: 10^5 in all."""

CHANGING = count()

every_game = pytest.mark.parametrize("game", GAMES, ids=str)


@every_game
def test_the_numbers_of_every_game_keep_their_duties(game: AnyGame) -> None:
    check_numbering(game, STEPS)


@pytest.mark.parametrize(
    ("name", "moves", "features", "most_moves"),
    [
        ("sparkle", 94, 22, MOVE_LIMIT),
        ("pocket-hexes", 405, 108, 100),
        ("knuckles", 3, 20, MOVE_LIMIT),
        ("knucklebones", 3, 20, MOVE_LIMIT),
        ("fune", 44, 19, 39),
    ],
)
def test_how_many_there_are(name: str, moves: int, features: int, most_moves: int) -> None:
    found = find_numbering(new_game(name))
    assert (len(found.moves), len(found.features)) == (moves, features)
    assert found.most_moves == most_moves


def test_numbers_stay() -> None:
    """Trained models depend on these numbers: never reorder them or insert in the middle."""
    first_and_last = {
        game.name: find_numbering(game).moves[:: len(find_numbering(game).moves) - 1]
        for game in GAMES
    }
    assert first_and_last == {
        "sparkle": ("fizzle", "reroll 5"),
        "pocket-hexes": ("place d4 a1", "finish"),
        "knuckles": ("column 1", "column 3"),
        "knucklebones": ("column 1", "column 3"),
        "fune": ("keep", "score choice"),
    }
    assert find_numbering(new_game("sparkle")).number("end 1 2") == 33
    assert find_numbering(new_game("fune")).number("score fune") == 39
    assert find_numbering(new_game("pocket-hexes")).number("score e5") == 384


def test_a_seat_sees_its_own_grid_first() -> None:
    game = new_game("knucklebones")
    state = game.roll(game.play(game.roll(game.start(), (5,)), "column 2"), (3,))
    observe = find_numbering(game).observe
    assert observe(state, 0) == (0, 0, 0, 5, 0, 0, 0, 0, 0, *[0] * 9, 3, 0)
    assert observe(state, 1) == (*[0] * 9, 0, 0, 0, 5, 0, 0, 0, 0, 0, 3, 1)


def test_illegal_spellings_have_no_number() -> None:
    with pytest.raises(IllegalMove, match="'column 4' is not a move of this game"):
        find_numbering(new_game("knuckles")).number("column 4")


@dataclass(frozen=True)
class CoinState:
    """How many of each, what the coin shows, and who has called it."""

    counts: tuple[int, ...] = ()
    coin: int | None = None
    word: str = "begin"
    taken: frozenset[int] = frozenset()
    seat: int = 0


@dataclass(frozen=True)
class Coins:
    """Three coins are thrown; each seat says of each whether it takes it."""

    seats: int = 2
    again: bool = False
    name = "coins"

    @property
    def options(self) -> dict[str, str]:
        return {}

    def start(self) -> CoinState:
        return CoinState()

    def turn(self, state: CoinState) -> Turn:
        if len(state.counts) == 3:
            return Over.at(self.scores(state))
        if state.coin is None:
            return Chance((Die("coin", (1, 2)),))
        return Decide(state.seat, ("take", "leave") + ("throw again",) * self.again)

    def play(self, state: CoinState, move: str) -> CoinState:
        assert state.coin is not None
        if move == "throw again":
            return replace(state, coin=None, word=move)
        taken = state.taken | {len(state.counts)} if move == "take" else state.taken
        seat = (state.seat + 1) % self.seats
        return CoinState((*state.counts, state.coin), None, move, taken, seat)

    def roll(self, state: CoinState, roll: Roll) -> CoinState:
        return replace(state, coin=roll[0])

    def scores(self, state: CoinState) -> tuple[int, ...]:
        return (len(state.taken),) + (0,) * (self.seats - 1)

    def why_not(self, state: CoinState, move: str) -> str:
        return "no"


@pytest.mark.parametrize("game", [Coins(), Coins(seats=1), Coins(again=True)], ids=str)
def test_a_small_game_needs_to_bring_nothing(game: Coins) -> None:
    check_numbering(game)


def test_observed_numbers() -> None:
    found = default_numbering(Coins())
    assert found.moves == ("leave", "take")
    assert found.most_moves == 3
    assert found.most_faces == 2
    assert Feature("counts 1", 0, 2) in found.features, "0 where there is none yet"
    assert Feature("taken has 2", 0, 1) in found.features
    assert Feature("word", 0, 2) in found.features, "begin, leave, take"
    assert Feature("seat that looks", 0, 1) in found.features
    assert default_numbering(Coins(again=True)).most_moves == MOVE_LIMIT
    assert (
        default_numbering(Bones("knuckles", height=1, faces=2)).moves
        == find_numbering(new_game("knuckles")).moves
    )


def test_a_large_game_must_define_its_numbers() -> None:
    with pytest.raises(
        NoNumbering, match="knuckles has no module numbers, and none can be derived"
    ):
        default_numbering(new_game("knuckles"))
    with pytest.raises(NoNumbering, match="its dice have too many outcomes"):
        default_numbering(new_game("pocket-hexes"))


def test_pig_brings_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehall.game.catalogue._brought", lambda: {"pig": PIG})
    catalogue._numbering.cache_clear()
    check_numbering(Pig(), STEPS)


@pytest.mark.parametrize(
    ("wrong", "duty"),
    [
        ({"moves": ("column 1", "column 2")}, "every legal move has a number"),
        ({"moves": ("column 1", "column 1")}, "every move has one number"),
        ({"most_faces": 5}, "no die has more faces"),
        ({"scores": (0, 5)}, "scores stay within bounds"),
        ({"most_moves": 10}, "a match has at most 10 moves"),
        ({"observe": lambda state, seat: (7,) * 20}, "every feature stays within its bounds"),
        ({"observe": lambda state, seat: (0.5,) * 20}, "an observation holds only integers"),
        ({"observe": lambda state, seat: (0,) * 19}, "an observation has one number per feature"),
        ({"observe": lambda state, seat: (0,) * 20}, "observations hide nothing"),
        ({"observe": lambda state, seat: (next(CHANGING) % 7,) * 20}, "equal states look alike"),
    ],
)
def test_a_duty_that_is_not_kept_is_found(
    wrong: dict[str, object], duty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game("knucklebones")
    right = find_numbering(game)
    found = {
        name: getattr(right, name)
        for name in ("moves", "features", "observe", "most_moves", "scores")
    }
    broken = Numbering(**{**found, **wrong})
    monkeypatch.setattr("dicehall.game.contract.find_numbering", lambda game: broken)
    with pytest.raises(ContractBroken, match=duty):
        check_numbering(game)
