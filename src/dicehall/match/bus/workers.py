"""The bus between the workers of one machine: their parent hands letters round.

A letter that does not fit into the wire is dropped: whoever misses one looks for itself.
"""

import asyncio
import socket
from collections.abc import Collection

from dicehall.match.bus.envelope import Letter, decode_letter, encode_letter
from dicehall.match.bus.protocol import MemoryBus, News

LOOK_SECONDS = 5.0
MOST_BYTES = 65536
MOST_AT_ONCE = 100


class WorkerBus(MemoryBus):
    """A worker's end of the wire."""

    def __init__(self, wire: socket.socket) -> None:
        super().__init__()
        self._wire = wire
        wire.setblocking(False)
        asyncio.get_running_loop().add_reader(wire, self._hear)

    async def publish(self, match_id: str, news: News) -> None:
        self.tell(match_id, news)
        hand_out(encode_letter(Letter("", [(match_id, news)])), [self._wire])

    async def doubt(self) -> None:
        await asyncio.sleep(LOOK_SECONDS)

    async def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._wire)

    def _hear(self) -> None:
        for data in read_all(self._wire):
            for match_id, news in decode_letter(data).news:
                self.tell(match_id, news)


def read_all(wire: socket.socket) -> list[bytes]:
    """What has arrived on a wire; not more than can be dealt with at once."""
    letters: list[bytes] = []
    try:
        while len(letters) < MOST_AT_ONCE:
            letters.append(wire.recv(MOST_BYTES))
    except OSError:  # nothing more is there, or the other end is gone
        pass
    return letters


def hand_out(letter: bytes, wires: Collection[socket.socket]) -> None:
    """Send a letter on every wire that takes it."""
    for wire in wires:
        try:
            wire.send(letter)
        except OSError:  # its reader is too slow, or gone
            continue
