"""`dicehall serve`: the house in the browser."""

from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes any free one.", max=65535)] = 8000,
    data: Annotated[
        Path | None, typer.Option(help="Where matches are kept; else DICEHALL_DATA.")
    ] = None,
    pace: Annotated[
        float, typer.Option(help="Seconds that a computer player takes for a move.", min=0)
    ] = 0.9,
    limit: Annotated[
        int, typer.Option(help="Requests that an address may make in a minute.", min=1)
    ] = 1200,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
) -> None:
    """Serve on this machine and open the browser."""
    from dicehall.web.serve import Settings
    from dicehall.web.serve import serve as run

    run(Settings(host, port, data, pace, limit, open_browser=not no_open))
