"""The tables that can be made on this machine: which game has one, and what making it says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol

from dicehall.refused import BadOption
from dicehall.rules import find_kind

Report = Callable[[str, float], None]
"""Told what is being done, and the share of it that is done, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Made:
    """The worth of a new game by its table, and how the table was made."""

    value: float
    unit: str
    """ "points", or "win-minus-loss" to the seat that begins."""
    seconds: float
    """How long the table of this value took; next to nothing if it was there."""
    details: Mapping[str, float | bool] = field(default_factory=dict)


class Maker(Protocol):
    """Makes the tables of a game and keeps them; those that are there are only checked."""

    def __call__(self, game: str, report: Report, *, again: bool = False) -> Made: ...


MODULES = {
    "sparkle": "sparkle_making",
    "knuckles": "bones_making",
    "knucklebones": "bones_making",
    "fune": "fune_making",
}


def find_maker(game: str) -> Maker:
    """What makes the tables of a game; refused if it has none."""
    find_kind(game)
    if game not in MODULES:
        raise BadOption(f"{game} is too large for a table: nothing to solve", legal=tuple(MODULES))
    maker: Maker = import_module(f"dicehall.solve.{MODULES[game]}").make
    return maker
