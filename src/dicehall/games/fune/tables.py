"""FUNE's tables that ship with the package, for every card: what it may still expect.

`values.bin` holds the points still to come with best play, bonus included; `outlooks.bin` their
distribution as equally likely slices, each by its mean. Both come from `dicehall solve fune`
through research/fune/ship.py, and are small by rounding, differences and compression.
"""

import sys
import zlib
from array import array
from functools import cache
from itertools import accumulate
from pathlib import Path

from dicehall.games.fune.cards import card_number

VALUES = Path(__file__).with_name("values.bin")
VALUE_UNIT = 1 / 65536
"""Points: what values are rounded to."""
VALUE_BYTES = 4
"""Bytes of a number in the file: the lowest bytes of all numbers come first."""

OUTLOOKS = Path(__file__).with_name("outlooks.bin")
SLICES = 16
SLICE_UNIT = 1 / 2
"""Points: what slices are rounded to."""
HIGH = 256
"""The first slice takes two bytes: its multiple of `HIGH`, and the rest."""


def points_to_come(boxes: int, upper: int) -> float:
    """The points that a card may still expect, by its open boxes and upper sum."""
    return _values()[card_number(boxes, upper)] * VALUE_UNIT


def outlook(boxes: int, upper: int) -> list[float]:
    """How many points a card still makes if its seat plays for points, in `SLICES` slices."""
    card = card_number(boxes, upper)
    high, *steps = (plane[card] for plane in _outlooks())
    steps[0] += high * HIGH
    return [slice_ * SLICE_UNIT for slice_ in accumulate(steps)]


@cache
def _values() -> "array[int]":
    """The values in units, by card; the file holds the differences between neighbours."""
    planes = zlib.decompress(VALUES.read_bytes())
    count = len(planes) // VALUE_BYTES
    numbers = bytearray(len(planes))
    for plane in range(VALUE_BYTES):
        numbers[plane::VALUE_BYTES] = planes[plane * count : (plane + 1) * count]
    steps = array("i")
    assert steps.itemsize == VALUE_BYTES
    steps.frombytes(numbers)
    if sys.byteorder == "big":
        steps.byteswap()
    return array("i", accumulate(steps))


@cache
def _outlooks() -> list[bytes]:
    """Planes of one byte a card: the first slice's two bytes, then what each slice adds."""
    planes = zlib.decompress(OUTLOOKS.read_bytes())
    count = len(planes) // (SLICES + 1)
    return [planes[start : start + count] for start in range(0, len(planes), count)]
