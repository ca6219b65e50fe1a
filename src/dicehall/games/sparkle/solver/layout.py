"""The dice of a Sparkle turn as flat arrays: every roll, its banks and its re-rolls.

A *hand* is the part of the free dice that has been rolled; the others are missing. A hand without
missing dice is a roll. The four ordinary dice are interchangeable, so hands are multisets.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement as multisets
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.game.turns import D6, SPARK_DIE, Roll
from dicehall.games.sparkle.rules import ALL, SparkleState, heap_of, selections

STEP = 5
"""All points of Sparkle are multiples of this."""
MOST_TO_END = 6
"""The most steps of points in a bank that may end a turn: a 1 and the Spark, two 5s."""
HIGHEST_BANK = heap_of(1) // STEP
"""The most steps of points in any bank."""
VALUES = range(1, 7)

Indices = NDArray[np.int32]
Values = NDArray[np.float64]


class Free(NamedTuple):
    """Which dice are not banked: whether the Spark die, and how many of the others."""

    spark: int
    others: int

    @property
    def size(self) -> int:
        return self.spark + self.others


class DiceThrow(NamedTuple):
    """A throw of these dice while the set of `waiting` (or 0) waits."""

    free: Free
    waiting: int

    @property
    def certified(self) -> "DiceThrow":
        """The same dice without a waiting set."""
        return DiceThrow(self.free, 0)


class Hand(NamedTuple):
    """The rolled dice of a throw: the Spark die's face or 0, and the others in order."""

    throw: DiceThrow
    spark: int
    others: Roll

    @property
    def missing(self) -> int:
        return self.throw.free.size - bool(self.spark) - len(self.others)

    @property
    def faces(self) -> Roll:
        return (self.spark, *self.others) if self.spark else self.others


class After(NamedTuple):
    """The result of a bank: its points, and the next throw unless the turn ends."""

    points: int
    throw: DiceThrow
    may_end: bool


FIVE = Free(1, 4)
FREES = tuple(Free(s, n) for s, n in product((0, 1), range(5)) if s + n)
THROWS = tuple(
    DiceThrow(free, waiting)
    for waiting in (0, *VALUES)
    for free in FREES
    if not waiting or free.size in (1, 2, 5)  # a set takes three dice of five
)
FIVES = tuple(DiceThrow(FIVE, waiting) for waiting in (0, *VALUES))


class Spans(NamedTuple):
    """Lists of numbers of different lengths: list i is `items[starts[i] : starts[i + 1]]`."""

    starts: Indices
    items: Indices

    @classmethod
    def of(cls, lists: list[list[int]]) -> "Spans":
        lengths = [len(items) for items in lists]
        flat = [item for items in lists for item in items]
        return cls(np.cumsum([0, *lengths]).astype(np.int32), np.array(flat, dtype=np.int32))

    def padded(self, width: int, filler: int) -> NDArray[np.uint32]:
        """The lists as rows of equal length, short ones padded."""
        rows = np.full((len(self.starts) - 1, width), filler, dtype=np.uint32)
        for row, (start, stop) in zip(rows, pairwise(self.starts), strict=True):
            row[: stop - start] = self.items[start:stop]
        return rows


@dataclass(frozen=True, slots=True)
class Layout:
    """All hands by number: scoring rolls, fizzled rolls, then partial hands.

    Partial hands are ordered by missing dice, so each is the mean of earlier ones.
    """

    hands: dict[Hand, int]
    scoring: int
    """How many rolls score; they come first."""
    rolls: int
    """The number of rolls; a fizzle counts once for each set that may wait."""
    afters: tuple[After, ...]
    after_rows: NDArray[np.uint32]
    """For each after: steps of points, number of its throw in `THROWS`, whether it can end the
    turn."""
    banks: Spans
    """For each scoring roll, its afters."""
    keeps: Spans
    """For each roll, the partial hands that a re-roll can leave."""
    shrunk: Spans
    """For each hand, those with one die fewer; all of them for a hand that a re-roll can leave."""
    grown: Spans
    """For each partial hand, the hands with one more die, equally likely."""
    throws: Indices
    """For each of `THROWS`, the hand without rolled dice."""
    fizzles: Spans
    """For each of `FIVES`, the rolls that fizzle."""
    chances: NDArray[np.float64]
    """The probability of each item of `fizzles`."""

    @property
    def misses(self) -> Indices:
        """How many dice each hand is missing."""
        return np.array([hand.missing for hand in self.hands], dtype=np.int32)


@cache
def layout() -> Layout:
    """The arrays, built once from the rules."""
    banks = {hand: _afters(hand) for throw in THROWS for hand in _rolls(throw)}
    scoring = [hand for hand in banks if banks[hand] and not hand.throw.waiting]
    fizzling = [hand for hand in banks if not banks[hand]]
    partial = sorted(_partial_hands(banks), key=lambda hand: (hand.missing, hand))
    hands = {hand: i for i, hand in enumerate([*scoring, *fizzling, *partial])}
    afters = sorted({after for hand in scoring for after in banks[hand]})
    numbers = {after: i for i, after in enumerate(afters)}
    rolls = [*scoring, *fizzling]
    fizzles = [[hand for hand in fizzling if hand.throw == five] for five in FIVES]
    return Layout(
        hands=hands,
        scoring=len(scoring),
        rolls=len(rolls),
        afters=tuple(afters),
        after_rows=np.array(
            [(after.points // STEP, THROWS.index(after.throw), after.may_end) for after in afters],
            dtype=np.uint32,
        ),
        banks=Spans.of([[numbers[after] for after in banks[hand]] for hand in scoring]),
        keeps=Spans.of([sorted(hands[kept] for kept in _keeps(hand)) for hand in rolls]),
        shrunk=Spans.of(
            [sorted(hands[less] for less in _shrunk(hand) if less in hands) for hand in hands]
        ),
        grown=Spans.of([[_number(hands, more) for more in _grown(hand)] for hand in partial]),
        throws=np.array([hands[Hand(throw, 0, ())] for throw in THROWS], dtype=np.int32),
        fizzles=Spans.of([[hands[hand] for hand in some] for some in fizzles]),
        chances=np.array([_chance(hand) for some in fizzles for hand in some]),
    )


def hand_of(state: SparkleState, kept: tuple[int, ...]) -> Hand:
    """The hand of the dice at these positions."""
    throw = DiceThrow(free_of(state.table), state.waiting)
    faces = {position: state.dice[position - 1] for position in kept}
    spark = faces.pop(1, 0)
    return Hand(throw, spark, tuple(sorted(faces.values())))


def free_of(table: tuple[int, ...]) -> Free:
    """The kinds of dice at these positions."""
    spark = 1 in table
    return Free(int(spark), len(table) - spark)


def _number(hands: dict[Hand, int], hand: Hand) -> int:
    """The number of a hand; a scoring roll certifies a waiting set (Sparkle 7)."""
    return hands[hand] if hand in hands else hands[hand._replace(throw=hand.throw.certified)]


def _spark_faces(throw: DiceThrow) -> list[int]:
    """The faces that the Spark die can show: a waiting set voids its own (Sparkle 7)."""
    return [face for face in SPARK_DIE.faces if face != throw.waiting]


def _other_faces(throw: DiceThrow) -> list[int]:
    return [face for face in D6.faces if face != throw.waiting]


def _rolls(throw: DiceThrow) -> Iterator[Hand]:
    sparks = _spark_faces(throw) if throw.free.spark else [0]
    for spark, others in product(sparks, multisets(_other_faces(throw), throw.free.others)):
        yield Hand(throw, spark, others)


def _partial_hands(banks: dict[Hand, list[After]]) -> set[Hand]:
    """The incomplete hands that a throw or a re-roll can pass through.

    While a set waits, only a fizzle is re-rolled: a scoring roll has certified it (Sparkle 7).
    """
    found: set[Hand] = set()
    fallen = [Hand(throw, 0, ()) for throw in THROWS]
    kept = [_keeps(hand) for hand in banks if not (hand.throw.waiting and banks[hand])]
    ahead = set(fallen).union(*kept)
    while ahead:
        found |= ahead
        ahead = {more for hand in ahead for more in _grown(hand) if more.missing} - found
    return found


def _grown(hand: Hand) -> list[Hand]:
    """The hands after one more die; the Spark die is rolled last, as that gives the fewest
    hands."""
    if len(hand.others) < hand.throw.free.others:
        return [
            hand._replace(others=tuple(sorted((*hand.others, face))))
            for face in _other_faces(hand.throw)
        ]
    return [hand._replace(spark=face) for face in _spark_faces(hand.throw)]


@cache
def _keeps(hand: Hand) -> set[Hand]:
    """The partial hands left when some dice of a roll are rolled again."""
    less = _shrunk(hand)
    return less.union(*map(_keeps, less))


def _shrunk(hand: Hand) -> set[Hand]:
    """The hands with one die fewer."""
    less = {
        hand._replace(others=hand.others[:i] + hand.others[i + 1 :])
        for i in range(len(hand.others))
    }
    return less | {hand._replace(spark=0)} if hand.spark else less


def _afters(hand: Hand) -> list[After]:
    """What the roll can bank, according to the rules."""
    free = hand.throw.free
    table = (*ALL[: free.spark], *ALL[1 : 1 + free.others])
    dice = [0] * len(ALL)
    for position, face in zip(table, hand.faces, strict=True):
        dice[position - 1] = face
    banked = tuple(position for position in ALL if position not in table)
    state = SparkleState(1, 0, 0, tuple(dice), banked, (), hand.throw.waiting, 0)
    afters = set()
    for chosen, bank in selections(state).items():
        left = free_of(tuple(position for position in table if position not in chosen))
        throw = DiceThrow(left if left.size else FIVE, bank.set_of)  # Sparkle 8
        afters.add(After(bank.points, throw, bool(left.size and not bank.set_of)))  # Sparkle 9
    return sorted(afters)


def _chance(hand: Hand) -> float:
    """The probability of a roll of five dice."""
    ways = 24.0
    for face in set(hand.others):
        for i in range(hand.others.count(face)):
            ways /= i + 1
    return ways / len(_spark_faces(hand.throw)) / len(_other_faces(hand.throw)) ** 4
