"""An independent computation of the best mean score of Sparkle's classic curve.

    python -m research.sparkle.check

Nothing is imported from dicehall: dice, banks and re-rolls are written anew from the rules, and the
values are computed differently from `dicehall solve sparkle`. All outcomes of a throw form one
matrix of probabilities. Turns are solved by total and turn points, not by their sum, on a grid of
totals with linear interpolation, in 32-bit floats. The result is not a bound but an estimate that
approaches the best mean score as the grid gets finer (`--finest`).
"""

import argparse
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import factorial, inf, prod
from time import process_time

import numpy as np

STAR = 7
SPARK_FACES, FACES = (1, 2, 4, 5, 6, STAR), (1, 2, 3, 4, 5, 6)
SINGLES = {1: 10, 5: 5, STAR: 10}
STEP = 5
LONGEST_JUMP = 1000 // STEP
FIRST_EXTRA = 5
LINE = 8
"""The last steps of points, from which values beyond are extrapolated."""
NUMBER = np.float32

Kind = tuple[int, int, int]
"""The dice to throw: whether the Spark die, how many others, and the waiting set, or 0."""
Dice = tuple[int, tuple[int, ...]]
"""The Spark die's face, or 0 without it, and the others' faces in order."""
Bank = tuple[int, Kind, bool]
"""Steps of points, the kind of the next throw, and whether the turn can end instead."""


def kinds() -> list[Kind]:
    """All kinds of throws; while a set waits, one, two or all five dice are free."""
    frees = [(spark, others) for spark, others in product((0, 1), range(5)) if spark + others]
    return [
        (spark, others, waiting)
        for waiting in range(7)
        for spark, others in frees
        if not waiting or spark + others in (1, 2, 5)
    ]


def outcomes(spark: int, others: int, waiting: int) -> dict[Dice, float]:
    """The outcomes of these dice; those that show the waiting number are rolled again."""
    sparks = [face for face in SPARK_FACES if face != waiting] if spark else [0]
    faces = [face for face in FACES if face != waiting]
    found = {}
    for first in sparks:
        for rest in combinations_of(faces, others):
            ways = factorial(others) / prod(factorial(n) for n in Counter(rest).values())
            found[first, rest] = ways / len(faces) ** others / len(sparks)
    return found


def combinations_of(faces: list[int], count: int) -> list[tuple[int, ...]]:
    return sorted({tuple(sorted(some)) for some in product(faces, repeat=count)})


@cache
def banks(dice: Dice) -> tuple[Bank, ...]:
    """What can be banked of a roll."""
    spark, others = dice
    faces = [*others, spark] if spark else list(others)
    found = set()
    for size in range(1, len(faces) + 1):
        for places in combinations(range(len(faces)), size):
            chosen = [faces[place] for place in places]
            with_spark = bool(spark) and len(faces) - 1 in places
            worth = points(faces, chosen)
            if worth is None:
                continue
            score, waiting = worth
            left = (int(bool(spark) and not with_spark), len(others) - (size - with_spark))
            free = left if any(left) else (1, 4)
            found.add((score // STEP, (*free, waiting), any(left) and not waiting))
    return tuple(sorted(found))


def points(faces: list[int], chosen: list[int]) -> tuple[int, int] | None:
    """The points of a selection and its set, or 0; None if it cannot be banked."""
    rolled, picked = Counter(faces), Counter(chosen)
    alike = max((rolled[face] for face in FACES), default=0)
    if alike + rolled[STAR] == 5:  # a heap
        value = next(face for face in FACES if rolled[face] == alike)
        return (1000 if value == 1 else 100 * value, 0) if len(chosen) == 5 else None
    natural = [face for face in FACES if rolled[face] >= 3]
    pairs = [face for face in FACES if rolled[face] == 2 and rolled[STAR] and not natural]
    if not natural and not pairs:
        alone = singles(picked)
        return None if alone is None else (alone, 0)
    best = None
    for value in natural or pairs:
        made = Counter({value: 3}) if natural else Counter({value: 2, STAR: 1})
        if made <= picked and (alone := singles(picked - made)) is not None:
            score = ((100 if value == 1 else 10 * value) + alone, value)
            best = max(best, score) if best else score
    return best


def singles(dice: Counter[int]) -> int | None:
    """The points of dice that score singly; None if one does not."""
    if any(face not in SINGLES for face in dice):
        return None
    return sum(SINGLES[face] * count for face, count in dice.items())


@dataclass
class Chances:
    """What one kind of throw can lead to."""

    rolls: np.ndarray
    """The numbers of its rolls."""
    first: int
    """The number of its first keep: no dice, so all are thrown."""
    matrix: np.ndarray
    """The probability of every roll after every keep."""
    fizzles: np.ndarray
    """The numbers of its fizzles, for a throw of five dice."""
    chances: np.ndarray


class Table:
    """All rolls and keeps by number, and the transitions between them."""

    def __init__(self) -> None:
        self.rolls: dict[tuple[Kind, Dice], int] = {}
        for spark, others, waiting in kinds():
            for dice in outcomes(spark, others, waiting):
                if not (waiting and banks(dice)):  # a roll that scores has certified the set
                    self.rolls[(spark, others, waiting), dice] = len(self.rolls)
        self.costs: list[int] = []
        self.keeps: list[list[int]] = [[] for _ in self.rolls]
        self.chances = {kind: self._chances(kind) for kind in kinds()}
        self.numbers = {kind: number for number, kind in enumerate(kinds())}
        self.options = sorted({bank for _, dice in self.rolls for bank in banks(dice)})
        at = {bank: number for number, bank in enumerate(self.options)}
        self.jumps = np.array([steps for steps, _, _ in self.options])
        self.nexts = np.array([self.numbers[kind] for _, kind, _ in self.options])
        self.ending = np.flatnonzero([may for _, _, may in self.options])
        self.banks = [[at[bank] for bank in banks(dice)] or [-1] for _, dice in self.rolls]
        self.fizzling = np.array([not banks(dice) for _, dice in self.rolls])
        self.cost = np.array(self.costs)
        self.keep_items, self.keep_starts = flat(self.keeps)
        self.bank_items, self.bank_starts = flat(self.banks)

    def _chances(self, kind: Kind) -> Chances:
        spark, others, waiting = kind
        falls = {dice: self._number(kind, dice) for dice in outcomes(*kind)}
        place = {number: column for column, number in enumerate(falls.values())}
        mine = {number for (of, _), number in self.rolls.items() if of == kind}
        keeps: dict[tuple[int, tuple[int, ...]], int] = {(0, ()): 0}
        for dice, number in falls.items():
            if number in mine:
                for kept in parts(dice):
                    self.keeps[number].append(len(self.costs) + keeps.setdefault(kept, len(keeps)))
        matrix = np.zeros((len(keeps), len(falls)), NUMBER)
        for (first, rest), row in keeps.items():
            missing = outcomes(int(spark and not first), others - len(rest), waiting)
            self.costs.append(spark + others - bool(first) - len(rest))
            for (star, more), chance in missing.items():
                dice = (first or star, tuple(sorted((*rest, *more))))
                matrix[row, place[falls[dice]]] += chance
        fizzles = [number for dice, number in falls.items() if not banks(dice)]
        if spark + others < 5:
            fizzles = []
        chances = [matrix[0, place[number]] for number in fizzles]
        return Chances(
            np.array(list(falls.values())),
            len(self.costs) - len(keeps),
            matrix,
            np.array(fizzles, dtype=int),
            np.array(chances, NUMBER),
        )

    def _number(self, kind: Kind, dice: Dice) -> int:
        own = self.rolls.get((kind, dice))
        return self.rolls[(*kind[:2], 0), dice] if own is None else own


def parts(dice: Dice) -> set[Dice]:
    """What can stay of a roll while the rest is rolled again."""
    spark, others = dice
    kept = {some for size in range(len(others) + 1) for some in combinations(others, size)}
    return {(first, some) for first in {0, spark} for some in kept} - {dice}


def flat(lists: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Concatenated lists, and where each starts."""
    starts = np.cumsum([0, *map(len, lists)])[:-1]
    return np.array([item for items in lists for item in items]), starts


@dataclass
class Starts:
    """The value of starting a turn, by total of the grid and Extra Dice."""

    totals: np.ndarray
    values: np.ndarray

    def at(self, totals: np.ndarray, extra: int) -> np.ndarray:
        values = self.values[:, min(extra, self.values.shape[1] - 1)]
        gains = np.interp(totals, self.totals, values - self.totals)
        score: np.ndarray = totals + gains
        return score


def asked(turn: int) -> int:
    return 100 * 2 ** (turn - 1) if turn else 0


def grid(turn: int, finest: int, highest: int) -> np.ndarray:
    """The totals at the start of a turn: as many below its threshold as for any other turn.

    Above it, where a fizzle no longer ends the game, they are four times as far apart, and twice as
    far with every doubling.
    """
    if turn == 1:
        return np.array([0])
    apart = finest * 2 ** (turn - 2)
    totals = {*range(asked(turn - 1), asked(turn), apart), asked(turn) - STEP}
    lowest = asked(turn)
    while lowest < highest:
        apart *= 2
        totals |= set(range(lowest, 2 * lowest, 2 * apart))
        lowest *= 2
    return np.array(sorted({total for total in totals if total < highest} | {highest}))


def solve_turn(
    table: Table, turn: int, totals: np.ndarray, after: Starts, extras: int, steps: int
) -> np.ndarray:
    """The value of a turn, by total and Extra Dice."""
    gift = int(turn % 3 == 0)
    lanes = len(totals)
    above = totals[:, None] + STEP * np.arange(steps + LONGEST_JUMP + 1)
    ends = np.stack([after.at(above, extra + gift) for extra in range(extras)]).astype(NUMBER)
    may_end = np.where(above >= asked(turn), ends, NUMBER(-inf))
    fizzled = np.stack([after.at(totals, extra + gift) for extra in range(extras + 1)])
    fizzled[:, totals < asked(turn)] = totals[totals < asked(turn)]
    fizzled = fizzled.astype(NUMBER)
    throws = np.empty((steps + LONGEST_JUMP + 1, extras, len(table.numbers), lanes), NUMBER)
    for extra in range(extras):  # at first, points beyond the last step are those of an end
        throws[steps:, extra] = ends[extra, :, steps:].T[:, None]
    further = np.arange(1, LONGEST_JUMP + 2)[:, None, None, None]
    for _ in range(3):  # then they go on along the line through the last steps
        for step in range(steps - 1, steps - 2 - LINE, -1):
            throws[step] = point(table, throws, may_end, fizzled, step)
        slope = (throws[steps - 1] - throws[steps - 1 - LINE]) / LINE
        throws[steps:] = throws[steps - 1] + slope * further
    for step in range(steps - 1, -1, -1):
        throws[step] = point(table, throws, may_end, fizzled, step)
    return throws[0, :, table.numbers[1, 4, 0]].T


def point(
    table: Table, throws: np.ndarray, ends: np.ndarray, fizzled: np.ndarray, step: int
) -> np.ndarray:
    """The value of every throw with this many steps of points, by Extra Dice."""
    extras, lanes = throws.shape[1], throws.shape[-1]
    nothing = np.full((1, lanes), -inf, NUMBER)
    kept = np.full((extras, len(table.cost), lanes), -inf, NUMBER)
    values = np.empty((extras, len(table.numbers), lanes), NUMBER)
    rerolls = best_keep(table, kept, 0)
    for extra in range(extras):
        options = throws[step + table.jumps, extra, table.nexts]
        may = ends[extra][:, step + table.jumps[table.ending]].T
        options[table.ending] = np.maximum(options[table.ending], may)
        options = np.concatenate([options, nothing])  # the last: a fizzle banks nothing
        best = np.maximum.reduceat(options[table.bank_items], table.bank_starts)
        best = np.maximum(best, rerolls)
        best[table.fizzling] = np.maximum(best[table.fizzling], fizzled[extra])
        for chances in table.chances.values():
            rows = slice(chances.first, chances.first + len(chances.matrix))
            kept[extra, rows] = chances.matrix @ best[chances.rolls]
        rerolls = best_keep(table, kept, extra + 1)
        richer = np.maximum(rerolls, fizzled[extra + 1])
        for kind, chances in table.chances.items():
            if len(chances.fizzles):  # five dice that fizzle together bring an Extra Die
                more = richer[chances.fizzles] - best[chances.fizzles]
                kept[extra, chances.first] += chances.chances @ more
            values[extra, table.numbers[kind]] = kept[extra, chances.first]
    return values


def best_keep(table: Table, kept: np.ndarray, extra: int) -> np.ndarray:
    """The best re-roll of every roll that this many Extra Dice can pay."""
    level = extra - table.cost
    paid = np.where((level >= 0)[:, None], kept[level, np.arange(len(level))], NUMBER(-inf))
    return np.maximum.reduceat(paid[table.keep_items], table.keep_starts)


def best_score(turns: int, finest: int, highest: int, extras: int, steps: int) -> float:
    """The best mean score of a new game that stops after this many turns."""
    table = Table()
    following = Starts(np.array([0, highest]), np.tile([[0], [highest]], extras))
    for turn in range(turns, 0, -1):
        totals = grid(turn, finest, highest)
        following = Starts(totals, solve_turn(table, turn, totals, following, extras, steps))
        print(f"turn {turn}: {len(totals)} totals, {process_time():.0f} s", flush=True)
    return float(following.values[0, FIRST_EXTRA])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--finest", type=int, default=5, help="points between totals of turn 2")
    parser.add_argument("--highest", type=int, default=6_400, help="the highest total")
    parser.add_argument("--extras", type=int, default=9, help="numbers of Extra Dice, from 0")
    parser.add_argument("--steps", type=int, default=300, help="of 5 points in a turn")
    options = parser.parse_args()
    score = best_score(
        options.turns, options.finest, options.highest, options.extras, options.steps
    )
    print(f"best mean score of the classic curve: {score:.3f}")


if __name__ == "__main__":
    main()
