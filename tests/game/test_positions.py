"""Positions as text: each reads back as it was written, and anything else is refused."""

import os
from collections.abc import Iterator
from itertools import chain, count, islice
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.game import AnyGame, Decide
from dicehall.game.positions import LONGEST, parse_position, read_position, spell_position
from dicehall.game.refused import BadPosition
from support.playouts import CHOOSERS, GAMES, play_match

SIZE = int(os.environ.get("DICEHALL_KILLS", "20"))
"""`make soak` sets 1000: a hundred thousand states and changed texts of each game."""
STATES = 100 * SIZE
MUTATIONS = 50 * SIZE
CHARACTERS = "0123456789abcdefghijks_.-"

every_game = pytest.mark.parametrize("game", GAMES, ids=str)


def states_of(game: AnyGame, number: int) -> Iterator[Any]:
    """The first states of matches in which seats choose in every way."""
    matches = (play_match(game, seed, choose) for seed in count() for choose in CHOOSERS)
    return (step.state for step in islice(chain.from_iterable(matches), number))


@every_game
@pytest.mark.soak
def test_a_position_is_read_as_it_was_spelled(game: AnyGame) -> None:
    spelled: dict[str, Any] = {}
    for state in states_of(game, STATES):
        text = spell_position(game, state)
        assert read_position(game, text) == state
        assert spelled.setdefault(text, state) == state
        assert quote(text, safe="") == text
        assert parse_position(game, text) == state


@every_game
@pytest.mark.soak
def test_a_changed_position_is_refused_or_another_position(game: AnyGame) -> None:
    random = Random(1)
    texts = [spell_position(game, state) for state in states_of(game, 10 * SIZE)]
    reasons: list[str] = []
    for _ in range(MUTATIONS):
        text = mutated(random.choice(texts), random)
        try:
            state = read_position(game, text)
        except BadPosition as refused:
            reasons.append(refused.reason)
            continue
        assert spell_position(game, state) == text
        turn = game.turn(state)
        assert len(game.scores(state)) == game.seats
        if isinstance(turn, Decide):
            assert [game.play(state, move) for move in turn.moves]
    assert all(map(str.strip, reasons))
    assert 0 < len(reasons) < MUTATIONS


def mutated(text: str, random: Random) -> str:
    """A text with a few characters changed, added or left out."""
    for _ in range(random.choice((1, 1, 2, 3))):
        place, new = random.randrange(len(text)), random.choice(CHARACTERS)
        text = text[:place] + random.choice((new, new, text[place] + new, "")) + text[place + 1 :]
    return text


@every_game
@settings(derandomize=True, deadline=None, max_examples=50)
@given(text=st.text(max_size=60) | st.text("0123456789s_.-", max_size=60))
def test_any_other_text_is_refused_with_a_reason(game: AnyGame, text: str) -> None:
    try:
        state, reason = read_position(game, text), ""
    except BadPosition as refused:
        state, reason = None, refused.reason
    assert reason.strip() or spell_position(game, state) == text  # by chance, it is a position


@every_game
def test_another_spelling_is_refused_with_the_right_one(game: AnyGame) -> None:
    text = spell_position(game, game.start())
    for wrong in ("x" * (LONGEST + 1), f"{text}\n", f" {text}", text + "٣"):
        with pytest.raises(BadPosition):
            read_position(game, wrong)


@pytest.mark.parametrize("junk", [None, 5, b"_", ["_"]])
def test_a_position_is_text(junk: Any) -> None:
    with pytest.raises(BadPosition, match="a position must be text"):
        read_position(GAMES[0], junk)


def test_the_state_of_another_game_is_not_spelled() -> None:
    first, *_, last = GAMES
    with pytest.raises(TypeError, match="is not a state of"):
        spell_position(first, last.start())


class Coin:
    """A game from nowhere."""

    name = "coin"

    def start(self) -> int:
        return 0

    turn = start


def test_a_game_without_a_notation_says_so() -> None:
    game: Any = Coin()
    with pytest.raises(BadPosition, match="coin has no position notation"):
        read_position(game, "0")
    with pytest.raises(BadPosition, match="coin has no position notation"):
        spell_position(game, 0)
