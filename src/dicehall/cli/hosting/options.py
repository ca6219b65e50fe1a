"""What the commands of a host are asked in the same way."""

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from dicehall.cli.printing import one_line
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption

if TYPE_CHECKING:
    from dicehall.match.administration import Administration

Found = TypeVar("Found")

Database = Annotated[
    str, typer.Option(help="The database instead: postgresql://…", envvar="DICEHALL_DATABASE")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and stop.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
Limit = Annotated[int, typer.Option(help="At most so many.", min=1, max=100_000)]

_AGE = re.compile(r"(\d{1,5})([dw])")
_DAYS = {"d": 1, "w": 7}


def in_house(
    data: Path | None,
    database: str,
    ask: "Callable[[Administration], Awaitable[Found]]",
    *,
    create: bool = False,
) -> Found:
    """What `ask` finds in the house in this folder or database; with `create` also in a folder that
    is new."""
    from dicehall.host.administration import administration
    from dicehall.host.settings import Settings

    async def run() -> Found:
        folder = Settings(data=data).folder
        async with administration(database, folder, create=create) as host:
            return await ask(host)

    return asyncio.run(run())


def confirm(plan: list[str], *, dry_run: bool, yes: bool) -> None:
    """Say what is about to be done; go on if that is wanted, else leave the command."""
    for line in plan:
        print(one_line(line))
    if dry_run:
        print("Nothing was changed.")
        raise typer.Exit
    if not yes and not _agreed():
        print("Nothing was changed.")
        raise typer.Exit(1)


def _agreed() -> bool:
    print("This cannot be undone. Go on? [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def read_age(text: str) -> float:
    """An age in seconds.

    >>> read_age("2w") == read_age("14d") == 14 * 24 * 3600
    True
    """
    found = _AGE.fullmatch(text)
    if not found:
        raise BadOption(translatable("%(age)r is no age: write 365d or 52w", age=text[:40]))
    return int(found[1]) * _DAYS[found[2]] * 24 * 3600.0


def read_match(text: str) -> str:
    """The id of a match; its address will do.

    >>> read_match("https://dice.example/matches/0f3a/dice?roll=7")
    '0f3a'
    """
    return text.partition("/matches/")[2].partition("/")[0].partition("?")[0] or text
