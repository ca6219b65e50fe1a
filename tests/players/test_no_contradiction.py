"""What the coach says before a move and after it agree: over random matches of FUNE and Bones.

A worth is what best play makes of it. So a move is worth the mean, over the rolls that follow, of
the best move there; where nothing follows it is worth the result. In FUNE that is exact within a
turn, alone also beyond it. Where values are estimates they may differ by what is stated here.

`DICEHALL_MATCHES=500 pytest tests/players/test_no_contradiction.py` looks at more matches. Sparkle
and Pocket Hexes have tests of their own, `test_worths.py` and `test_worth.py` in their folders.
"""

import os
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest

from dicehall.game import AnyGame, Chance, Decide, Over, new_game
from dicehall.game_page.advice import Advice
from dicehall.games.bones import players as bones
from dicehall.games.fune.tables import VALUE_UNIT
from dicehall.games.fune.worths import margins_after, scores_after, value_before_roll
from dicehall.players.levels import find_weigher
from dicehall.players.worth import Worth
from support.playouts import play_match

EXACT = 1e-9
SEARCHED = 0.02, 0.15
"""Of win minus loss, on the average and at most: two rolls ahead with the shipped evaluation."""
OUTLOOK = 0.01, 0.2
"""Between two turns of FUNE for two: what slices of outlooks leave open."""


def seeds(usual: int) -> range:
    """The seeds of the matches to check; this many by default."""
    return range(int(os.environ.get("DICEHALL_MATCHES", usual)))


def decisions(game: AnyGame, seed: int, every: int) -> list[Any]:
    """Some of the states of a random match in which somebody decides, and always the last."""
    states = [step.state for step in play_match(game, seed) if isinstance(step.turn, Decide)]
    return [*states[:-1:every], states[-1]]


def best_after(game: AnyGame, state: Any, seat: int) -> float:
    """What a state is worth to a seat, by what the coach says of those that follow."""
    weigh = find_weigher(game.name)
    match game.turn(state):
        case Over() as end:
            if game.seats == 1:
                return float(end.scores[0])
            return float((seat in end.winners) - (1 - seat in end.winners))
        case Chance() as chance:
            return sum(
                float(weight) * best_after(game, game.roll(state, roll), seat)
                for roll, weight in chance.outcomes()
            )
        case Decide(seat=mover):
            best = max(weigh(game, state).moves.values())
            return best if mover == seat else -best


def said_of(game: AnyGame, state: Any, random: Random) -> tuple[Worth, list[str]]:
    """The coach's worth of a decision, and the moves to follow: the hint and one other."""
    worth = find_weigher(game.name)(game, state)
    hint = Advice(game, state, worth).line.move
    assert worth.moves[hint] == max(worth.moves.values())
    return worth, [hint, random.choice(list(worth.moves))]


def few_dice(game: AnyGame, state: Any, move: str) -> bool:
    """Whether so few dice follow a move that all outcomes can be looked at."""
    turn = game.turn(game.play(state, move))
    return not isinstance(turn, Chance) or len(turn.dice) <= 2


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2])
def test_fune_agrees_with_itself_within_a_turn(seats: int) -> None:
    game, random = new_game("fune", seats), Random(seats)
    looked = 0
    for seed in seeds(3):
        for state in decisions(game, seed, every=4):
            worth, moves = said_of(game, state, random)
            kept = [m for m in worth.moves if m.startswith("keep") and few_dice(game, state, m)]
            for move in {*moves, *kept[-1:]}:
                if few_dice(game, state, move):
                    after = best_after(game, game.play(state, move), state.seat)
                    assert worth.moves[move] == pytest.approx(after, abs=EXACT), (state, move)
                    looked += 1
    assert looked > 20


def test_alone_fune_agrees_with_itself_from_turn_to_turn() -> None:
    """After a confirmation five dice are rolled: the mean over them is that of the next turn."""
    game, random = new_game("fune", 1), Random(5)
    for seed in seeds(3):
        for state in decisions(game, seed, every=9):
            worth, _moves = said_of(game, state, random)
            move = random.choice([move for move in worth.moves if move.startswith("score")])
            after = game.play(state, move)
            if isinstance(game.turn(after), Over):
                expected = best_after(game, after, 0)
            else:
                expected = value_before_roll(after, scores_after(after))
            assert worth.moves[move] == pytest.approx(expected, abs=VALUE_UNIT)


@pytest.mark.slow
def test_fune_for_two_nearly_agrees_with_itself_from_turn_to_turn() -> None:
    """Before the last turns both seats count as playing for points: an estimate."""
    game, random = new_game("fune", 2), Random(6)
    differences = []
    for seed in seeds(3):
        for state in decisions(game, seed, every=3):
            worth, _moves = said_of(game, state, random)
            for move in (move for move in worth.moves if move.startswith("score")):
                after = game.play(state, move)
                if isinstance(game.turn(after), Over):
                    expected = best_after(game, after, state.seat)
                else:
                    expected = -value_before_roll(after, margins_after(after))
                difference = abs(worth.moves[move] - expected)
                assert not worth.exact or difference < EXACT
                differences.append(difference)
    assert fmean(differences) < OUTLOOK[0]
    assert max(differences) < OUTLOOK[1]


@pytest.mark.parametrize("name", ["knucklebones", "knuckles"])
def test_bones_nearly_agrees_with_itself_without_a_tablebase(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))
    monkeypatch.setattr(bones, "DEEP_ROLLS", 2)
    game, random = new_game(name), Random(8)
    differences = []
    for seed in seeds(6):
        for state in decisions(game, seed, every=3):
            worth, moves = said_of(game, state, random)
            for move in moves:
                after = game.play(state, move)
                difference = abs(worth.moves[move] - best_after(game, after, state.seat))
                assert not isinstance(game.turn(after), Over) or difference < EXACT
                differences.append(difference)
    assert fmean(differences) < SEARCHED[0]
    assert max(differences) < SEARCHED[1]
