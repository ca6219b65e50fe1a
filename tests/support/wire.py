"""A TCP proxy that tests can cut, hold and mute, to imitate network faults."""

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit


class Wire:
    """Listens on its own port and forwards everything, unless told otherwise."""

    def __init__(self, address: str) -> None:
        self.target = urlsplit(address)
        self.open = asyncio.Event()
        """While this is not set, data from callers is held back."""
        self.open.set()
        self._holding = asyncio.Event()
        self.heard = True
        """Whether callers get replies."""
        self.mute_at: bytes | None = None
        """Once a caller has sent this, nobody gets replies."""
        self.refusing = False
        self._calls: list[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> str:
        """The address of the proxy."""
        self._listening = await asyncio.start_server(self._take, "127.0.0.1", 0)
        port = self._listening.sockets[0].getsockname()[1]
        parts = self.target
        user = f"{parts.username}@" if parts.username else ""
        return f"{parts.scheme}://{user}127.0.0.1:{port}{parts.path}"

    def cut(self) -> None:
        """Break all connections on both sides."""
        for caller, upstream in self._calls:
            caller.transport.abort()
            upstream.transport.abort()
        self._calls.clear()

    def mend(self) -> None:
        """Close the broken connections; new ones work."""
        self.cut()
        self.heard, self.mute_at = True, None
        self.open.set()

    async def held(self) -> None:
        """Wait until data is held back."""
        await self._holding.wait()

    def hang_up(self) -> asyncio.Event:
        """Break the callers' side; held-back data arrives when the returned event is set."""
        held, self.open = self.open, asyncio.Event()
        self.open.set()
        for caller, _ in self._calls:
            caller.transport.abort()
        return held

    async def close(self) -> None:
        self.open.set()
        self._listening.close()
        self.cut()
        for task in self._tasks:
            task.cancel()

    async def _take(self, reader: asyncio.StreamReader, caller: asyncio.StreamWriter) -> None:
        if self.refusing:
            caller.transport.abort()
            return
        answers, upstream = await asyncio.open_connection(self.target.hostname, self.target.port)
        self._calls.append((caller, upstream))
        for pump in (self._send(reader, upstream), self._answer(answers, caller)):
            task = asyncio.create_task(pump)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send(self, reader: asyncio.StreamReader, upstream: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if not self.open.is_set():
                    self._holding.set()
                await self.open.wait()
                if self.mute_at is not None and self.mute_at in data:
                    self.heard = False
                upstream.write(data)
                await upstream.drain()
        upstream.close()

    async def _answer(self, reader: asyncio.StreamReader, caller: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if self.heard:
                    caller.write(data)
                    await caller.drain()
        caller.close()
