"""Serve the house on this machine."""

import asyncio
import os
import signal
import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from platformdirs import user_data_path

from dicehall.match.bus import MemoryBus
from dicehall.match.service import Matches
from dicehall.match.sqlite import SqliteStore
from dicehall.refused import Refused
from dicehall.web.app import create_app
from dicehall.web.identity import Signer


class CannotServe(Refused):
    """The house cannot open: the address or the data folder cannot be used."""

    code = "cannot-serve"


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the house stands and how fast it is."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path | None = None
    pace: float = 0.9
    requests_per_minute: int = 1200
    open_browser: bool = True

    @property
    def folder(self) -> Path:
        """Where matches and the key are kept."""
        chosen = self.data or os.environ.get("DICEHALL_DATA")
        return Path(chosen) if chosen else user_data_path("dicehall", appauthor=False)


def serve(settings: Settings) -> None:
    """Open the house and keep it open until it is told to stop."""
    listening = _listen(settings.host, settings.port)
    try:
        signer = Signer.kept_at(settings.folder / "key")
        store = SqliteStore.at(settings.folder / "dicehall.db")
    except OSError as error:
        raise CannotServe(f"cannot write to {settings.folder}: {error.strerror}") from error
    matches = Matches(store, MemoryBus(), settings.pace)
    closing = asyncio.Event()
    app = create_app(matches, signer, closing, settings.requests_per_minute)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=75,  # longer than proxies keep a connection that rests
        date_header=False,
        server_header=False,
    )
    # After closing, uvicorn repeats the signal that it was stopped by.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    _Server(config, closing, open_browser=settings.open_browser).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Says when it is open, and tells its watchers when it closes instead of waiting for them."""

    def __init__(
        self, config: uvicorn.Config, closing: asyncio.Event, *, open_browser: bool
    ) -> None:
        super().__init__(config)
        self.closing = closing
        self.open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        assert sockets
        host, port = sockets[0].getsockname()[:2]
        address = f"http://{host}:{port}/"
        print(f"Dicehall is open at {address}  (Ctrl-C closes it)", flush=True)
        if self.open_browser:
            threading.Thread(target=_open_browser, args=[address], daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.closing.set()
        await super().shutdown(sockets)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        raise CannotServe(
            f"cannot listen on {host}:{port}: {error.strerror}. Choose another with --port"
        ) from error
    return listening


def _open_browser(address: str) -> None:
    if not webbrowser.open(address):
        print(f"No browser could be opened here: visit {address}", flush=True)
