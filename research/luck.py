"""Measures luck, costs and milestones of a level that plays against itself or alone.

python -m research.luck knucklebones hard --matches 2500
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import fmean, pstdev

from dicehall.game import AnyGame, Chance, Decide, Over, new_game
from dicehall.game.records import Event, Played, Rolled, apply
from dicehall.players.fortune import WINS, Fortune, fortune, luck_unit, rolls_made, swinger
from dicehall.players.levels import find_level
from dicehall.players.milestones import reached


def play(game: AnyGame, level: str, random: Random) -> tuple[list[Event], Over]:
    """A match in which this level has every seat."""
    choose, state, log = find_level(game.name, level), game.start(), list[Event]()
    while True:
        match game.turn(state):
            case Over() as end:
                return log, end
            case Chance() as chance:
                event: Event = Rolled(chance.throw(random))
            case Decide(seat=seat):
                event = Played(seat, choose(game, state, random))
        log.append(event)
        state = apply(game, state, event)


def read(game: AnyGame, log: Sequence[Event]) -> list[Fortune]:
    """The fortune of each seat."""
    estimate = swinger(game.name)
    assert estimate
    swings = [
        (made.seat, swing)
        for made in rolls_made(game, log)
        if (swing := estimate(game, made.before, made.after, made.move))
    ]
    return [fortune(game, seat, swings) for seat in range(game.seats)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("level")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    game = new_game(asked.game, asked.seats, dict(one.split("=") for one in asked.option))
    random, found = Random(asked.seed), Counter[str]()
    fortunes: list[Fortune] = []
    results: list[float] = []
    reading = 0.0
    for _ in range(asked.matches):
        log, end = play(game, asked.level, random)
        started = time.process_time()
        of_match = read(game, log)
        reading += time.process_time() - started
        for seat, its in enumerate(of_match):
            fortunes.append(its)
            won = end.winners == (seat,)
            share = (won + (seat in end.winners)) / 2
            results.append(share if luck_unit(game.name) == WINS else end.scores[seat])
            found.update(reached(game, log, seat, its, won=won))
    luck = [its.luck for its in fortunes]
    even = [result - its.luck for result, its in zip(results, fortunes, strict=True)]
    costs = [its.cost for its in fortunes if its.cost is not None]
    print(f"{len(luck)} seats, {1000 * reading / asked.matches:.1f} ms of processor time a match")
    print(f"luck {fmean(luck):+.3f} ± {1.96 * pstdev(luck) / len(luck) ** 0.5:.3f}")
    expected = fmean(its.spread for its in fortunes) ** 0.5
    print(f"standard deviation {pstdev(luck):.3f}, expected {expected:.3f}")
    print(f"result {fmean(results):.3f} ({pstdev(results):.3f})")
    print(f"without luck {fmean(even):.3f} ({pstdev(even):.3f})")
    if costs:
        print(f"moves cost {fmean(costs):.3f}")
    for name, count in found.most_common():
        print(f"{name}: one in {len(luck) / count:.1f}")


if __name__ == "__main__":
    main()
