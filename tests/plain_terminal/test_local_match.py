from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.game import Chance, Decide, games, new_game
from dicehall.game.records import Played, Rolled, read, write
from dicehall.game.refused import IllegalMove
from dicehall.plain_terminal.local_match import LocalMatch, default_names, seated
from dicehall.players.opponents import ALONE, PEOPLE


def played(name: str, seed: str, most: int) -> LocalMatch:
    """A match of random moves, with at most this many events."""
    seats = games()[name].seats[-1]
    random = Random(seed)
    levels = ("", "easy")[:seats]
    match = LocalMatch.begin(new_game(name, seats), ("Ada", "Pip")[:seats], levels, seed)
    while len(match.events) < most and not match.is_over:
        turn = match.turn
        if isinstance(turn, Chance):
            match = match.after(match.next_roll())
        elif isinstance(turn, Decide):
            match = match.after(Played(turn.seat, random.choice(turn.moves)))
    return match


@settings(max_examples=30, deadline=None)
@given(name=st.sampled_from(list(games())), seed=st.integers(0, 999), most=st.integers(0, 40))
def test_a_match_is_read_as_it_was_written(name: str, seed: int, most: int) -> None:
    match = played(name, str(seed), most)
    assert LocalMatch.read(*read(write(match.record))) == match


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 999), most=st.integers(3, 40))
def test_undo_and_redo_lead_to_the_same_state(seed: int, most: int) -> None:
    match = played("fune", str(seed), most)
    alone = LocalMatch.begin(new_game("fune"), ("Ada",), ("",), match.seed)
    while len(alone.events) < most and not alone.is_over:
        turn = alone.turn
        alone = alone.after(
            alone.next_roll() if isinstance(turn, Chance) else Played(0, turn.moves[-1])  # type: ignore[union-attr]
        )
    if not any(isinstance(event, Played) for event in alone.events):
        return
    again = alone.undone()
    for event in alone.events[len(again.events) :]:
        if isinstance(event, Rolled):
            assert again.next_roll() == event
        again = again.after(event)
    assert again.events == alone.events
    rolled = any(isinstance(event, Rolled) for event in alone.events[len(alone.undone().events) :])
    assert dict(again.notes) == ({"take-backs": "1"} if rolled else {})


def test_impossible_take_backs_are_refused() -> None:
    with pytest.raises(IllegalMove, match="there is no move to undo"):
        played("sparkle", "1", 1).undone()


def test_against_the_computer_its_answer_is_taken_back_too() -> None:
    match = LocalMatch.begin(new_game("knuckles"), ("Ada", "Pip"), ("", "easy"), "1")
    for _ in range(5):
        turn = match.turn
        match = match.after(
            match.next_roll() if isinstance(turn, Chance) else Played(turn.seat, turn.moves[0])  # type: ignore[union-attr]
        )
    assert [getattr(event, "seat", None) for event in match.events] == [None, 0, None, 1, None]
    back = match.undone()
    assert back.events == match.events[:1]
    assert back.record.notes["take-backs"] == "1"
    with pytest.raises(IllegalMove, match="there is no move to undo"):
        back.undone()


def test_the_seed_decides_who_begins() -> None:
    game, people = new_game("knuckles"), default_names(1)
    first = {seated(game, "easy", people, str(seed)).levels for seed in range(20)}
    assert first == {("", "easy"), ("easy", "")}
    assert seated(game, "easy", people, "1") == seated(game, "easy", people, "1")


def test_only_a_single_human_is_called_you() -> None:
    game = new_game("knuckles")
    against = seated(game, "easy", ("Ada",), "1")
    assert against.viewer.you == against.levels.index("")
    assert {*against.names} == {"Ada", "Pip"}
    assert seated(game, PEOPLE, ("Ada", "Bob"), "1").viewer.you is None
    assert seated(new_game("sparkle"), ALONE, ("Ada",), "1").viewer.you == 0


def test_the_computers_chance_is_not_that_of_the_dice() -> None:
    match = played("knuckles", "1", 4)
    assert match.thinking_random().random() == match.thinking_random().random()
    before = match.thinking_random().random()
    assert played("knuckles", "1", 6).thinking_random().random() != before


def test_a_match_that_starts_from_a_position_is_kept_and_taken_back() -> None:
    position = "1-0-60-s6612-123-45-6-5"
    record, state = read(f"game: sparkle\nposition: {position}\n\nroll 1 2\n0 roll 4\nroll 3\n")
    match = LocalMatch.read(record, state)
    assert match.record.position == position
    assert LocalMatch.read(*read(write(match.record))) == match
    assert match.at(0).state == record.start
    assert match.undone().events == record.events[:1]
