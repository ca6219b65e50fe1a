"""A small network that predicts the points still to come on a Pocket Hexes board between rounds.

Each hex has a pattern, which covers hexes up to two steps away, and an empty hex has a second one:
what it would surround. Patterns, the numbers that wait to be scored and the rounds left each select
a row of weights; the rows are added up, and two small layers map the sums to one number. Patterns
are invariant under the twelve symmetries of the board, and the shipped rows are multiples of
`STEP`, which floats add exactly in any order: so boards that differ only by a rotation or a
reflection have bit-identical values.

Many boards are evaluated at once: an array has a row for each hex and a column for each board.
"""

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.rules import EMPTY, HEXES, INNER, NEIGHBOURS, PLACEMENTS

Boards = NDArray[np.int8]
"""The number on each hex, or `EMPTY`, by hex and board; a last row is `EMPTY` throughout and stands
for the neighbours that a border hex lacks."""

SPOTS = len(HEXES)
ROUNDS = (SPOTS - 1) // PLACEMENTS
HIGHEST = 20
NEAR = np.array([(*around, *(SPOTS,) * (6 - len(around))) for around in NEIGHBOURS]).T
"""The neighbours of each hex, `SPOTS` where there are fewer than six."""
NEAR_COUNTS = np.array([[len(around)] for around in NEIGHBOURS])
IS_INNER = np.array([[spot in INNER] for spot in range(SPOTS)])
INNER_SPOTS = np.array(INNER)

DEMANDS = np.array([0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 13, 13, 14, 14, 15, 15])
"""By the highest number around an empty hex, plus one: how demanding the hex is, in 16 steps."""
DEMAND_STEPS = 16
KINDS_OF_EMPTY = 3
CLOSING_GAPS = 3
QUEUE = 6
"""How many of the numbers that wait to be scored are considered, highest first."""

NOTHING = 0
"""The row for hexes that cannot gain any more points; always zero."""
EMPTY_ROWS = 1
LIVE_ROWS = EMPTY_ROWS + KINDS_OF_EMPTY * DEMAND_STEPS * 7 * DEMAND_STEPS
CLOSING_ROWS = LIVE_ROWS + (HIGHEST + 1) * 6 * DEMAND_STEPS
WAITING_ROWS = CLOSING_ROWS + (HIGHEST + 1) * CLOSING_GAPS * DEMAND_STEPS
ROUND_ROWS = WAITING_ROWS + QUEUE * (HIGHEST + 1)
"""The first row of each kind."""

SUMS = 32
UNITS = 16
POINTS = 32.0
"""How many points one unit of the network's output is."""
STEP = 2.0**-9
AT_ONCE = 2048
"""Boards that are valued together: their arrays fit in a core's cache."""


class Network(NamedTuple):
    """The weights. All but the rows and the inner layer depend on the rounds left."""

    rows: NDArray[np.float32]
    inner: NDArray[np.float32]
    """From sums, where they are positive, to units."""
    inner_bias: NDArray[np.float32]
    direct: NDArray[np.float32]
    """From sums to the value."""
    outer: NDArray[np.float32]
    """From units, where they are positive, to the value."""
    outer_bias: NDArray[np.float32]


class TrainedNetwork(NamedTuple):
    """The trained network that ships with the package; research/hexes/train.py makes it."""

    network: Network
    errors: NDArray[np.float32]
    """The standard error of a prediction, by rounds left."""


@cache
def shipped() -> TrainedNetwork:
    """The network that ships with the package."""
    with as_file(files(__package__) / "weights.npz") as path:
        return load_network(path)


def load_network(path: Path) -> TrainedNetwork:
    """Read a network; its rows are stored as multiples of `STEP`."""
    with np.load(path) as file:
        layers = {name: file[name] for name in Network._fields}
        layers["rows"] = layers["rows"] * np.float32(STEP)
        return TrainedNetwork(Network(**layers), file["errors"])


def highest_near(boards: Boards) -> Boards:
    """The highest number around each hex, or `EMPTY`."""
    return _highest(boards, NEAR)


def pattern_sums(boards: Boards, rounds: int, network: Network) -> NDArray[np.float32]:
    """By board, the sum of the rows of all patterns and of the rounds that follow."""
    sums = np.tile(network.rows[ROUND_ROWS + rounds], (boards.shape[1], 1))
    for at in range(0, len(sums) if rounds else 0, AT_ONCE):
        part = sums[at : at + AT_ONCE]
        own, closing = pattern_rows(boards[:, at : at + AT_ONCE])
        for rows in own:
            part += network.rows.take(rows, axis=0)
        for rows in closing:
            (closes,) = rows.nonzero()
            part[closes] += network.rows.take(rows[closes], axis=0)
    return sums


def surrounded_numbers(boards: Boards) -> Boards:
    """The number of each surrounded inner hex, else `EMPTY`, by inner hex and board."""
    is_open = np.zeros((len(INNER), boards.shape[1]), bool)
    for near in NEAR[:, INNER_SPOTS]:
        is_open |= boards[near] == EMPTY
    return np.where(is_open, np.int8(EMPTY), boards[INNER_SPOTS])


def waiting_numbers(surrounded: Boards, scored: NDArray[np.bool_]) -> Boards:
    """The `surrounded_numbers` that are not scored, the highest first, then `EMPTY`."""
    waiting = np.where(scored[INNER_SPOTS, None], np.int8(EMPTY), surrounded)
    waiting.sort(axis=0)
    return waiting[: -QUEUE - 2 : -1]


def settled_values(
    surrounded: Boards,
    sums: NDArray[np.float32],
    scored: NDArray[np.bool_],
    rounds: int,
    network: Network,
    *,
    taken: bool,
) -> NDArray[np.float64]:
    """The points still to come on each board after the last placement of a round.

    `surrounded` are its `surrounded_numbers`, `sums` its `pattern_sums`, `scored` the hexes that
    have been scored, and `rounds` is how many rounds follow. Unless this round's score is `taken`,
    the highest number that waits is scored now.
    """
    values = np.zeros(len(sums))
    for at in range(0, len(sums), AT_ONCE):
        part = slice(at, at + AT_ONCE)
        waiting = waiting_numbers(surrounded[:, part], scored)
        if not taken:
            values[part] = np.maximum(waiting[0], 0)
            waiting = waiting[1:]
        if rounds:
            values[part] += _promises(sums[part], waiting[:QUEUE], rounds, network)
    return values


def pattern_rows(boards: Boards) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The two rows of each hex: of itself with its gaps, and of what it would surround."""
    numbers = boards[:SPOTS]
    empty = numbers == EMPTY
    gaps = sum((boards[near] == EMPTY).view(np.int8) for near in NEAR)
    gaps -= (6 - NEAR_COUNTS).astype(np.int8)
    top = np.where(empty, highest_near(boards), np.int8(EMPTY))
    nearly = ~empty & IS_INNER & (gaps == 1)
    hardest = _highest(_bordered(top), NEAR)
    closing = _highest(_bordered(np.where(nearly, numbers, np.int8(EMPTY))), NEAR)
    demands = _DEMANDS[hardest]
    demand = _DEMANDS[top]
    own = (_KINDS + demand) * np.int16(7)
    own += gaps
    own *= np.int16(DEMAND_STEPS)
    own += demands + np.int16(EMPTY_ROWS)
    live = (numbers * np.int16(6) + gaps - np.int16(1)) * np.int16(DEMAND_STEPS)
    live += demands + np.int16(LIVE_ROWS)
    live[(gaps == 0) | ~IS_INNER] = NOTHING
    few = np.minimum(gaps, np.int8(CLOSING_GAPS - 1))
    closes = (closing * np.int16(CLOSING_GAPS) + few) * np.int16(DEMAND_STEPS)
    closes += demand + np.int16(CLOSING_ROWS)
    closes[~empty | (closing == EMPTY)] = NOTHING
    return np.where(empty, own, live), closes


_DEMANDS = np.roll(DEMANDS, -1).astype(np.int16)
"""By the number itself: `EMPTY`, which is -1, indexes the last entry."""
_KINDS = (np.minimum(6 - NEAR_COUNTS, 3) * 2 // 3 * DEMAND_STEPS).astype(np.int16)


def _highest(numbers: Boards, near: NDArray[np.int64]) -> Boards:
    highest: Boards = numbers[near[0]]
    for others in near[1:]:
        np.maximum(highest, numbers[others], out=highest)
    return highest


def _bordered(numbers: Boards) -> Boards:
    return np.concatenate([numbers, np.full((1, numbers.shape[1]), EMPTY, np.int8)])


def _promises(
    sums: NDArray[np.float32], waiting: Boards, rounds: int, network: Network
) -> NDArray[np.float64]:
    """The points that the network promises each board; a board's do not depend on the others."""
    sums = sums.copy()
    for place, numbers in enumerate(waiting):
        (waits,) = (numbers != EMPTY).nonzero()
        rows = WAITING_ROWS + place * (HIGHEST + 1) + numbers[waits].astype(np.int64)
        sums[waits] += network.rows.take(rows, axis=0)
    sums = np.ascontiguousarray(sums.T)  # a row for each sum: whole rows are added below
    values = np.full(sums.shape[1], network.outer_bias[rounds])
    units = np.repeat(network.inner_bias[rounds, :, None], sums.shape[1], axis=1)
    for place in range(SUMS):
        values += network.direct[rounds, place] * sums[place]
        units += np.maximum(sums[place], np.float32(0)) * network.inner[place, :, None]
    np.maximum(units, np.float32(0), out=units)
    for unit in range(UNITS):
        values += network.outer[rounds, unit] * units[unit]
    return POINTS * values.astype(np.float64)
