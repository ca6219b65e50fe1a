"""Options and helpers that the commands for hosts share."""

import asyncio
import os
import re
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO, TypeVar

import typer

from dicehall.cli.printing import one_line
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption

if TYPE_CHECKING:
    from dicehall.match.administration import Administration

Found = TypeVar("Found")

Database = Annotated[
    str, typer.Option(help="Use this database instead: postgresql://…", envvar="DICEHALL_DATABASE")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and stop.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]
Limit = Annotated[int, typer.Option(help="The maximum number of rows.", min=1, max=100_000)]

_AGE = re.compile(r"(\d{1,5})([dw])")
_DAYS = {"d": 1, "w": 7}


def with_store(
    data: Path | None,
    database: str,
    action: "Callable[[Administration], Awaitable[Found]]",
    *,
    create: bool = False,
) -> Found:
    """Run `action` on the matches in this folder or database and return its result; `create` allows
    a new folder."""
    from dicehall.host.backup import administration
    from dicehall.host.settings import Settings

    async def run() -> Found:
        folder = Settings(data=data).folder
        async with administration(database, folder, create=create) as host:
            return await action(host)

    return asyncio.run(run())


def confirm(plan: list[str], *, dry_run: bool, yes: bool) -> None:
    """Print the plan and ask for confirmation; exit the command if it is not given."""
    for line in plan:
        print(one_line(line))
    if dry_run:
        print("Nothing was changed.")
        raise typer.Exit
    if not yes and not _agreed():
        print("Nothing was changed.")
        raise typer.Exit(1)


def _agreed() -> bool:
    print("This cannot be undone. Continue? [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


@contextmanager
def new_file(path: Path) -> Iterator[TextIO]:
    """Create a file that only its owner can read, because it holds names. If writing fails, the
    file is removed."""
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        why = str(error.strerror)
        raise BadOption(
            translatable("%(file)s cannot be written: %(why)s", file=str(path), why=why)
        ) from None
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            yield file
    except BaseException as failure:
        path.unlink()
        if isinstance(failure, OSError):
            raise OSError(failure.errno, failure.strerror, str(path)) from None
        raise


def read_age(text: str) -> float:
    """Parse an age; returns seconds.

    >>> read_age("2w") == read_age("14d") == 14 * 24 * 3600
    True
    """
    found = _AGE.fullmatch(text)
    if not found:
        raise BadOption(translatable("%(age)r is not an age: write 365d or 52w", age=text[:40]))
    return int(found[1]) * _DAYS[found[2]] * 24 * 3600.0


def read_match(text: str) -> str:
    """The id of a match, given its id or URL.

    >>> read_match("https://dice.example/matches/0f3a/dice?roll=7")
    '0f3a'
    """
    return text.partition("/matches/")[2].partition("/")[0].partition("?")[0] or text


if TYPE_CHECKING:
    from dicehall.match.store.protocol import ListedSeat

ListedSeats = list["ListedSeat"]
"""The seats of one match."""


def by_match(listed: "Iterable[ListedSeat]") -> list[ListedSeats]:
    """Group seats by match."""
    return [list(seats) for _, seats in groupby(listed, lambda seat: seat.match_id)]


def as_text(line: ListedSeats) -> str:
    """A match on one line."""
    first = line[0]
    ended = f"over {day(first.ended_at)}" if first.ended_at else "running"
    names = " – ".join(f"{seat.name} ({seat.holder or seat.level})" for seat in line)
    return f"{first.match_id}  {day(first.opened_at)}  {first.game:<13} {ended:<15} {names}"


def as_data(line: ListedSeats) -> dict[str, Any]:
    """A match as plain data."""
    first = line[0]
    return {
        "id": first.match_id,
        "game": first.game,
        "opened_at": first.opened_at,
        "ended_at": first.ended_at,
        "seats": [
            {
                "seat": seat.seat,
                "name": seat.name,
                "guest": seat.holder,
                "level": seat.level,
                "score": seat.score,
            }
            for seat in line
        ],
    }


def day(at: float) -> str:
    """The UTC date of a Unix timestamp.

    >>> day(86400.0)
    '1970-01-02'
    """
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")
