"""`dicehall solve`: compute a game's table on this machine."""

import json
from typing import Annotated

import typer

from dicehall.cli.arguments import AsJson


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game to solve.")],
    again: Annotated[
        bool, typer.Option("--again", help="Compute the table anew even if it is there.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Compute a game's table, which its perfect player reads; what was stopped goes on."""
    from dicehall.cli.progress import progress_bar
    from dicehall.solving.making import find_maker

    maker = find_maker(game)
    with progress_bar() as report:
        made = maker(game, report, again=again)
    if as_json:
        answer = {"game": game, "value": made.value, "unit": made.unit, "seconds": made.seconds}
        print(json.dumps({**answer, **made.details}))
        return
    print(f"{game}: {made.value:.10g} {made.unit} ({made.seconds:.2f} s)")
    for name, value in made.details.items():
        print(f"  {name.replace('_', ' ')}: {value if isinstance(value, bool) else f'{value:.6g}'}")
