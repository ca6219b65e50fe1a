"""Where the matches of this machine are kept: a folder of records, one file for each match.

A file is written whole after every event and put in the place of the one before, so that whatever
ends this program leaves a record that can be read.
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
"""The note of a record that says when the match began."""

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class ShelvedMatch:
    """A match and the name of its file."""

    name: str
    match: LocalMatch

    @property
    def opened(self) -> str:
        """When it began, as its record says; empty if it does not."""
        return dict(self.match.notes).get(OPENED, "")


@dataclass(frozen=True, slots=True)
class Shelf:
    """The matches in a folder."""

    folder: Path
    clock: Clock = lambda: datetime.now(UTC)

    def new_name(self, game: AnyGame) -> tuple[str, dict[str, str]]:
        """A free file name, so that files are sorted by time, and the notes of the record."""
        now = self.clock()
        stem, number = f"{now:%Y-%m-%d-%H%M%S}-{game.name}", 1
        name = stem
        while (self.folder / f"{name}{SUFFIX}").exists():
            number += 1
            name = f"{stem}-{number}"
        return f"{name}{SUFFIX}", {OPENED: f"{now:%Y-%m-%dT%H:%M:%SZ}"}

    def save(self, name: str, match: LocalMatch) -> None:
        """Keep a match as it is now."""
        write_whole(self.folder / name, write(match.record))

    def load(self, name: str) -> ShelvedMatch:
        """A match that was kept; refused if its file is no record."""
        text = (self.folder / name).read_text("utf-8")
        return ShelvedMatch(name, LocalMatch.read(*read(text)))

    def all(self) -> tuple[list[ShelvedMatch], list[str]]:
        """All matches, the newest first, and the names of files that cannot be read."""
        found, broken = list[ShelvedMatch](), list[str]()
        for path in sorted(self.folder.glob(f"*{SUFFIX}"), reverse=True):
            try:
                found.append(self.load(path.name))
            except (OSError, ValueError, Refused):
                broken.append(path.name)
        return found, broken

    def running(self) -> list[ShelvedMatch]:
        """The matches that can be gone on with, the newest first."""
        return [kept for kept in self.all()[0] if may_go_on(kept.match)]


def may_go_on(match: LocalMatch) -> bool:
    """Whether a match is not over, and its dice are known here."""
    return not match.is_over and match.seed != ""


def write_whole(path: Path, text: str) -> None:
    """Put a text into a file, all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=".", delete=False
    ) as file:
        file.write(text)
    os.replace(file.name, path)
