"""Open the bus at an address."""

from dicehall.game.messages import translatable
from dicehall.game.refused import BusUnusable
from dicehall.match.addresses import scheme_of
from dicehall.match.bus.protocol import Bus, MemoryBus


async def open_bus(address: str) -> Bus:
    """Connect to the bus at an address; without one, use a bus within this process."""
    if not address:
        return MemoryBus()
    if scheme_of(address) not in ("redis", "rediss", "unix"):
        raise BusUnusable(
            translatable(
                "%(scheme)s:… is not the address of a bus: use redis://, rediss:// or unix://",
                scheme=scheme_of(address),
            )
        )
    from dicehall.match.bus.redis import RedisBus

    return await RedisBus.at(address)
