"""What is counted of requests, and how Prometheus reads all that is counted."""

import os

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The folder through which the workers of a house add up what they count."""

CONTENT_TYPE = CONTENT_TYPE_LATEST

REQUEST_SECONDS = Histogram(
    "dicehall_request_seconds",
    "How long it took until the answer to a request began.",
    ["method", "route", "status"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
OPEN_STREAMS = Gauge(
    "dicehall_open_streams", "Pages that are listening.", multiprocess_mode="livesum"
)


def read_metrics() -> bytes:
    """Everything that is counted, of all workers, in Prometheus's text format."""
    registry = REGISTRY
    if SHARED in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
