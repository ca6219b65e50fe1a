"""A compiled kernel that solves one Sparkle turn backwards for a row of totals at a time.

Within a turn, points only rise and Extra Dice only fall. So one sweep settles everything: points
from the highest down, and for each the Extra Dice from zero up.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.solver.layout import (
    FIVES,
    MOST_TO_END,
    THROWS,
    Indices,
    Layout,
    Spans,
    Values,
)
from dicehall.games.sparkle.solver.rows import (
    ALL_LANES,
    LANES,
    add,
    empty_rows,
    equal,
    higher,
    load,
    scale,
    store,
)
from dicehall.games.sparkle.solver.starts import NEVER
from dicehall.solving.kernels import kernel

LEVELS_KEPT = 6
"""A re-roll costs at most five Extra Dice; a fizzle of five dice looks one level ahead."""
MOST_FACES, MOST_SHRUNK, MOST_KEPT = 6, 5, 4
"""The lengths of the lists of `next_hands`, `rolls_shrunk` and `kept_shrunk`."""
FIZZLE = -1
END = 1 << 12
REROLL = 1 << 13

Choices = NDArray[np.int16]
NO_CHOICES: Choices = np.empty((0, 0, 0, 0), dtype=np.int16)

AFTER_POINTS, AFTER_THROW, AFTER_MAY_END = range(3)
"""The columns of `FlatLayout.afters`."""
FIRST_THROW = THROWS.index(FIVES[0])
"""The throw that begins a turn: all five dice, and no set waits."""


class FlatLayout(NamedTuple):
    """A `Layout` in the form that kernels need; names without an explanation mean the same there.

    Kernels take the arrays out of it before a loop, as each access inside would count references.
    The lists of hands that are used most are rows of equal length, since loops of known length are
    faster. Short ones are padded with the number after the last hand, which adds nothing to a sum
    and is never the best.
    """

    scoring: int
    rolls: int
    misses: Indices
    """How many dice each hand is missing."""
    afters: NDArray[np.uint32]
    """The rows of `Layout.after_rows`."""
    banks: Spans
    keeps: Spans
    kept: NDArray[np.uint32]
    """The hands that a re-roll can leave, those missing most first."""
    kept_shrunk: NDArray[np.uint32]
    """For each of them, those with one die fewer."""
    rolls_shrunk: NDArray[np.uint32]
    """The same for each roll."""
    grown: Spans
    next_hands: NDArray[np.uint32]
    """The lists of `grown`."""
    next_shares: Values
    """One divided by the length of each."""
    throws: Indices
    fizzles: Spans
    chances: Values


def flat(layout: Layout) -> FlatLayout:
    """The layout in the form that kernels need."""
    kept = np.unique(layout.keeps.items)[::-1]
    no_hand = len(layout.hands)
    shrunk = layout.shrunk.padded(MOST_SHRUNK, no_hand)
    return FlatLayout(
        scoring=layout.scoring,
        rolls=layout.rolls,
        misses=layout.misses,
        afters=layout.after_rows,
        banks=layout.banks,
        keeps=layout.keeps,
        kept=kept.astype(np.uint32),
        kept_shrunk=shrunk[kept, :MOST_KEPT],
        rolls_shrunk=shrunk[: layout.rolls],
        grown=layout.grown,
        next_hands=layout.grown.padded(MOST_FACES, no_hand),
        next_shares=1 / np.diff(layout.grown.starts),
        throws=layout.throws,
        fizzles=layout.fizzles,
        chances=layout.chances,
    )


@kernel(nogil=True)
def solve_turn(
    dice: FlatLayout, ends: Values, fizzles: Values, beyond: Values, choices: Choices
) -> Values:
    """The value of every throw of the turn, by points, Extra Dice, throw and lane.

    `ends` is the worth of ending with these points (NEVER where forbidden), `fizzles` the worth of
    a fizzle, also with one more Extra Die; beyond the array of points, `beyond` is the value of
    every throw. `choices` records the best move of each roll unless it is empty.
    """
    afters, misses, throws = dice.afters, dice.misses, dice.throws
    points_count, extra_count = ends.shape[0] - MOST_TO_END, ends.shape[1]
    after = np.empty((points_count, extra_count, throws.size, LANES))
    banked = empty_rows(len(afters))
    value = empty_rows(LEVELS_KEPT * (misses.size + 1)).reshape(LEVELS_KEPT, -1, LANES)
    value[:, misses.size] = 0.0
    kept = empty_rows(misses.size + 1)
    for points in range(points_count - 1, -1, -1):
        fizzle = fizzles[min(points, fizzles.shape[0] - 1)]
        kept[:] = NEVER
        for roll in range(dice.scoring, dice.rolls):
            value[0, roll] = fizzle[0]
        for extra in range(extra_count):
            level = value[extra % LEVELS_KEPT]
            _weigh_banks(afters, ends, beyond, after, banked, points, extra)
            _value_scoring(dice, banked, kept, level)
            _value_partial(dice, level)
            if choices.size:
                _record(dice, ends, banked, value, fizzle, points, extra, choices)
            _weigh_keeps(dice, value, kept, extra + 1)
            ahead = value[(extra + 1) % LEVELS_KEPT]
            _value_fizzles(dice, fizzle, kept, ahead, extra + 1)
            _add_gifts(dice, level, ahead)
            for throw in range(throws.size):
                store(after[points, extra], throw, load(level, throws[throw]))
    return after


@kernel()
def _weigh_banks(
    afters: NDArray[np.uint32],
    ends: Values,
    beyond: Values,
    after: Values,
    banked: Values,
    points: int,
    extra: int,
) -> None:
    """The worth of each bank: roll on, or end if that is better and allowed."""
    for i in range(len(afters)):
        reached = points + afters[i, AFTER_POINTS]
        if reached < after.shape[0]:
            row = load(after[reached, extra], afters[i, AFTER_THROW])
        else:
            row = load(beyond[reached - after.shape[0], extra], afters[i, AFTER_THROW])
        if afters[i, AFTER_MAY_END]:
            row = higher(row, load(ends[reached], extra))
        store(banked, i, row)


@kernel()
def _value_scoring(dice: FlatLayout, banked: Values, kept: Values, level: Values) -> None:
    """The value of each scoring roll: its best bank or re-roll."""
    starts, banks = dice.banks
    shrunk = dice.rolls_shrunk
    for roll in range(dice.scoring):
        row = load(banked, banks[starts[roll]])
        for i in range(starts[roll] + 1, starts[roll + 1]):
            row = higher(row, load(banked, banks[i]))
        for i in range(MOST_SHRUNK):
            row = higher(row, load(kept, shrunk[roll, i]))
        store(level, roll, row)


@kernel()
def _value_partial(dice: FlatLayout, level: Values) -> None:
    """The value of each partial hand: the mean over the next die."""
    hands, shares = dice.next_hands, dice.next_shares
    for i in range(shares.size):
        row = load(level, hands[i, 0])
        for face in range(1, MOST_FACES):
            row = add(row, load(level, hands[i, face]))
        store(level, dice.rolls + i, scale(row, shares[i]))


@kernel()
def _weigh_keeps(dice: FlatLayout, value: Values, kept: Values, extra: int) -> None:
    """The best that a hand can become by rolling its missing dice, or more."""
    misses, hands, shrunk = dice.misses, dice.kept, dice.kept_shrunk
    for i in range(hands.size):
        hand = hands[i]
        if misses[hand] > extra:
            continue
        row = load(value[(extra - misses[hand]) % LEVELS_KEPT], hand)
        for less in range(MOST_KEPT):
            row = higher(row, load(kept, shrunk[i, less]))
        store(kept, hand, row)


@kernel()
def _value_fizzles(
    dice: FlatLayout, fizzle: Values, kept: Values, level: Values, extra: int
) -> None:
    """The value of each fizzled roll: its best re-roll, or accepting it."""
    shrunk = dice.rolls_shrunk
    for roll in range(dice.scoring, dice.rolls):
        row = load(fizzle, extra)
        for i in range(MOST_SHRUNK):
            row = higher(row, load(kept, shrunk[roll, i]))
        store(level, roll, row)


@kernel()
def _add_gifts(dice: FlatLayout, level: Values, ahead: Values) -> None:
    """Raise the throws of five dice, which gain an Extra Die if they fizzle (Sparkle 11)."""
    (starts, items), chances = dice.fizzles, dice.chances
    first_five = level.shape[0] - starts.size
    for waiting in range(starts.size - 1):
        row = load(level, first_five + waiting)
        for i in range(starts[waiting], starts[waiting + 1]):
            gain = add(load(ahead, items[i]), scale(load(level, items[i]), -1.0))
            row = add(row, scale(gain, chances[i]))
        store(level, first_five + waiting, row)


@kernel()
def _record(
    dice: FlatLayout,
    ends: Values,
    banked: Values,
    value: Values,
    fizzle: Values,
    points: int,
    extra: int,
    choices: Choices,
) -> None:
    """Record the move that reaches the value of each roll, preferring a bank to a re-roll.

    Totals solved together mostly choose alike, so a move is compared in all lanes at once.
    """
    afters, misses = dice.afters, dice.misses
    starts, banks = dice.banks
    keep_starts, keeps = dice.keeps
    level, chosen = value[extra % LEVELS_KEPT], choices[points, extra]
    for roll in range(dice.rolls):
        best = load(level, roll)
        open_lanes = ALL_LANES
        if roll < dice.scoring:
            for i in range(starts[roll], starts[roll + 1]):
                bank = banks[i]
                lanes = open_lanes & equal(load(banked, bank), best)
                if lanes:
                    _choose(chosen, roll, lanes, bank)
                    open_lanes &= ~lanes
                    if afters[bank, AFTER_MAY_END]:
                        reached = points + afters[bank, AFTER_POINTS]
                        ending = lanes & equal(load(ends[reached], extra), best)
                        _choose(chosen, roll, ending, bank + END)
                    if not open_lanes:
                        break
        lanes = open_lanes & equal(load(fizzle, extra), best)
        _choose(chosen, roll, lanes, FIZZLE)
        open_lanes &= ~lanes
        if not open_lanes:
            continue
        for i in range(keep_starts[roll], keep_starts[roll + 1]):
            cost = misses[keeps[i]]
            if cost > extra:
                break  # they are ordered by missing dice
            lanes = open_lanes & equal(load(value[(extra - cost) % LEVELS_KEPT], keeps[i]), best)
            if lanes:
                _choose(chosen, roll, lanes, REROLL + keeps[i])
                open_lanes &= ~lanes
                if not open_lanes:
                    break


@kernel()
def _choose(chosen: Choices, roll: int, lanes: int, choice: int) -> None:
    """Record a move of a roll in the lanes whose bits are set."""
    for lane in range(LANES):
        if lanes >> lane & 1:
            chosen[roll, lane] = choice
