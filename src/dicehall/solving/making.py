"""Which tablebases can be made on this machine, and the functions that make and check them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

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


def find_task(game: str, task: str) -> Any:
    """A function of a game's `solver.making`: `make` is a `Maker`, `check` a `Checker`,
    `write_compact` and `use_compact` are `CompactTransfer`s. Refused if the game has none."""
    if found := _find(game, task):
        return found
    match task:
        case "make":
            message = translatable("%(game)s has no tablebase to compute", game=game)
        case "check":
            message = translatable("a tablebase of %(game)s cannot be checked", game=game)
        case _:
            message = translatable("%(game)s has no compact tablebase", game=game)
    raise BadOption(message, legal=tuple(name for name in games() if _find(name, task)))


def _find(game: str, task: str) -> object:
    return getattr(find_game(game).part(PART), task, None)
