"""`dicehall admin` for guests: list, export and erase their data."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dicehall.cli.arguments import AsJson, DataFolder
from dicehall.cli.hosting.options import (
    Database,
    DryRun,
    Limit,
    Yes,
    confirm,
    day,
    new_file,
    with_store,
)
from dicehall.cli.printing import counted, one_line, print_json

if TYPE_CHECKING:
    from dicehall.match.administration import Administration

GuestArgument = Annotated[
    str, typer.Argument(metavar="GUEST", help="The guest's id, as shown by `list` and `show`.")
]


def list_guests(
    name: Annotated[str, typer.Option(help="Only guests whose name contains this text.")] = "",
    limit: Limit = 50,
    data: DataFolder = None,
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """List guests, most recently active first."""

    async def query_store(host: "Administration") -> list[dict[str, object]]:
        from dicehall.match.store.editing import find_guests

        rows = await host.store.ask(find_guests(name=name, limit=limit))
        keys = ("guest", "name", "matches", "first_at", "last_at")
        return [dict(zip(keys, row, strict=True)) for row in rows]

    found = with_store(data, database, query_store)
    if as_json:
        print_json(found)
        return
    for one in found:
        last = day(one["last_at"])  # type: ignore[arg-type]
        matches = counted(one["matches"], "match", "matches")  # type: ignore[arg-type]
        print(one_line(f"{one['guest']:<18} {last}  {matches:>14}  {one['name']}"))


def export_guest(
    guest: GuestArgument,
    output: Annotated[
        Path | None, typer.Option(help="Write to this new file, readable only by you.")
    ] = None,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Print all stored data about a guest as JSON."""
    text = json.dumps(with_store(data, database, lambda host: host.export(guest)), indent=2)
    if output is None:
        print(text)
        return
    with new_file(output) as file:
        file.write(f"{text}\n")


def erase_guest(
    guest: GuestArgument,
    dry_run: DryRun = False,
    yes: Yes = False,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Erase a guest: anonymise their matches with others and delete the rest."""

    async def query_store(host: "Administration") -> tuple[list[tuple[str, bool]], dict[str, int]]:
        ids = await host.matches_of(guest)
        shared = [(match_id, await host.played_with(guest, match_id)) for match_id in ids]
        return shared, await host.tries_of(guest)

    found, tries = with_store(data, database, query_store)
    plan = [
        f"take {guest} out of {match_id}" if shared else f"delete {match_id}"
        for match_id, shared in found
    ]
    plan += [
        f"delete {counted(count, 'try', 'tries')} at puzzles of {game}"
        for game, count in tries.items()
    ]
    confirm(plan, dry_run=dry_run, yes=yes)
    with_store(data, database, lambda host: host.erase_guest(guest))
