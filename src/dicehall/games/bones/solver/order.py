"""The order in which a sweep over Bones takes its rows: most dice first, in batches.

A task is two columns, each together with itself seen from the other side: up to four rows, which
one thread improves. No task of a batch reads what another one writes, so that the result of
a sweep is the same whatever the number of threads.
"""

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

import numpy as np

from dicehall.games.bones.solver.columns import ColumnClasses, Numbers

ColumnKind = tuple[int, int]
"""How many dice lie in the emptier and in the fuller of two facing columns."""


@dataclass(frozen=True)
class Stage:
    """The tasks of two kinds of columns; batch b is from starts[b] up to starts[b + 1]."""

    lefts: Numbers
    rights: Numbers
    starts: Numbers


def plan_stages(classes: ColumnClasses) -> list[Stage]:
    """All tasks, those with most dice first."""
    couples = list(combinations_with_replacement(_colour_kinds(classes).items(), 2))
    couples.sort(key=lambda couple: -sum(couple[0][0]) - sum(couple[1][0]))
    return [_plan_stage(first[1], second[1]) for first, second in couples]


def _plan_stage(firsts: list[list[int]], seconds: list[list[int]]) -> Stage:
    lefts, rights, starts = [], [], [0]
    for first, second in product(range(len(firsts)), range(len(seconds))):
        if firsts is seconds and first > second:
            continue
        for left, right in product(firsts[first], seconds[second]):
            if firsts[first] is not seconds[second] or left <= right:
                lefts.append(left)
                rights.append(right)
        starts.append(len(lefts))
    return Stage(np.array(lefts), np.array(rights), np.array(starts))


def _colour_kinds(classes: ColumnClasses) -> dict[ColumnKind, list[list[int]]]:
    """The columns of every kind, parted so that no die turns one into another of its part.

    Within a kind that happens where a die knocks out exactly one: 1 2 against 3 becomes 1 against
    2 3 for the other seat if it rolls a 2.
    """
    kinds: dict[ColumnKind, list[list[int]]] = defaultdict(list)
    for number in range(classes.count):
        if number > classes.swapped[number]:
            continue
        parts = kinds[_kind(classes, number)]
        neighbours = _neighbours(classes, number)
        for part in parts:
            if neighbours.isdisjoint(part):
                part.append(number)
                break
        else:
            parts.append([number])
    return kinds


def _neighbours(classes: ColumnClasses, number: int) -> set[int]:
    """The columns that one die makes of this one, or this one of; as the lower of both sides.

    A die that knocked out one die and is then knocked out by it gives the column back, so that
    being a neighbour is mutual.
    """
    sides = (number, int(classes.swapped[number]))
    reached = {int(classes.placed[face, side]) for face in range(classes.faces) for side in sides}
    return {min(after, int(classes.swapped[after])) for after in reached - {-1}} - {number}


def _kind(classes: ColumnClasses, number: int) -> ColumnKind:
    low, high = sorted((int(classes.own[number]), int(classes.other[number])))
    return low, high
