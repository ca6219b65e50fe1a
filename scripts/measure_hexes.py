"""Measure the players of Pocket Hexes: mean score, 95 % interval, and how many games.

    PYTHONPATH=src python scripts/measure_hexes.py hard --games 10000

random, easy, normal and best are asked move by move through the rules. hard is played by the
compiled simulator, where its beam of one makes the same choices. Two more rows use what no player
knows, all rolls of the game from its beginning:

clairvoyant   a beam of boards from round to round with the true dice. It is a real way to play
              them, so the best possible score with foresight is at least this.
ceiling       one score a round from the second on, each time the highest number left among the
              three highest of every roll so far. No play, with or without foresight, scores more.
"""

import argparse
from collections.abc import Callable
from random import Random
from time import process_time

import numpy as np

from dicehall.bots.chooser import Chooser, choose_at_random
from dicehall.bots.hexes import LEVELS
from dicehall.bots.hexes_learned import HARD_WIDTH, shipped_weights
from dicehall.rules import Chance, Decide, Over
from dicehall.rules.hexes import PLACEMENTS, Hexes
from dicehall.solve.hexes_batch import (
    DICE_COUNT,
    EMPTIES,
    ROUNDS,
    WIDTH,
    random_source,
    roll_dice,
    start_position,
)
from dicehall.solve.hexes_learning import Trace, play_game
from dicehall.solve.hexes_search import search_boards, take_best

FORESIGHT_BOARDS = 24
FORESIGHT_WIDTH = 12


def by_the_rules(choose: Chooser) -> Callable[[int], int]:
    """A level's score in the game that a seed makes."""

    def play(seed: int) -> int:
        game, dice_random, own_random = Hexes(), Random(seed), Random(seed + 1_000_000)
        state = game.start()
        while True:
            match game.turn(state):
                case Over(scores=scores):
                    return scores[0]
                case Chance(dice=dice):
                    faces = tuple(dice_random.choice(die.faces) for die in dice)
                    state = game.roll(state, faces)
                case Decide():
                    state = game.play(state, choose(game, state, own_random))

    return play


def hard(seed: int) -> int:
    """The hard level in the compiled simulator."""
    trace = Trace(np.empty((ROUNDS, WIDTH), np.int8), np.empty(ROUNDS, np.int64))
    source = random_source(seed)
    return play_game(start_position(), source, shipped_weights(), HARD_WIDTH, trace)[0]


def all_rolls(seed: int) -> np.ndarray:
    """The rolls of every round of the game that a seed makes, as `hard` meets them."""
    source, rolls = random_source(seed), np.empty((ROUNDS, DICE_COUNT), np.int8)
    for dice in rolls:
        roll_dice(dice, source)
    return rolls


def clairvoyant(seed: int) -> int:
    """The best score that a beam over the whole game finds when it knows every roll."""
    boards = [(0, start_position())]
    best = 0
    for dice in all_rolls(seed):
        found = {}
        for points, position in boards:
            beam, endings = search_boards(
                position, dice, PLACEMENTS, False, shipped_weights(), FORESIGHT_WIDTH
            )
            best = max([best, *(points + int(value) for value in endings.values)])
            for row, value in zip(beam.positions, beam.values, strict=True):
                after = row.copy()
                reached = points + take_best(after, False)
                found[after.tobytes(), reached] = (points + value, reached, after)
        ranked = sorted(found.values(), key=lambda entry: -entry[0])[:FORESIGHT_BOARDS]
        boards = [(reached, after) for _, reached, after in ranked]
        best = max([best, *(reached for reached, _ in boards)])
        boards = [(reached, after) for reached, after in boards if after[EMPTIES] > 0]
    return best


def ceiling(seed: int) -> int:
    """More than any play of these rolls can score."""
    total, numbers = 0, [1]
    for number, dice in enumerate(all_rolls(seed)):
        numbers = sorted([*numbers, *sorted(dice.tolist())[-PLACEMENTS:]])
        if number > 0:
            total += numbers.pop()
    return total


PLAYERS: dict[str, Callable[[int], int]] = {
    "random": by_the_rules(choose_at_random),
    "easy": by_the_rules(LEVELS["easy"]),
    "normal": by_the_rules(LEVELS["normal"]),
    "hard": hard,
    "best": by_the_rules(LEVELS["best"]),
    "clairvoyant": clairvoyant,
    "ceiling": ceiling,
}


def main() -> None:
    """Measure the players that were named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("players", nargs="+", choices=PLAYERS)
    parser.add_argument("--games", type=int, default=1_000)
    options = parser.parse_args()
    for name in options.players:
        began = process_time()
        scores = np.array([PLAYERS[name](seed) for seed in range(options.games)])
        seconds = (process_time() - began) / options.games
        interval = 1.96 * scores.std(ddof=1) / np.sqrt(options.games)
        print(
            f"{name:12} {scores.mean():7.2f} ± {interval:.2f}  deviation {scores.std():5.1f}"
            f"  {options.games} games  {seconds:.3f} s each",
            flush=True,
        )


if __name__ == "__main__":
    main()
