"""Saved matches: a folder of records, one file per match.

The file is rewritten atomically after every event, so it stays readable even if the program is
killed.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

from dicehall.game import AnyGame
from dicehall.game.records import read, write
from dicehall.game.refused import Refused
from dicehall.plain_terminal.local_match import LocalMatch

SUFFIX = ".dice"
OPENED = "opened"
"""The note in a record with the start time of the match."""

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class ShelvedMatch:
    """A match and the name of its file."""

    name: str
    match: LocalMatch

    @property
    def opened(self) -> str:
        """The start time from its record; empty if missing."""
        return dict(self.match.notes).get(OPENED, "")


@dataclass(frozen=True, slots=True)
class Shelf:
    """The saved matches in a folder."""

    folder: Path
    clock: Clock = lambda: datetime.now(UTC)

    def new_name(self, game: AnyGame) -> tuple[str, dict[str, str]]:
        """An unused file name that sorts by time, and the notes to add to the record."""
        now = self.clock()
        stem, number = f"{now:%Y-%m-%d-%H%M%S}-{game.name}", 1
        name = stem
        while (self.folder / f"{name}{SUFFIX}").exists():
            number += 1
            name = f"{stem}-{number}"
        return f"{name}{SUFFIX}", {OPENED: f"{now:%Y-%m-%dT%H:%M:%SZ}"}

    def save(self, name: str, match: LocalMatch) -> None:
        """Save the current state of a match."""
        write_whole(self.folder / name, write(match.record))

    def load(self, name: str) -> ShelvedMatch:
        """Load a saved match; refused if the file is not a record."""
        text = (self.folder / name).read_text("utf-8")
        return ShelvedMatch(name, LocalMatch.read(*read(text)))

    def all(self) -> tuple[list[ShelvedMatch], list[str]]:
        """All matches, newest first, and the names of unreadable files."""
        found, broken = list[ShelvedMatch](), list[str]()
        for path in sorted(self.folder.glob(f"*{SUFFIX}"), reverse=True):
            try:
                found.append(self.load(path.name))
            except (OSError, ValueError, Refused):
                broken.append(path.name)
        return found, broken

    def running(self) -> list[ShelvedMatch]:
        """The matches that can be resumed, newest first."""
        return [saved for saved in self.all()[0] if can_resume(saved.match)]


def can_resume(match: LocalMatch) -> bool:
    """Whether a match is unfinished and the seed of its dice is known."""
    return not match.is_over and match.seed != ""


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=".", delete=False
    ) as file:
        file.write(text)
    os.replace(file.name, path)
