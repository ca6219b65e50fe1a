"""The contract of every game; a new game is tested as soon as games() lists it."""

from collections.abc import Callable
from math import prod
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.game import AnyGame, Chance, Decide, Over, Roll, games, new_game
from dicehall.game.contract import check_game
from dicehall.game.positions import spell_position
from dicehall.game.records import Record, fold, read, write
from dicehall.game.refused import GameOver, IllegalMove, IllegalRoll, Refused
from support.playouts import CHOOSERS, GAMES, Step, events_of, play_match, vocabulary

every_game = pytest.mark.parametrize("game", GAMES, ids=str)
steady = settings(derandomize=True, deadline=None, max_examples=10)
seeds = st.integers(0, 2**32 - 1)

JUNK = (
    *("", " ", "\n", "✦", "٣", "column", "column 4", "Column 1", "0 column 1", "keep  1"),
    *("keep 1 2 3 4 5", "roll 2 1", "end", "reroll 6", "fizzle now"),
    *("place d7 e5", "score", "score j1"),
)


def refusal(act: Callable[..., Any], state: Any, answer: object) -> Refused:
    """The refusal of a move or roll; the state must not change."""
    before = hash(state), repr(state)
    with pytest.raises(Refused) as caught:
        act(state, answer)
    assert (hash(state), repr(state)) == before
    assert caught.value.reason.strip()
    return caught.value


def asked(steps: list[Step], kind: type, seed: int, most: int) -> list[Step]:
    """Some of the steps of a match that asked for a decision, or for a roll."""
    found = [step for step in steps if isinstance(step.turn, kind)]
    return Random(seed).sample(found, min(most, len(found)))


def test_games_cover_every_kind() -> None:
    assert {game.name for game in GAMES} == set(games())
    for name, seats, options in (("fune", 2, {}), ("sparkle", 1, {"curve": "gentle"})):
        assert new_game(name, seats, options) in GAMES


@every_game
def test_built_in_games_keep_the_public_contract(game: AnyGame) -> None:
    check_game(game, matches=2)


@every_game
def test_a_game_is_found_again_by_its_name_seats_and_options(game: AnyGame) -> None:
    assert new_game(game.name, game.seats, game.options) == game


@every_game
@pytest.mark.parametrize("choose", CHOOSERS)
@steady
@given(seed=seeds)
def test_every_match_ends(game: AnyGame, choose: str, seed: int) -> None:
    for state, turn, _ in play_match(game, seed, choose):
        assert len(game.scores(state)) == game.seats
        assert not isinstance(turn, Decide) or turn.seat in range(game.seats)


@every_game
@steady
@given(seed=seeds)
def test_the_highest_score_wins(game: AnyGame, seed: int) -> None:
    state, end, _ = play_match(game, seed)[-1]
    assert isinstance(end, Over)
    assert end.scores == game.scores(state)
    assert end.winners == tuple(
        seat for seat in range(game.seats) if end.scores[seat] == max(end.scores)
    )


@every_game
@steady
@given(seed=seeds, cut=st.integers(0, 200))
def test_a_record_is_read_as_it_was_written(game: AnyGame, seed: int, cut: int) -> None:
    steps = play_match(game, seed)
    record = Record(game, events_of(steps)[:cut], {"name-0": "Ada", "opened": "2025-01-31"})
    state = steps[min(cut, len(steps) - 1)].state
    assert read(write(record)) == (record, state)


@every_game
@steady
@given(seed=seeds, start=st.integers(0, 200), cut=st.integers(0, 200))
def test_a_record_can_start_anywhere(game: AnyGame, seed: int, start: int, cut: int) -> None:
    steps = play_match(game, seed)
    start = min(start, len(steps) - 1)
    end = min(start + cut, len(steps) - 1)
    position = spell_position(game, steps[start].state)
    record = Record(game, events_of(steps)[start:end], {"name-0": "Ada"}, position)
    assert f"\nposition: {position}\n" in write(record)
    assert read(write(record)) == (record, steps[end].state)
    assert fold(record) == steps[end].state


@every_game
@steady
@given(seed=seeds)
def test_equal_logs_give_equal_states(game: AnyGame, seed: int) -> None:
    events = events_of(play_match(game, seed))
    again = new_game(game.name, game.seats, game.options)
    one, other = fold(Record(game, events)), fold(Record(again, events))
    assert one == other
    assert hash(one) == hash(other)


@every_game
@steady
@given(seed=seeds)
def test_moves_are_unique_and_always_in_the_same_order(game: AnyGame, seed: int) -> None:
    again = new_game(game.name, game.seats, game.options)
    for state, turn, _ in asked(play_match(game, seed), Decide, seed, most=10):
        assert isinstance(turn, Decide)
        assert turn.moves
        assert len(set(turn.moves)) == len(turn.moves)
        assert again.turn(state) == turn


@every_game
@steady
@given(seed=seeds)
def test_every_legal_move_is_accepted_and_leads_on(game: AnyGame, seed: int) -> None:
    for state, turn, _ in asked(play_match(game, seed), Decide, seed, most=2):
        assert isinstance(turn, Decide)
        for move in turn.moves:
            assert game.play(state, move) != state


@every_game
@steady
@given(seed=seeds, text=st.text(max_size=20))
def test_no_other_move_is_accepted(game: AnyGame, seed: int, text: str) -> None:
    words = Random(seed).sample(vocabulary(game), min(30, len(vocabulary(game))))
    for state, turn, _ in asked(play_match(game, seed), Decide, seed, most=2):
        assert isinstance(turn, Decide)
        near = (f"{turn.moves[0]} ", f" {turn.moves[0]}", turn.moves[-1].upper())
        for move in {text, *JUNK, *near, *words} - {*turn.moves}:
            refused = refusal(game.play, state, move)
            assert isinstance(refused, IllegalMove)
            assert refused.legal == turn.moves


@every_game
@steady
@given(seed=seeds, choose=st.sampled_from(sorted(CHOOSERS)))
def test_a_move_is_accepted_if_and_only_if_it_is_listed(
    game: AnyGame, seed: int, choose: str
) -> None:
    """In every state of a match, however `play` finds out whether a move is legal."""
    random = Random(seed)
    for state, turn, _ in play_match(game, seed, choose):
        listed = turn.moves if isinstance(turn, Decide) else ()
        others = random.sample(vocabulary(game), min(20, len(vocabulary(game))))
        crossed = [cross(random.choice(others), move) for move in random.choices(others, k=20)]
        for move in {*listed, *others, *crossed, *JUNK}:
            assert accepts(game, state, move) == (move in listed), move


def cross(one: str, other: str) -> str:
    """The verb of one move with what another move is about."""
    return one.partition(" ")[0] + other[len(other.partition(" ")[0]) :]


def accepts(game: AnyGame, state: Any, move: str) -> bool:
    try:
        game.play(state, move)
    except Refused:
        return False
    return True


@every_game
@steady
@given(seed=seeds)
def test_a_roll_is_refused_while_a_seat_decides(game: AnyGame, seed: int) -> None:
    first = game.turn(game.start())
    assert isinstance(first, Chance)
    for state, _, _ in asked(play_match(game, seed), Decide, seed, most=3):
        assert isinstance(refusal(game.roll, state, first.throw(Random(seed))), IllegalRoll)


@every_game
@steady
@given(seed=seeds)
def test_wrong_dice_and_early_moves_are_refused(game: AnyGame, seed: int) -> None:
    for state, turn, _ in asked(play_match(game, seed), Chance, seed, most=3):
        assert isinstance(turn, Chance)
        for roll in wrong_rolls(turn, turn.throw(Random(seed))):
            assert isinstance(refusal(game.roll, state, roll), IllegalRoll)
        for move in (*JUNK, *vocabulary(game)[:3]):
            assert isinstance(refusal(game.play, state, move), IllegalMove)


def wrong_rolls(chance: Chance, roll: Roll) -> list[Roll]:
    """A good roll with a die too few, one too many, and each die with faces it does not have."""
    wrong = [roll[1:], (), (*roll, roll[0]), roll * 2]
    for place, die in enumerate(chance.dice):
        faces = {-2, -1, 0, 3, max(die.faces) + 1, 1_000_000} - {*die.faces}
        wrong += [(*roll[:place], face, *roll[place + 1 :]) for face in faces]
    return wrong


@every_game
@steady
@given(seed=seeds)
def test_nothing_is_accepted_after_the_end(game: AnyGame, seed: int) -> None:
    steps = play_match(game, seed)
    end = steps[-1].state
    for move in (*JUNK, *vocabulary(game)[::20]):
        assert isinstance(refusal(game.play, end, move), GameOver)
    for step in asked(steps, Chance, seed, most=3):
        assert isinstance(step.turn, Chance)
        assert isinstance(refusal(game.roll, end, step.turn.throw(Random(seed))), GameOver)


@every_game
def test_the_weights_of_a_roll_sum_to_one(game: AnyGame) -> None:
    turns = {step.turn for seed in range(5) for step in play_match(game, seed)}
    for chance in (turn for turn in turns if isinstance(turn, Chance)):
        assert all(len(set(die.faces)) == len(die.faces) > 1 for die in chance.dice)
        count = prod(len(die.faces) for die in chance.dice)
        if count > 7776:  # six different dice: too many to go through, but all alike
            assert next(chance.outcomes())[1] * count == 1
            continue
        outcomes = dict(chance.outcomes())
        assert len(outcomes) == count
        assert sum(outcomes.values()) == 1
