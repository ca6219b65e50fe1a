"""One process that serves the house."""

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable

import uvicorn

from dicehall.game.messages import said
from dicehall.game.refused import Refused
from dicehall.host.health import Status
from dicehall.host.settings import Settings
from dicehall.match.addresses import open_bus, open_store
from dicehall.match.bus.protocol import Bus
from dicehall.match.bus.workers import WorkerBus
from dicehall.match.service import Matches
from dicehall.web.app import create_app
from dicehall.web.edge.identity import Signer

SHORTEST_KEY = 32
CLOSING_SECONDS = 10
"""How long a house that closes waits for requests that it has begun to answer."""


class CannotServe(Refused):
    """The house cannot open: the address, the key or the data folder cannot be used."""

    code = "cannot-serve"


GARBAGE = 20_000
"""After how many new objects garbage is looked for."""


def serve_here(
    settings: Settings,
    listening: socket.socket,
    opened: Callable[[], None],
    wire: socket.socket | None = None,
) -> None:
    """Serve until this process is told to stop; `wire` leads to the other workers."""
    # After closing, uvicorn repeats the signal that it was stopped by.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with asyncio.Runner(
        loop_factory=uvicorn.Config("", log_config=None).get_loop_factory()
    ) as runner:
        runner.run(_serve(settings, listening, opened, wire))


async def try_out(settings: Settings) -> None:
    """Refuse settings with which no house could open."""
    await (await open_store(settings.database, settings.folder)).close()
    await (await open_bus(settings.bus)).close()
    _check_key(settings.key)


async def _serve(
    settings: Settings,
    listening: socket.socket,
    opened: Callable[[], None],
    wire: socket.socket | None,
) -> None:
    _check_key(settings.key)
    store = await open_store(settings.database, settings.folder)
    signer = Signer((settings.key or await store.key()).encode())
    bus: Bus = WorkerBus(wire) if wire and not settings.bus else await open_bus(settings.bus)
    matches = Matches(store, bus, settings.pace, alone=settings.alone)
    closing = asyncio.Event()
    limit = settings.requests_per_minute
    house = create_app(matches, signer, closing, limit)
    app = Status(house, matches, closing, metrics=settings.metrics)
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level=settings.log_level,
        access_log=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
        timeout_keep_alive=75,  # longer than proxies keep a connection that rests
        date_header=False,
        server_header=False,
        forwarded_allow_ips=settings.proxies,
    )
    await _Server(config, closing, opened).serve(sockets=[listening])


def _check_key(key: str) -> None:
    if key and len(key) < SHORTEST_KEY:
        raise CannotServe(said("the key must have at least %(least)d signs", least=SHORTEST_KEY))


class _Server(uvicorn.Server):
    """Says when it is open, and tells its watchers when it closes instead of waiting for them."""

    def __init__(
        self, config: uvicorn.Config, closing: asyncio.Event, opened: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self.closing = closing
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What has been loaded stays: it need not be looked through for garbage with each request.
        gc.freeze()
        gc.set_threshold(GARBAGE)
        self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.closing.set()
        await super().shutdown(sockets)
