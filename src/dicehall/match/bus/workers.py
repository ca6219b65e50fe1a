"""The bus between the workers of one machine: their parent forwards envelopes.

An envelope that does not fit into the socket buffer is dropped; the periodic resync makes up for
it.
"""

import asyncio
import socket
from collections.abc import Collection

from dicehall.match.bus.protocol import Envelope, MemoryBus, News, decode_envelope, encode_envelope

RESYNC_SECONDS = 5.0
MOST_BYTES = 65536
MOST_AT_ONCE = 100


class WorkerBus(MemoryBus):
    """A worker's end of the socket to the parent."""

    def __init__(self, wire: socket.socket) -> None:
        super().__init__()
        self._wire = wire
        wire.setblocking(False)
        asyncio.get_running_loop().add_reader(wire, self._receive)

    async def publish(self, match_id: str, news: News) -> None:
        self.deliver(match_id, news)
        send_to(encode_envelope(Envelope("", [(match_id, news)])), [self._wire])

    async def wait_for_gap(self) -> None:
        await asyncio.sleep(RESYNC_SECONDS)

    async def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._wire)

    def _receive(self) -> None:
        for data in receive_all(self._wire):
            for match_id, news in decode_envelope(data).news:
                self.deliver(match_id, news)


def receive_all(wire: socket.socket) -> list[bytes]:
    """Read the envelopes that have arrived, up to a limit."""
    envelopes: list[bytes] = []
    try:
        while len(envelopes) < MOST_AT_ONCE:
            envelopes.append(wire.recv(MOST_BYTES))
    except OSError:  # no more data, or the other end is gone
        pass
    return envelopes


def send_to(envelope: bytes, wires: Collection[socket.socket]) -> None:
    """Send an envelope on every wire that accepts it."""
    for wire in wires:
        try:
            wire.send(envelope)
        except OSError:  # the reader is too slow, or gone
            continue
