"""How many connections an address may have, and which of them make room."""

from dataclasses import dataclass

import pytest

from dicehall.host.connections import Connections
from dicehall.web.edge.limits import CONNECTIONS, Limits

NOT_A_PROXY = frozenset[str]().__contains__


@dataclass(eq=False)
class FakeConnection:
    """Open until it is closed."""

    connections: Connections
    since: float
    peer: str = "192.0.2.1"
    idle: bool = True
    closed: bool = False

    def enforce_deadlines(self, now: float) -> None: ...

    def close(self) -> None:
        self.closed = True
        self.connections.discard(self)


@pytest.mark.parametrize("most", [1, 2, 5])
def test_an_address_never_has_more_connections_than_it_may(most: int) -> None:
    connections = Connections(NOT_A_PROXY, Limits(most * CONNECTIONS), 1000)
    other = FakeConnection(connections, since=0, peer="192.0.2.2")
    assert connections.admit(other)
    opened = [FakeConnection(connections, since=number) for number in range(20)]
    for newest, connection in enumerate(opened):
        assert connections.admit(connection)
        still_open = [one for one in opened[: newest + 1] if not one.closed]
        assert still_open == opened[: newest + 1][-most:]
    assert not other.closed


def test_busy_connections_make_no_room() -> None:
    connections = Connections(NOT_A_PROXY, Limits(CONNECTIONS), 1000)
    busy = FakeConnection(connections, since=0, idle=False)
    assert connections.admit(busy)
    assert not connections.admit(FakeConnection(connections, since=1))
    busy.close()
    assert connections.admit(FakeConnection(connections, since=2))
