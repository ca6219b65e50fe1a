"""Whether what the coach says of Sparkle's moves agrees with what it says after them.

    PYTHONPATH=src python scripts/sparkle_worths.py classic --matches 500

Random matches are played. At each decision the coach's hint must be the move that is worth most,
and that move and another are looked behind: a move is worth the mean, over the dice that follow, of
the best move there, or the score if the match is over. Throws of up to two dice are looked behind
wherever they occur; one larger throw, or the start of a turn, in every tenth match, since hundreds
of decisions follow it. Where no table is (`DICEHALL_CACHE` may name an empty folder) the coach goes
by its estimates.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import chain
from random import Random
from statistics import fmean

from dicehall.game import Chance, Decide, Over
from dicehall.games.sparkle.players import worth, worth_of_start
from dicehall.games.sparkle.rules import Sparkle, SparkleState
from dicehall.games.sparkle.solver.horizon import HORIZONS
from dicehall.page.advice import Advice

FEW_DICE = 2
LARGE_EVERY = 10


def decisions(game: Sparkle, random: Random) -> Iterator[SparkleState]:
    """The decisions of a random match."""
    state = game.start()
    while not isinstance(turn := game.turn(state), Over):
        match turn:
            case Chance(dice=dice):
                state = game.roll(state, tuple(random.choice(die.faces) for die in dice))
            case Decide(moves=moves):
                yield state
                state = game.play(state, random.choice(moves))


def best_after(game: Sparkle, state: SparkleState) -> float:
    """The mean over the dice of the best worth after them; a void is thrown again."""
    turn = game.turn(state)
    if isinstance(turn, Over):
        return float(turn.scores[0])
    assert isinstance(turn, Chance)
    spark = int(1 in state.throwing)
    alike: dict[SparkleState, float] = {}  # the ordinary dice are alike, so their order is nothing
    for roll, weight in turn.outcomes():
        after = game.roll(state, (*roll[:spark], *sorted(roll[spark:])))
        if not after.throwing:
            alike[after] = alike.get(after, 0.0) + float(weight)
    best = sum(max(worth(game, after).moves.values()) * alike[after] for after in alike)
    return best / sum(alike.values())


def looks(game: Sparkle, random: Random, *, large: bool) -> Iterator[list[tuple[int, float]]]:
    """For each decision of a match, the moves that are looked behind: how many dice follow, and
    how far the worths before and after are apart."""
    for state in decisions(game, random):
        said = worth(game, state)
        hint = Advice(game, state, said).line.move
        assert said.moves[hint] == max(said.moves.values())
        found = []
        for move in dict.fromkeys((hint, random.choice(list(said.moves)))):
            after = game.play(state, move)
            dice = 0 if isinstance(game.turn(after), Over) else len(after.throwing)
            if dice <= FEW_DICE or large:
                found.append((dice, abs(said.moves[move] - best_after(game, after))))
                large &= dice <= FEW_DICE
        yield found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("curve", choices=sorted(HORIZONS))
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = Sparkle(arguments.curve)
    found = [
        decision
        for number in range(arguments.matches)
        for decision in looks(
            game, Random(f"{arguments.seed} {number}"), large=number % LARGE_EVERY == 0
        )
    ]
    source = "estimates" if worth_of_start(game) is None else "table"
    print(f"{game.curve}, {source}: {arguments.matches} matches, {len(found):,} decisions")
    apart: dict[int, list[float]] = {}
    for dice, difference in chain.from_iterable(found):
        apart.setdefault(dice, []).append(difference)
    for dice, some in sorted(apart.items()):
        largest = f"mean {fmean(some):.2g}, largest {max(some):.2g}"
        print(f"{dice} dice follow: {len(some):,} moves, differences: {largest}")
    print(f"{time.process_time():.0f} s of processor time")


if __name__ == "__main__":
    main()
