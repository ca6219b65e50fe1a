"""Whether what the coach says of a move agrees with what it says after it, in every game.

    python -m research.coach_agreement --matches 500
    python -m research.coach_agreement sparkle --matches 500

Matches are played at random, with every choice of seats and options. At each decision the coach's
hint must be the move that is worth most; the hint and another move are looked behind. A move is
worth the mean, over the dice that follow, of the best move there; where the match is over, the
result. Dice that are alike are not told apart. Where more than a few rolls may follow, that takes
long: it is done once in every tenth match, and not at all for the six different dice of Pocket
Hexes, of which only moves that no dice follow are looked behind.

The output is a table in Markdown, in points or in chance to win minus chance to lose.
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
"""Of two dice that are alike."""
MANY_ROLLS = 756
"""Of five dice, one of which is the Spark die."""
MOST_KINDS = 2
"""Of dice in a roll that is looked at."""
LARGE_EVERY = 10


class Lookahead(NamedTuple):
    """What was found behind a move."""

    rolls: int
    """How many different rolls may follow it; none if no dice do."""
    value: float
    """What follows is worth to the seat that moved."""


def every_game(names: list[str]) -> list[AnyGame]:
    """The games of these names, with every choice of seats and options."""
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
    """The rolls and their probabilities; dice that are alike are sorted."""
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
    """What a state is worth to a seat by what is said of those that follow; None if more rolls
    than `most` may follow."""
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
    """The mean over the rolls; a void one, after which all is as before, does not count."""
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
    """For every so many decisions of a match, the moves that were looked behind: how many rolls may
    follow, and how far the worths before and after are apart."""
    for number, state in enumerate(decisions(game, random)):
        if number % every:
            continue
        said = find_weigher(game.name)(game, state)
        hint = Advice(game, state, said).line.move
        assert said.moves[hint] == max(said.moves.values())
        turn = game.turn(state)
        assert isinstance(turn, Decide)
        found = []
        for move in dict.fromkeys((hint, random.choice(turn.moves))):
            most = MANY_ROLLS if large else FEW_ROLLS
            look = look_behind(game, game.play(state, move), turn.seat, most)
            if look:
                found.append((look.rolls, abs(said.moves[move] - look.value)))
                large &= look.rolls <= FEW_ROLLS
        yield found


def row(game: AnyGame, matches: int, *, every: int, seed: int) -> str:
    """The line of the table about one game."""
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
    """How many, their mean, and the largest."""
    if not apart:
        return ["0", "", ""]
    return [f"{len(apart):,}", f"{fmean(apart):.1g}", f"{max(apart):.1g}"]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="all unless some are named")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--every", type=int, default=1, help="look at every so many decisions")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print("| game | decisions | moves | mean | largest | many rolls | mean | largest | seconds |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for game in dict.fromkeys(every_game(asked.games or list(games()))):
        print(row(game, asked.matches, every=asked.every, seed=asked.seed), flush=True)


if __name__ == "__main__":
    main()
