"""`dicehall export` and `dicehall import`: many matches at once, as records."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from dicehall.cli.arguments import DataFolder
from dicehall.cli.files import naming, read_records
from dicehall.cli.hosting.options import Database, DryRun, new_file, read_age, with_store
from dicehall.cli.printing import counted, one_line
from dicehall.game import find_game
from dicehall.game.messages import translatable
from dicehall.game.records import BadRecord, Record, write
from dicehall.game.refused import BadOption, Refused

if TYPE_CHECKING:
    from dicehall.match.administration import Administration
    from dicehall.match.archive import ImportedMatch


def export_matches(
    output: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A new file, or a folder to write one file per match; - is standard output.",
        ),
    ] = "-",
    game: Annotated[str, typer.Option(help="Only matches of this game.", parser=str.lower)] = "",
    since: Annotated[
        str, typer.Option(help="Only matches opened since a date (2026-01-31) or an age (30d, 4w).")
    ] = "",
    guest: Annotated[str, typer.Option(help="Only matches of the guest with this id.")] = "",
    name: Annotated[
        str, typer.Option(help="Only matches of players whose name contains this text.")
    ] = "",
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Include unfinished and closed matches.")
    ] = False,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Export finished matches as records, oldest first; works while the server runs."""
    if game:
        find_game(game)
    earliest = _read_since(since) if since else None

    async def write_records(host: "Administration") -> int:
        from dicehall.match.archive import export_records
        from dicehall.match.store.editing import match_ids

        which = match_ids(
            game=game, since=earliest, guest=guest, name=name, running=None if unfinished else False
        )
        written = 0
        with _writing(output) as keep:
            async for record in export_records(
                host.store, which, unfinished=unfinished, now=time.time()
            ):
                keep(record)
                written += 1
        return written

    written = with_store(data, database, write_records)
    print(f"{counted(written, 'match', 'matches')} written", file=sys.stderr)


def import_matches(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="One or more records; - reads standard input.")
    ],
    guest: Annotated[
        str,
        typer.Option(
            help="Assign the seats of the person who saved the file to the guest with this id."
        ),
    ] = "",
    name: Annotated[str, typer.Option(help="Assign the seats with this name instead.")] = "",
    dry_run: DryRun = False,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Import finished matches from records; those already stored are skipped.

    They are marked as imported: this server did not roll their dice and cannot verify them.
    """
    from dicehall.host.settings import Settings
    from dicehall.match.store.connect import FILE

    if name and not guest:
        raise BadOption(translatable("use --name together with --guest"))
    found, unfinished = _read_matches(file, guest, name)

    async def keep_new(host: "Administration") -> tuple[int, int]:
        from dicehall.match.archive import keep, split_known

        split = await split_known(host.store, found)
        new = len(split.new) if dry_run else await keep(host.store, split.new)
        return new, len(found) - new

    with TemporaryDirectory() as empty:
        new_folder = not database and not (Settings(data=data).folder / FILE).is_file()
        place = Path(empty) if dry_run and new_folder else data
        new, known = with_store(place, database, keep_new, create=new_folder)
    print(f"{new} imported, {known} already known, {unfinished} unfinished and skipped")
    if dry_run:
        print("Nothing was changed.")


def _read_matches(file: str, guest: str, name: str) -> "tuple[list[ImportedMatch], int]":
    """The matches in a file, and the number of its unfinished records."""
    from dicehall.match.archive import as_match, own_names

    now = round(time.time(), 3)
    found, unfinished = list["ImportedMatch"](), 0
    with naming(file):
        for line, record, state in read_records(file):
            try:
                own = [name] if name else own_names(record)
                match = as_match(record, state, now, dict.fromkeys(own, guest) if guest else {})
            except Refused as refused:
                raise BadRecord(refused.message, line=line, code=refused.code) from None
            if match:
                found.append(match)
            else:
                unfinished += 1
    return found, unfinished


@contextmanager
def _writing(output: str) -> Iterator[Callable[[Record], None]]:
    """Yield a function that writes a record to a folder, a new file or standard output."""
    if Path(output).is_dir():
        yield partial(_write_alone, Path(output))
        return
    records = count()
    with nullcontext(sys.stdout) if output == "-" else new_file(Path(output)) as file:

        def keep(record: Record) -> None:
            text = ("\n" if next(records) else "") + write(record)
            # Escape guests' text on a terminal; write it unchanged to a file.
            file.write("\n".join(map(one_line, text.split("\n"))) if file.isatty() else text)

        yield keep
        file.flush()  # before we report success


def _write_alone(folder: Path, record: Record) -> None:
    with new_file(folder / f"{record.game.name}-{record.notes['match']}.dice") as file:
        file.write(write(record))


def _read_since(text: str) -> float:
    """
    >>> _read_since("1970-01-02")
    86400.0
    """
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return time.time() - read_age(text)
