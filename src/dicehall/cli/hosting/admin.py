"""`dicehall admin`: list, close, rename and delete matches; works while the server runs."""

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated

import typer

from dicehall.cli.arguments import AsJson, DataFolder
from dicehall.cli.hosting import guests
from dicehall.cli.hosting.options import (
    Database,
    DryRun,
    Limit,
    ListedSeats,
    Yes,
    as_data,
    as_text,
    by_match,
    confirm,
    day,
    read_age,
    read_match,
    with_store,
)
from dicehall.cli.printing import counted, one_line, print_json

if TYPE_CHECKING:
    from dicehall.match.administration import Administration

app = typer.Typer(help="Manage the matches and guests of a server.", no_args_is_help=True)

MatchArgument = Annotated[str, typer.Argument(metavar="MATCH", help="The match's id or URL.")]
MatchArguments = Annotated[
    list[str], typer.Argument(metavar="MATCH…", help="The matches' ids or URLs.")
]


@app.command("list")
def list_matches(
    guest: Annotated[str, typer.Option(help="Only matches of the guest with this id.")] = "",
    name: Annotated[
        str, typer.Option(help="Only matches of players whose name contains this text.")
    ] = "",
    running: Annotated[
        bool | None,
        typer.Option("--running/--over", help="Only unfinished, or only finished matches."),
    ] = None,
    limit: Limit = 50,
    data: DataFolder = None,
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """List matches, newest first."""

    async def query_store(host: "Administration") -> list[ListedSeats]:
        from dicehall.match.store.editing import find_matches

        query = find_matches(guest=guest, name=name, running=running, limit=limit)
        return by_match(await host.store.list(query))

    found = with_store(data, database, query_store)
    if as_json:
        print_json([as_data(line) for line in found])
        return
    for line in found:
        print(one_line(as_text(line)))


@app.command("show")
def show_match(
    match: MatchArgument, data: DataFolder = None, database: Database = "", as_json: AsJson = False
) -> None:
    """Show the seats and the record of a match, but not the server seed while it is running."""

    async def query_store(host: "Administration") -> dict[str, object]:
        from dicehall.game.records import write

        seen = await host.see(read_match(match))
        seats = [
            {"seat": n, "name": seat.name, "guest": "" if seat.level else seat.holder,
             "level": seat.level}
            for n, seat in enumerate(seen.seats) if seat
        ]  # fmt: skip
        return {
            "id": seen.id,
            "game": seen.game.name,
            "opened": day(seen.opened_at),
            "over": seen.result is not None,
            "version": seen.version,
            "seats": seats,
            "record": write(seen.record()),
        }

    shown = with_store(data, database, query_store)
    if as_json:
        print_json(shown)
        return
    for seat in shown["seats"]:  # type: ignore[attr-defined]
        print(one_line(f"seat {seat['seat']}: {seat['name']}  {seat['guest'] or seat['level']}"))
    print()
    for line in str(shown["record"]).split("\n")[:-1]:
        print(one_line(line))


def _plan(verb: str, ids: list[str]) -> "Callable[[Administration], Awaitable[list[str]]]":
    """A query for the planned changes, one line per match; refused if a match does not exist."""

    async def query_store(host: "Administration") -> list[str]:
        return [f"{verb} {(await host.see(match_id)).id}" for match_id in ids]

    return query_store


@app.command("close")
def close_matches(
    matches: MatchArguments,
    dry_run: DryRun = False,
    yes: Yes = False,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Close matches: nobody wins, and open pages show that the table was closed."""
    ids = [read_match(text) for text in matches]

    async def close(host: "Administration") -> None:
        for match_id in ids:
            await host.close(match_id)

    confirm(with_store(data, database, _plan("close", ids)), dry_run=dry_run, yes=yes)
    with_store(data, database, close)


@app.command("rename")
def rename_seat(
    match: MatchArgument,
    seat: Annotated[int, typer.Argument(help="The seat's number, as shown by `show`.", min=0)],
    name: Annotated[str, typer.Argument(help="The new name.")],
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="Rename in all matches of this guest.")
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Change a guest's name; the match log records the change."""

    async def query_store(host: "Administration") -> list[tuple[str, int, str]]:
        seen = await host.see(read_match(match))
        own = seen.seats[seat] if seat < len(seen.seats) else None
        if not everywhere or not own or not isinstance(own.holder, str):
            return [(seen.id, seat, own.name if own else "")]
        others = [await host.see(one) for one in await host.matches_of(own.holder)]
        return [
            (one.id, n, taken.name)
            for one in others
            for n, taken in enumerate(one.seats)
            if taken and taken.holder == own.holder and taken.name == own.name
        ]

    async def rename(host: "Administration") -> None:
        for match_id, number, _ in found:
            await host.rename(match_id, number, name)

    found = with_store(data, database, query_store)
    plan = [f"rename {before!r} in {match_id} to {name!r}" for match_id, _, before in found]
    confirm(plan, dry_run=dry_run, yes=yes)
    with_store(data, database, rename)


@app.command("delete")
def delete_matches(
    matches: MatchArguments,
    dry_run: DryRun = False,
    yes: Yes = False,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Delete matches, for everyone who played in them."""
    ids = [read_match(text) for text in matches]

    confirm(with_store(data, database, _plan("delete", ids)), dry_run=dry_run, yes=yes)
    with_store(data, database, lambda host: host.delete(ids))


@app.command("prune")
def prune_matches(
    older_than: Annotated[str, typer.Option(help="The minimum age, such as 365d or 52w.")],
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Include unfinished matches opened that long ago.")
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Delete matches that ended long ago."""
    before = time.time() - read_age(older_than)

    async def query_store(host: "Administration") -> list[str]:
        from dicehall.match.store.editing import older_than as old

        return [row[0] for row in await host.store.ask(old(before, unfinished=unfinished))]

    found = with_store(data, database, query_store)
    matches = counted(len(found), "match", "matches")
    confirm([f"delete {matches} from before {day(before)}"], dry_run=dry_run, yes=yes)
    with_store(data, database, lambda host: host.delete(found))


app.command("guests")(guests.list_guests)
app.command("export")(guests.export_guest)
app.command("erase")(guests.erase_guest)
