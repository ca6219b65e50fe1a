"""Measures the players of Pocket Hexes: mean score with its 95 % interval.

    python -m research.hexes.measure best --games 10000

Game k has seed k. Intermediate results are printed every thousand games.

random, easy, normal and hard play move by move through the rules. best is played by the compiled
simulator, which plans each round once instead of after every placement; so are narrow, which keeps
one board at each placement, and learner, which keeps 24 as training games do. Two more rows know
all rolls of the game in advance:

- clairvoyant tries every board of a beam on the true dice, playing on to the end with a beam of
two, and keeps the best game found. That is a possible game, so the best score with foresight is at
least this.

- ceiling takes one score per round from the second on, each time the highest number left among the
three highest of every roll so far. No play, with or without foresight, scores more.
"""

import argparse
from collections.abc import Callable
from random import Random
from time import process_time

import numpy as np

from dicehall.game import Chance, Decide, Over
from dicehall.games.hexes.learned import BEST_WIDTH
from dicehall.games.hexes.network import shipped
from dicehall.games.hexes.players import choose_easy, choose_hard, choose_normal
from dicehall.games.hexes.rules import PLACEMENTS, Hexes
from dicehall.games.hexes.solver.positions import (
    DICE_COUNT,
    EMPTIES,
    ROUNDS,
    roll_dice,
    start_position,
)
from dicehall.players.chooser import Chooser, choose_at_random
from dicehall.solving.random_numbers import random_source
from research.hexes.boards import take_best
from research.hexes.learning import new_trace, play_game
from research.hexes.search import LEARNING_WIDTH, search_boards

FORESIGHT_BOARDS = 24
FORESIGHT_WIDTH = 2


def by_the_rules(choose: Chooser) -> Callable[[int], int]:
    """A level's score in the game with this seed."""

    def play(seed: int) -> int:
        game, dice_random, own_random = Hexes(), Random(seed), Random(seed + 1_000_000)
        state = game.start()
        while True:
            match game.turn(state):
                case Over(scores=scores):
                    return scores[0]
                case Chance() as chance:
                    state = game.roll(state, chance.throw(dice_random))
                case Decide():
                    state = game.play(state, choose(game, state, own_random))

    return play


def by_network(width: int) -> Callable[[int], int]:
    """The score of a beam of this width, in the compiled simulator."""

    def play(seed: int) -> int:
        source = random_source(seed)
        return play_game(start_position(), source, shipped().network, width, new_trace())[0]

    return play


def all_rolls(seed: int) -> np.ndarray:
    """All rolls of the game with this seed, as the compiled players get them."""
    source, rolls = random_source(seed), np.empty((ROUNDS, DICE_COUNT), np.int8)
    for dice in rolls:
        roll_dice(dice, source)
    return rolls


def clairvoyant(seed: int) -> int:
    """The best game found when each choice is tried on the true dice to the end."""
    position, source = start_position(), random_source(seed)
    dice, trace = np.empty(DICE_COUNT, np.int8), new_trace()
    points = best = 0
    while position[EMPTIES] > 0:
        roll_dice(dice, source)
        beam, endings = search_boards(
            position, dice, PLACEMENTS, False, shipped().network, FORESIGHT_BOARDS
        )
        best = max([best, *(points + int(value) for value in endings.values)])
        tried = []
        for row in beam.positions:
            after = row.copy()
            reached = points + take_best(after, False)
            final, _ = play_game(
                after.copy(), source.copy(), shipped().network, FORESIGHT_WIDTH, trace
            )
            tried.append((reached + final, reached, after))
        if not tried:
            break
        final, points, position = max(tried, key=lambda entry: entry[0])
        best = max(best, final)
    return best


def ceiling(seed: int) -> int:
    """An upper bound on any score with these rolls."""
    total, numbers = 0, [1]
    for number, dice in enumerate(all_rolls(seed)):
        numbers = sorted([*numbers, *sorted(dice.tolist())[-PLACEMENTS:]])
        if number > 0:
            total += numbers.pop()
    return total


PLAYERS: dict[str, Callable[[int], int]] = {
    "random": by_the_rules(choose_at_random),
    "easy": by_the_rules(choose_easy),
    "normal": by_the_rules(choose_normal),
    "hard": by_the_rules(choose_hard),
    "narrow": by_network(1),
    "learner": by_network(LEARNING_WIDTH),
    "best": by_network(BEST_WIDTH),
    "clairvoyant": clairvoyant,
    "ceiling": ceiling,
}


def main() -> None:
    """Measure the named players."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("players", nargs="+", choices=PLAYERS)
    parser.add_argument("--games", type=int, default=1_000)
    options = parser.parse_args()
    for name in options.players:
        began, scores = process_time(), []
        for seed in range(options.games):
            scores.append(PLAYERS[name](seed))
            if len(scores) % 1_000 == 0 or len(scores) == options.games:
                report(name, np.array(scores), process_time() - began)


def report(name: str, scores: np.ndarray, seconds: float) -> None:
    """One line on the games so far."""
    interval = 1.96 * scores.std(ddof=1) / np.sqrt(len(scores))
    print(
        f"{name:12} {scores.mean():7.2f} ± {interval:.2f}  deviation {scores.std():5.1f}"
        f"  {len(scores)} games  {seconds / len(scores):.3f} s each",
        flush=True,
    )


if __name__ == "__main__":
    main()
