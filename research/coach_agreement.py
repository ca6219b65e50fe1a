"""Checks in every game that the coach's value of a move agrees with its values after that move.

    python -m research.coach_agreement --matches 500
    python -m research.coach_agreement sparkle --matches 500

Matches are random, with every combination of seats and options. At each decision, the coach's hint
must be the move of the highest worth. The hint and one other move are then checked one step ahead:
a move is worth the mean, over the following dice, of the best move there, or the result if the
match is over. Equal dice are interchangeable. Checks with many possible rolls take long, so they
are done in every tenth match, and never for the six different dice of Pocket Hexes, where only
moves without a following roll are checked.

The output is a Markdown table, in points or in win minus loss chance.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import product
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from dicehall.game import AnyGame, Chance, Decide, Die, Over, Roll, games, new_game
from dicehall.game_page.advice import Advice
from dicehall.players.levels import find_weigher

FEW_ROLLS = 21
"""For two equal dice."""
MANY_ROLLS = 756
"""For five dice, one of them the Spark die."""
MOST_KINDS = 2
"""The most kinds of dice in a roll that is checked."""
LARGE_EVERY = 10


class Lookahead(NamedTuple):
    """The value one step after a move."""

    rolls: int
    """How many different rolls can follow; 0 without dice."""
    value: float
    """The value to the seat that moved."""


def every_game(names: list[str]) -> list[AnyGame]:
    """The games of these names, with every combination of seats and options."""
    return [
        new_game(name, seats, dict(zip(games()[name].options, values, strict=True)))
        for name in names
        for seats in games()[name].seats
        for values in product(*games()[name].options.values())
    ]


def decisions(game: AnyGame, random: Random) -> Iterator[Any]:
    """The decisions of a random match."""
    state = game.start()
    while not isinstance(turn := game.turn(state), Over):
        match turn:
            case Chance() as chance:
                state = game.roll(state, chance.throw(random))
            case Decide(moves=moves):
                yield state
                state = game.play(state, random.choice(moves))


def different_rolls(chance: Chance) -> dict[Roll, float]:
    """The rolls and their probabilities, with equal dice sorted."""
    found: dict[Roll, float] = {}
    places: dict[Die, list[int]] = {}
    for place, die in enumerate(chance.dice):
        places.setdefault(die, []).append(place)
    for roll, weight in chance.outcomes():
        like = list(roll)
        for alike in places.values():
            for place, face in zip(alike, sorted(roll[i] for i in alike), strict=True):
                like[place] = face
        found[tuple(like)] = found.get(tuple(like), 0.0) + float(weight)
    return found


def look_behind(game: AnyGame, state: Any, seat: int, most: int) -> Lookahead | None:
    """The value of a state to a seat, from the coach's values of its successors; None if more than
    `most` rolls can follow."""
    match game.turn(state):
        case Over() as end:
            if game.seats == 1:
                return Lookahead(0, float(end.scores[0]))
            return Lookahead(0, float((seat in end.winners) - (1 - seat in end.winners)))
        case Decide(seat=mover):
            best = max(find_weigher(game.name)(game, state).moves.values())
            return Lookahead(0, best if mover == seat else -best)
        case Chance(dice=dice) as chance:
            if len(set(dice)) > MOST_KINDS:
                return None
            rolls = different_rolls(chance)
            if len(rolls) > most:
                return None
            return Lookahead(len(rolls), _mean(game, state, seat, rolls))


def _mean(game: AnyGame, state: Any, seat: int, rolls: dict[Roll, float]) -> float:
    """The mean over the rolls; void ones, which change nothing, do not count."""
    total = weights = 0.0
    for roll, weight in rolls.items():
        after = game.roll(state, roll)
        if after != state:
            found = look_behind(game, after, seat, MANY_ROLLS)
            assert found
            total, weights = total + weight * found.value, weights + weight
    return total / weights


def differences(
    game: AnyGame, random: Random, *, every: int, large: bool
) -> Iterator[list[tuple[int, float]]]:
    """For every nth decision of a match, the moves checked: how many rolls can follow, and how far
    the values before and after differ."""
    for number, state in enumerate(decisions(game, random)):
        if number % every:
            continue
        worth = find_weigher(game.name)(game, state)
        hint = Advice(game, state, worth).line.move
        assert worth.moves[hint] == max(worth.moves.values())
        turn = game.turn(state)
        assert isinstance(turn, Decide)
        found = []
        for move in dict.fromkeys((hint, random.choice(turn.moves))):
            most = MANY_ROLLS if large else FEW_ROLLS
            ahead = look_behind(game, game.play(state, move), turn.seat, most)
            if ahead:
                found.append((ahead.rolls, abs(worth.moves[move] - ahead.value)))
                large &= ahead.rolls <= FEW_ROLLS
        yield found


def row(game: AnyGame, matches: int, *, every: int, seed: int) -> str:
    """The table row of one game."""
    began = time.process_time()
    found = [
        decision
        for number in range(matches)
        for decision in differences(
            game, Random(f"{seed} {number}"), every=every, large=number % LARGE_EVERY == 0
        )
    ]
    few = [apart for decision in found for rolls, apart in decision if rolls <= FEW_ROLLS]
    many = [apart for decision in found for rolls, apart in decision if rolls > FEW_ROLLS]
    cells = [repr(game), f"{len(found):,}", *_summary(few), *_summary(many)]
    return " | ".join(["", *cells, f"{time.process_time() - began:.0f}", ""]).strip()


def _summary(apart: list[float]) -> list[str]:
    """Count, mean and maximum."""
    if not apart:
        return ["0", "", ""]
    return [f"{len(apart):,}", f"{fmean(apart):.1g}", f"{max(apart):.1g}"]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="default: all games")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--every", type=int, default=1, help="check every nth decision")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print("| game | decisions | moves | mean | largest | many rolls | mean | largest | seconds |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for game in dict.fromkeys(every_game(asked.games or list(games()))):
        print(row(game, asked.matches, every=asked.every, seed=asked.seed), flush=True)


if __name__ == "__main__":
    main()
