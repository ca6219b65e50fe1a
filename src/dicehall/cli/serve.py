"""`dicehall serve`: the house in the browser."""

from enum import StrEnum
from typing import Annotated

import typer

from dicehall.cli.arguments import DataFolder


class LogForm(StrEnum):
    """How the log is written."""

    PLAIN = "plain"
    JSON = "json"


class LogLevel(StrEnum):
    """The least severe kind of event that is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on.", envvar="DICEHALL_HOST")
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            help="The port; 0 takes any free one.", min=0, max=65535, envvar="DICEHALL_PORT"
        ),
    ] = 8000,
    url: Annotated[
        str,
        typer.Option(
            help="Where others find the house, for links and invitations: https://…",
            envvar="DICEHALL_URL",
        ),
    ] = "",
    data: DataFolder = None,
    database: Annotated[
        str,
        typer.Option(
            help="Keep matches in a database instead: postgresql://…", envvar="DICEHALL_DATABASE"
        ),
    ] = "",
    bus: Annotated[
        str,
        typer.Option(
            help="How the machines of a house tell each other the news: redis://…",
            envvar="DICEHALL_BUS",
        ),
    ] = "",
    workers: Annotated[
        int,
        typer.Option(help="Processes to serve with.", min=1, max=64, envvar="DICEHALL_WORKERS"),
    ] = 1,
    pace: Annotated[
        float,
        typer.Option(
            help="Seconds that a computer player takes for a move.", min=0, envvar="DICEHALL_PACE"
        ),
    ] = 0.9,
    limit: Annotated[
        int,
        typer.Option(
            help="Requests that an address may make in a minute.", min=1, envvar="DICEHALL_LIMIT"
        ),
    ] = 1200,
    proxies: Annotated[
        str,
        typer.Option(
            help="Proxies that say where a request came from: addresses, networks or *.",
            envvar="DICEHALL_PROXIES",
        ),
    ] = "127.0.0.1",
    trusted_host: Annotated[
        list[str] | None,
        typer.Option(
            help="A name that the house answers to, without its port; may be given several times."
            " Without any it answers to every name.",
            envvar="DICEHALL_TRUSTED_HOST",
        ),
    ] = None,
    metrics: Annotated[
        str,
        typer.Option(
            help="Offer metrics to Prometheus at HOST:PORT, apart from the pages.",
            envvar="DICEHALL_METRICS",
        ),
    ] = "",
    log: Annotated[
        LogForm, typer.Option(help="How the log is written.", envvar="DICEHALL_LOG")
    ] = LogForm.PLAIN,
    log_level: Annotated[
        LogLevel, typer.Option(help="What the log is about.", envvar="DICEHALL_LOG_LEVEL")
    ] = LogLevel.WARNING,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Do not open a browser.", envvar="DICEHALL_NO_OPEN")
    ] = False,
) -> None:
    """Serve on this machine and open the browser."""
    import os

    from dicehall.host.serve import serve as run
    from dicehall.host.settings import Settings

    run(
        Settings(
            host=host,
            port=port,
            url=url,
            data=data,
            database=database,
            bus=bus,
            workers=workers,
            pace=pace,
            requests_per_minute=limit,
            open_browser=not no_open,
            key=os.environ.get("DICEHALL_KEY", ""),  # which no list of processes should show
            proxies=proxies,
            trusted_hosts=tuple(trusted_host or ()),
            metrics=metrics,
            log=log,
            log_level=log_level,
        )
    )
