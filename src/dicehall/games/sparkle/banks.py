"""The scoring of Sparkle's dice: which selections can be banked, and for how much (Sparkle 3 to 6).

Rule numbers are those of docs/rules/sparkle.md.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple

from dicehall.game.messages import Message, any_of, translatable
from dicehall.game.turns import SPARK, Roll

ALL = (1, 2, 3, 4, 5)
SINGLES = {1: 10, 5: 5, SPARK: 10}

Positions = tuple[int, ...]
"""Positions of dice, 1 to 5, in ascending order."""


class Bank(NamedTuple):
    """The points of a selection of dice, and the number of the set in it (0 without a set)."""

    points: int
    set_of: int


@cache  # each of five dice is banked or shows one of six faces: at most 7 ** 5 keys
def banks_of(table: Positions, faces: Roll) -> Mapping[Positions, Bank]:
    """The selections of a roll that can be banked, from positions and faces; none if it fizzles.

    >>> [(chosen, bank.points) for chosen, bank in banks_of((1, 4, 5), (SPARK, 5, 2)).items()]
    [((1,), 10), ((1, 4), 15), ((4,), 5)]
    """
    heap, sets = _duties(faces)
    dice = zip(table, faces, strict=True)
    return _banks_of(tuple([die for die in dice if die[1] in SINGLES or die[1] in sets or heap]))


def why_no_bank(faces: Roll, chosen: Roll) -> Message:
    """Why these faces of a scoring roll cannot be banked."""
    heap, sets = _duties(faces)
    if heap:
        return translatable("the roll is a heap: bank all five dice")
    if sets and all(_without(chosen, needed) is None for needed in sets.values()):
        named = any_of(translatable("%(value)ds", value=value) for value in sets)
        return translatable(
            "the roll has a set of %(named)s: the selection must include it", named=named
        )
    if not chosen:
        return translatable("choose at least one scoring die")
    return translatable(
        "every selected die must score: on its own, only a 1, a 5 or the Spark does"
    )


def set_of(value: int) -> int:
    """The points of three alike."""
    return 100 if value == 1 else 10 * value


def heap_of(value: int) -> int:
    """The points of five alike."""
    return 1000 if value == 1 else 100 * value


@cache  # of five dice and fewer: 32 tuples
def parts_of(positions: Positions) -> tuple[Positions, ...]:
    """The non-empty subsets, in ascending order."""
    sizes = range(1, len(positions) + 1)
    return tuple(sorted(part for size in sizes for part in combinations(positions, size)))


@cache  # most dice score nothing; counting only those that do, 985 rolls remain
def _banks_of(dice: tuple[tuple[int, int], ...]) -> Mapping[Positions, Bank]:
    """The selections of the scoring dice, each given by position and face."""
    shown = dict(dice)
    heap, sets = _duties(tuple(shown.values()))
    banks = {}
    for chosen in parts_of(tuple(shown)):
        bank = _bank(heap, sets, tuple([shown[position] for position in chosen]))
        if bank:
            banks[chosen] = bank
    return banks


def _bank(heap: int, sets: dict[int, Roll], chosen: Roll) -> Bank | None:
    """The bank of the chosen faces; None if one does not score, or a required set or heap is
    missing."""
    if heap:
        return Bank(heap_of(heap), 0) if len(chosen) == len(ALL) else None
    if not sets:
        return _with_singles(chosen, Bank(0, 0))
    banks = [
        _with_singles(rest, Bank(set_of(value), value))
        for value, combination in sets.items()
        if (rest := _without(chosen, combination)) is not None
    ]
    return max(filter(None, banks), default=None)  # Sparkle 5: of two pairs the better


def _duties(faces: Roll) -> tuple[int, dict[int, Roll]]:
    """The value of the heap that must be banked, or the sets of which one must be (Sparkle 5,
    6)."""
    wild = SPARK in faces
    counts = {value: faces.count(value) for value in faces if value != SPARK}
    for value, count in counts.items():
        if count + wild == len(ALL):
            return value, {}
    sets: dict[int, Roll] = {value: (value,) * 3 for value in counts if counts[value] >= 3}
    if wild and not sets:
        sets = {value: (SPARK, value, value) for value in counts if counts[value] == 2}
    return 0, sets


def _without(faces: Roll, combination: Roll) -> Roll | None:
    """The faces left without a combination; None if they do not contain it."""
    rest = list(faces)
    for face in combination:
        if face not in rest:
            return None
        rest.remove(face)
    return tuple(rest)


def _with_singles(faces: Roll, bank: Bank) -> Bank | None:
    """The bank with single dice added; None if one of them does not score."""
    if any(face not in SINGLES for face in faces):
        return None
    return Bank(bank.points + sum(SINGLES[face] for face in faces), bank.set_of)
