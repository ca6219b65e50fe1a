"""FUNE's cards as its tables index them: a set of open boxes and an upper sum."""

from functools import cache

from dicehall.games.fune.rules import BONUS_AT, BOXES, DICE, UPPER, Card, upper_sum

BOX_SETS = 1 << len(BOXES)
"""A set of open boxes is an integer: bit b is set if box b is open."""

UPPER_SUMS = BONUS_AT + 1
"""Upper sums range from 0 to 63; 63 means any sum that earns the bonus (FUNE 6)."""


def open_boxes(card: Card) -> int:
    """A card's set of open boxes."""
    return sum(1 << box for box, points in enumerate(card) if points is None)


def counted_upper_sum(card: Card) -> int:
    """A card's upper sum, at most 63."""
    return min(upper_sum(card), BONUS_AT)


def points_of(card: Card) -> int:
    """The points in a card's boxes, without the bonus."""
    return sum(points or 0 for points in card)


@cache
def sum_ranges() -> list[tuple[int, int]]:
    """For each set of open boxes, the lowest and highest upper sum that the tables distinguish.

    Higher sums cannot be reached. Lower ones are equivalent to the lowest: too far from the bonus.
    """
    most = [DICE * (box + 1) for box in range(len(UPPER))]
    closed_upper = {
        boxes: sum(points for box, points in enumerate(most) if not boxes >> box & 1)
        for boxes in range(1 << len(UPPER))
    }
    reach = [closed_upper[boxes % len(closed_upper)] for boxes in range(BOX_SETS)]
    return [
        (max(BONUS_AT - (sum(most) - closed) - 1, 0), min(closed, BONUS_AT)) for closed in reach
    ]


def card_number(boxes: int, upper: int) -> int:
    """The row of a card in the tables, which hold one row for each card that differs."""
    lowest, highest = sum_ranges()[boxes]
    return _first_numbers()[boxes] + min(max(upper, lowest), highest) - lowest


@cache
def _first_numbers() -> list[int]:
    """The row of the first card of each set of open boxes; at the end, the number of rows."""
    firsts = [0]
    for lowest, highest in sum_ranges():
        firsts.append(firsts[-1] + highest - lowest + 1)
    return firsts
