"""The tablebases that can be made on this machine: which game has one, and what making it says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from dicehall.game import find_game, games
from dicehall.game.messages import said
from dicehall.game.refused import BadOption

PART = "solver.making"
"""The part of a game that makes its tablebases."""

MakingReport = Callable[[str, float], None]
"""Told what is being done, and the share of it that is done, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Made:
    """The worth of a new game by its tablebase, and how the tablebase was made."""

    value: float
    unit: str
    """ "points", or "win-minus-loss" to the seat that begins."""
    seconds: float
    """How long the tablebase of this value took; next to nothing if it was there."""
    details: Mapping[str, float | bool] = field(default_factory=dict)


class Maker(Protocol):
    """Makes the tablebases of a game and keeps them; those that are there are only checked."""

    def __call__(self, game: str, report: MakingReport, *, again: bool = False) -> Made: ...


def find_maker(game: str) -> Maker:
    """What makes the tablebases of a game; refused if it has none."""
    making = find_game(game).part(PART)
    if making is None:
        legal = tuple(name for name, entry in games().items() if entry.part(PART))
        message = said("%(game)s has no table that could be solved", game=game)
        raise BadOption(message, legal=legal)
    maker: Maker = making.make
    return maker
