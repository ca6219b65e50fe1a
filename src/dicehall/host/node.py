"""One server process."""

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from dicehall.game.messages import translatable
from dicehall.game.refused import Refused
from dicehall.host.addresses import public_address
from dicehall.host.connection import REST_SECONDS, Connection
from dicehall.host.connections import Connections, raise_descriptors
from dicehall.host.health import StatusMiddleware
from dicehall.host.metrics import sample
from dicehall.host.settings import Settings
from dicehall.match.bus.connect import open_bus
from dicehall.match.bus.protocol import Bus
from dicehall.match.bus.workers import WorkerBus
from dicehall.match.metrics import start_measuring
from dicehall.match.service import Matches
from dicehall.match.store.connect import open_store
from dicehall.web.app import create_app
from dicehall.web.edge.identity import Signer
from dicehall.web.edge.limits import Limits, RequestLimitMiddleware
from dicehall.web.root import Mounted

SHORTEST_KEY = 32
DRAIN_SECONDS = 1.0
"""How long a server that was told to stop still responds, so that a proxy notices that it is not
ready and sends new requests elsewhere."""
CLOSING_SECONDS = 8
"""How long a stopping server waits for requests in progress."""


class CannotServe(Refused):
    """The server cannot start: the address, the key or the data folder cannot be used."""


GARBAGE = 20_000
"""The number of new objects that triggers a garbage collection."""
TICKS_PER_SECOND = 10
"""Of uvicorn's server."""


def serve_here(
    settings: Settings,
    listening: socket.socket,
    opened: Callable[[], None],
    wire: socket.socket | None = None,
) -> None:
    """Serve until this process is told to stop; `wire` leads to the other workers."""
    # After shutting down, uvicorn raises the signal that stopped it again.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with asyncio.Runner(
        loop_factory=uvicorn.Config("", log_config=None).get_loop_factory()
    ) as runner:
        runner.run(_serve(settings, listening, opened, wire))


async def check_settings(settings: Settings) -> None:
    """Refuse settings with which the server could not start."""
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
    limits = Limits(settings.requests_per_minute)
    pages = create_app(
        matches,
        signer,
        closing,
        limits,
        settings.hosts,
        public_address(settings, listening.getsockname()[1]),
        settings.epoch,
    )
    limited: Any = RequestLimitMiddleware(
        StatusMiddleware(pages, matches, closing, one_of_several=bool(settings.database)), limits
    )
    mounted: Any = Mounted(limited, settings.root)
    app = ProxyHeadersMiddleware(mounted, settings.proxies)
    is_proxy = app.trusted_hosts.__contains__
    connections = Connections(is_proxy, limits, raise_descriptors())
    protocol: Any = partial(Connection, connections=connections)
    config = uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        log_config=None,
        log_level=settings.log_level,
        access_log=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
        timeout_keep_alive=REST_SECONDS,
        date_header=False,
        server_header=False,
        proxy_headers=False,  # they are read above
    )
    sampling = None
    if settings.metrics:
        start_measuring()
        sampling = asyncio.create_task(sample(matches))
    await _Server(config, connections, closing, opened).serve(sockets=[listening])
    if sampling:
        sampling.cancel()


def _check_key(key: str) -> None:
    if key and len(key) < SHORTEST_KEY:
        raise CannotServe(
            translatable("the key must have at least %(least)d characters", least=SHORTEST_KEY)
        )


class _Server(uvicorn.Server):
    """Calls `opened` when it is ready, and tells streams to end when it shuts down."""

    def __init__(
        self,
        config: uvicorn.Config,
        connections: Connections,
        closing: asyncio.Event,
        opened: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self.connections = connections
        self.closing = closing
        self.opened = opened
        self.stopped_by = 0

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down, and ignore further signals.

        Ctrl-C reaches a worker twice: from the terminal and from its parent, in any order.
        """
        if not self.stopped_by:
            self.stopped_by = sig
            super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # Loaded modules stay in memory; the garbage collector need not scan them.
        gc.freeze()
        gc.set_threshold(GARBAGE)
        self.opened()

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_PER_SECOND == 0:
            self.connections.enforce_deadlines(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.closing.set()
        if self.stopped_by == signal.SIGTERM and self.server_state.connections:
            await asyncio.sleep(DRAIN_SECONDS)
        await super().shutdown(sockets)
