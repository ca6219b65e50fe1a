"""The tablebases that can be made on this machine: which game has one, and what making it says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, cast

from dicehall.game import find_game, games
from dicehall.game.messages import translatable
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


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether a tablebase is right, and what that rests on."""

    passed: bool
    details: Mapping[str, float | bool | str]


class Maker(Protocol):
    """Makes the tablebases of a game and keeps them; those that are there are only checked."""

    def __call__(self, game: str, report: MakingReport, *, again: bool = False) -> Made: ...


class Checker(Protocol):
    """Checks the tablebase of a game that is on this machine."""

    def __call__(self, game: str, report: MakingReport) -> Checked: ...


class CompactTransfer(Protocol):
    """Writes a tablebase in compact form to a file, or takes one from it; returns its bytes."""

    def __call__(self, game: str, file: Path, report: MakingReport) -> int: ...


def find_maker(game: str) -> Maker:
    """What makes the tablebases of a game; refused if it has none."""
    if maker := _find(game, "make"):
        return cast(Maker, maker)
    message = translatable("%(game)s has no table that could be solved", game=game)
    raise BadOption(message, legal=_able("make"))


def find_checker(game: str) -> Checker:
    """What checks the tablebase of a game; refused if nothing does."""
    if checker := _find(game, "check"):
        return cast(Checker, checker)
    raise BadOption(
        translatable("nothing checks a table of %(game)s", game=game), legal=_able("check")
    )


def find_compact_writer(game: str) -> CompactTransfer:
    """What writes the tablebase of a game that is on this machine to a file."""
    return _find_compact(game, "write_compact")


def find_compact_reader(game: str) -> CompactTransfer:
    """What takes the tablebase of a game from such a file."""
    return _find_compact(game, "use_compact")


def _find_compact(game: str, task: str) -> CompactTransfer:
    if transfer := _find(game, task):
        return cast(CompactTransfer, transfer)
    raise BadOption(translatable("%(game)s has no compact table", game=game), legal=_able(task))


def _find(game: str, task: str) -> object:
    return getattr(find_game(game).part(PART), task, None)


def _able(task: str) -> tuple[str, ...]:
    """The games that can do this."""
    return tuple(name for name in games() if _find(name, task))
