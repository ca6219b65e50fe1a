"""The worth of a throw is the mean of the worths after it.

`DICEHALL_DECISIONS=2000 pytest tests/games/sparkle/test_worths.py` asks about more; `DICEHALL_SEED`
about others.
"""

import os
from dataclasses import replace
from random import Random

import pytest

from dicehall.game.turns import Chance, Decide
from dicehall.games.sparkle import players
from dicehall.games.sparkle.players import choose_perfect, worth
from dicehall.games.sparkle.rules import Sparkle, SparkleState
from dicehall.games.sparkle.solver.horizon import Horizon
from games.sparkle.small_solutions import solved

COUNT = int(os.environ.get("DICEHALL_DECISIONS", 12))
SEED = int(os.environ.get("DICEHALL_SEED", 1))
HORIZON = Horizon("classic", 2, near=0, fine=5, highest=360, points=300, extra=3)
TOTALS = (100, 195, 200, 300)
"""Below the threshold, just below it, there, and between two totals that are known."""


@pytest.fixture(scope="module", autouse=True)
def solution():
    with pytest.MonkeyPatch.context() as patch:
        small = solved(HORIZON)
        patch.setattr(players, "_solution", lambda curve: small)
        yield


def some_decision(game: Sparkle, random: Random) -> SparkleState:
    """A roll of the second turn, after other dice have been banked."""
    start = replace(
        game.start(),
        number=2,
        total=random.choice(TOTALS),
        points=5 * random.randrange(40),
        extra=random.randrange(3),
        waiting=random.choice((0, 0, 2, 6)),
    )
    state = start
    while state.throwing:
        state = game.roll(state, game.turn(state).throw(random))
    return state


def best_after(game: Sparkle, state: SparkleState) -> float:
    """The mean over the dice of the best worth after them; a void is thrown again."""
    chance = game.turn(state)
    assert isinstance(chance, Chance)
    fallen = [(game.roll(state, roll), weight) for roll, weight in chance.outcomes()]
    settled = [(after, weight) for after, weight in fallen if not after.throwing]
    worths = [max(worth(game, after).moves.values()) * float(weight) for after, weight in settled]
    return sum(worths) / float(sum(weight for _, weight in settled))


@pytest.mark.parametrize("number", range(COUNT))
def test_a_throw_is_worth_the_mean_of_what_follows_it(number):
    game, random = Sparkle(), Random(f"{SEED} {number}")
    state = some_decision(game, random)
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    worths = worth(game, state).moves
    assert set(worths) == set(turn.moves)
    assert worths[choose_perfect(game, state, random)] == max(worths.values())
    thrown = [move for move in turn.moves if 1 <= len(game.play(state, move).throwing) <= 2]
    for move in random.sample(thrown, min(2, len(thrown))):
        assert worths[move] == pytest.approx(best_after(game, game.play(state, move)), abs=1e-6)
