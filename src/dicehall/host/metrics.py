"""Serves metrics at a separate address, for the host only."""

import asyncio
import os
from urllib.parse import urlsplit

import psutil
from prometheus_client import REGISTRY, CollectorRegistry, Gauge, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector

from dicehall.game.messages import translatable
from dicehall.game.refused import Refused
from dicehall.match.service import Matches

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The folder through which workers share their metrics."""
SAMPLE_SECONDS = 5.0

WAITING_APPENDS = Gauge(
    "dicehall_waiting_appends", "Appends that wait for a commit.", multiprocess_mode="livesum"
)
WAITING_THOUGHTS = Gauge(
    "dicehall_waiting_thoughts",
    "Moves that computer players and coaches have been asked for.",
    multiprocess_mode="livesum",
)
BUS_CONNECTED = Gauge(
    "dicehall_bus_connected",
    "Whether all processes here hear of the others.",
    multiprocess_mode="livemin",
)
MEMORY = Gauge(
    "dicehall_memory_bytes",
    "The memory of each process that serves, without its children.",
    multiprocess_mode="liveall",
)


class BadMetricsAddress(Refused):
    """Metrics cannot be offered at this address."""


def serve_metrics(address: str) -> None:
    """Serve metrics of this process and its workers at HOST:PORT."""
    try:
        parts = urlsplit(f"//{address}")
        if not parts.hostname or parts.port is None:
            raise ValueError("write HOST:PORT, such as 127.0.0.1:9100")
        start_http_server(parts.port, parts.hostname, _registry())
    except (OSError, ValueError) as error:
        raise BadMetricsAddress(
            translatable(
                "cannot serve metrics at %(address)s: %(why)s",
                address=address,
                why=str(getattr(error, "strerror", None) or error),
            )
        ) from error


async def sample(matches: Matches) -> None:
    """Update the gauges every few seconds."""
    process = psutil.Process()
    while True:
        WAITING_APPENDS.set(matches.store.waiting)
        WAITING_THOUGHTS.set(matches.thinking.waiting)
        BUS_CONNECTED.set(matches.bus.connected)
        MEMORY.set(process.memory_info().rss)
        await asyncio.sleep(SAMPLE_SECONDS)


def _registry() -> CollectorRegistry:
    if SHARED not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry
