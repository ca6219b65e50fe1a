"""`dicehall bench`: measure speed on this machine."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from dicehall.cli.arguments import AsJson
from dicehall.cli.printing import print_json
from dicehall.cli.stopping import stopping_at_once
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption

if TYPE_CHECKING:
    from dicehall.bench import Measurement

SERVER = "server"


@stopping_at_once()
def bench(
    what: Annotated[
        str, typer.Argument(metavar="server", help="Measure a server under load instead.")
    ] = "",
    database: Annotated[
        str, typer.Option(help="With server: the database to use; SQLite by default.")
    ] = "",
    seconds: Annotated[
        float, typer.Option(help="With server: the duration of each load.", min=0.1, max=60)
    ] = 8.0,
    as_json: AsJson = False,
) -> None:
    """Measure how fast Dicehall is on this machine."""
    found = _measurements(what, database, seconds)
    if as_json:
        print_json([asdict(measurement) for measurement in found])
        return
    for measurement in found:
        print(f"{measurement.what:<50}{measurement.value:>14,.1f} {measurement.unit}", flush=True)


def _measurements(what: str, database: str, seconds: float) -> "Iterator[Measurement]":
    from dicehall import bench
    from dicehall.bench import server

    if what not in ("", SERVER):
        raise BadOption(
            translatable("there is no benchmark %(what)r", what=what[:40]), legal=(SERVER,)
        )
    return server.measure(database, seconds) if what else bench.measurements()
