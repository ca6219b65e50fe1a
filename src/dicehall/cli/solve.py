"""`dicehall solve`: compute, check, export or import a game's tablebase."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from dicehall.cli.arguments import AsJson, GameName
from dicehall.cli.printing import print_json
from dicehall.cli.stopping import stopping_at_once
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption


@stopping_at_once()
def solve(
    game: GameName,
    again: Annotated[
        bool, typer.Option("--again", help="Recompute an existing tablebase.")
    ] = False,
    check: Annotated[
        bool,
        typer.Option("--check", help="Check the existing tablebase; exit code 1 if it is wrong."),
    ] = False,
    compact: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Export the tablebase to a smaller, rounded file."),
    ] = None,
    use: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Import a file written by --compact.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the tablebase for a game's perfect player; resumes an interrupted run."""
    if sum(map(bool, (again, check, compact, use))) > 1:
        raise BadOption(translatable("use only one of --again, --check, --compact and --use"))
    if check:
        _check(game, as_json=as_json)
    elif compact:
        _transfer(game, compact, write=True, as_json=as_json)
    elif use:
        _transfer(game, use, write=False, as_json=as_json)
    else:
        _make(game, again=again, as_json=as_json)


def _make(game: str, *, again: bool, as_json: bool) -> None:
    from dicehall.cli.progress import progress_bar
    from dicehall.solving.making import Maker, find_task

    make: Maker = find_task(game, "make")
    with progress_bar() as report:
        made = make(game, report, again=again)
    if as_json:
        summary = {"game": game, "value": made.value, "unit": made.unit, "seconds": made.seconds}
        print_json({**summary, **made.details})
        return
    print(f"{game}: {made.value:.10g} {made.unit} ({made.seconds:.2f} s)")
    _print_details(made.details)


def _check(game: str, *, as_json: bool) -> None:
    from dicehall.cli.progress import progress_bar
    from dicehall.solving.making import Checker, find_task

    check: Checker = find_task(game, "check")
    with progress_bar() as report:
        checked = check(game, report)
    if as_json:
        print_json({"game": game, "passed": checked.passed, **checked.details})
    else:
        print(f"{game}: {'pass' if checked.passed else 'FAIL'}")
        _print_details(checked.details)
    raise typer.Exit(0 if checked.passed else 1)


def _transfer(game: str, file: Path, *, write: bool, as_json: bool) -> None:
    from dicehall.cli.progress import progress_bar
    from dicehall.solving.making import CompactTransfer, find_task

    transfer: CompactTransfer = find_task(game, "write_compact" if write else "use_compact")
    with progress_bar() as report:
        size = transfer(game, file, report)
    if as_json:
        print_json({"game": game, "file": str(file), "bytes": size})
    else:
        print(f"{game}: {'written to' if write else 'taken from'} {file} ({size / 1e6:.1f} MB)")


def _print_details(details: Mapping[str, float | bool | str]) -> None:
    for name, value in details.items():
        shown = value if isinstance(value, bool | str) else f"{value:.6g}"
        print(f"  {name.replace('_', ' ')}: {shown}")
