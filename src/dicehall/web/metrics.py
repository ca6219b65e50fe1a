"""Prometheus metrics of requests and streams."""

from prometheus_client import Counter, Gauge, Histogram

REQUEST_SECONDS = Histogram(
    "dicehall_request_seconds",
    "Seconds from a request to the start of its response.",
    ["method", "route", "status"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
OPEN_STREAMS = Gauge("dicehall_open_streams", "Open event streams.", multiprocess_mode="livesum")
TURNED_AWAY = Counter(
    "dicehall_turned_away", "Requests and connections refused before they were read.", ["code"]
)
