"""Which tablebases can be made on this machine, and the functions that make and check them."""

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
"""Called with the current step and the share done, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class SolveReport:
    """The value of a new game by its tablebase, and how the tablebase was made."""

    value: float
    unit: str
    """"points", or "win-minus-loss" for the seat that begins."""
    seconds: float
    """How long making the tablebase took; almost nothing if it existed."""
    details: Mapping[str, float | bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Whether a tablebase is correct, and the evidence."""

    passed: bool
    details: Mapping[str, float | bool | str]


class Maker(Protocol):
    """Makes and stores the tablebases of a game; existing ones are only checked."""

    def __call__(self, game: str, report: MakingReport, *, again: bool = False) -> SolveReport: ...


class Checker(Protocol):
    """Checks a game's tablebase on this machine."""

    def __call__(self, game: str, report: MakingReport) -> CheckReport: ...


class CompactTransfer(Protocol):
    """Writes a tablebase to a file in compact form, or reads one from it; returns the number of
    bytes."""

    def __call__(self, game: str, file: Path, report: MakingReport) -> int: ...


def find_maker(game: str) -> Maker:
    """The function that makes a game's tablebases; refused if there is none."""
    if maker := _find(game, "make"):
        return cast(Maker, maker)
    message = translatable("%(game)s has no tablebase to compute", game=game)
    raise BadOption(message, legal=_able("make"))


def find_checker(game: str) -> Checker:
    """The function that checks a game's tablebase; refused if there is none."""
    if checker := _find(game, "check"):
        return cast(Checker, checker)
    raise BadOption(
        translatable("a tablebase of %(game)s cannot be checked", game=game), legal=_able("check")
    )


def find_compact_writer(game: str) -> CompactTransfer:
    """The function that writes a game's tablebase to a file."""
    return _find_compact(game, "write_compact")


def find_compact_reader(game: str) -> CompactTransfer:
    """The function that reads a game's tablebase from such a file."""
    return _find_compact(game, "use_compact")


def _find_compact(game: str, task: str) -> CompactTransfer:
    if transfer := _find(game, task):
        return cast(CompactTransfer, transfer)
    raise BadOption(translatable("%(game)s has no compact tablebase", game=game), legal=_able(task))


def _find(game: str, task: str) -> object:
    return getattr(find_game(game).part(PART), task, None)


def _able(task: str) -> tuple[str, ...]:
    """The games that have this function."""
    return tuple(name for name in games() if _find(name, task))
