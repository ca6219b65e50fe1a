"""`dicehall serve`: run the web server."""

from enum import StrEnum
from typing import Annotated

import typer

from dicehall.cli.arguments import DataFolder


class LogForm(StrEnum):
    """The format of the log."""

    PLAIN = "plain"
    JSON = "json"


class LogLevel(StrEnum):
    """The lowest severity that is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="The port; 0 picks a free one.", min=0, max=65535)
    ] = 8000,
    url: Annotated[
        str, typer.Option(help="The public address, for links and invitations: https://…")
    ] = "",
    root: Annotated[
        str, typer.Option(help="Serve all pages below this path, such as /dice; empty by default.")
    ] = "",
    data: DataFolder = None,
    database: Annotated[
        str, typer.Option(help="Store matches in this database instead: postgresql://…")
    ] = "",
    bus: Annotated[
        str, typer.Option(help="The message bus, to run on several machines: redis://…")
    ] = "",
    workers: Annotated[
        int, typer.Option(help="The number of server processes.", min=1, max=64)
    ] = 1,
    pace: Annotated[
        float, typer.Option(help="Seconds a computer player takes for each move.", min=0)
    ] = 0.4,
    limit: Annotated[
        int, typer.Option(help="Requests allowed per minute from one network.", min=1)
    ] = 1200,
    proxies: Annotated[
        str,
        typer.Option(
            help="Reverse proxies to trust for client addresses: addresses, networks or *."
        ),
    ] = "127.0.0.1",
    trusted_host: Annotated[
        list[str] | None,
        typer.Option(
            help="Accept only requests for this host name, without port; repeatable."
            " By default every host name is accepted."
        ),
    ] = None,
    metrics: Annotated[
        str, typer.Option(help="Serve Prometheus metrics on a separate HOST:PORT.")
    ] = "",
    log: Annotated[LogForm, typer.Option(help="The format of the log.")] = LogForm.PLAIN,
    log_level: Annotated[
        LogLevel, typer.Option(help="The lowest severity to log.")
    ] = LogLevel.WARNING,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
) -> None:
    """Run the server and open the browser."""
    import os

    from dicehall.host.serve import serve as run
    from dicehall.host.settings import Settings

    run(
        Settings(
            host=host,
            port=port,
            url=url,
            root=root,
            data=data,
            database=database,
            bus=bus,
            workers=workers,
            pace=pace,
            requests_per_minute=limit,
            open_browser=not no_open,
            key=os.environ.get("DICEHALL_KEY", ""),  # no option: process lists would show it
            proxies=proxies,
            trusted_hosts=tuple(trusted_host or ()),
            metrics=metrics,
            log=log,
            log_level=log_level,
        )
    )
