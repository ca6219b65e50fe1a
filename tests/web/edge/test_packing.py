import asyncio
from typing import Any

from dicehall.web.edge.packing import _Packed


class Wire:
    """A transport that remembers what was done with it."""

    def __init__(self) -> None:
        self.done: list[bytes | str] = []

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def close(self) -> None:
        self.done.append("closed")

    def is_closing(self) -> bool:
        return "closed" in self.done


def test_what_is_written_in_one_round_leaves_in_one_piece() -> None:
    async def write() -> list[bytes | str]:
        wire = Wire()
        packed: Any = _Packed(wire)
        packed.write(b"head, ")
        packed.write(b"body")
        assert wire.done == []
        await asyncio.sleep(0)
        packed.write(b"more")
        assert not packed.is_closing()
        packed.close()
        await asyncio.sleep(0)
        return wire.done

    assert asyncio.run(write()) == [b"head, body", b"more", "closed"]
