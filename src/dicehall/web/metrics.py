"""What is measured about requests and streams, for hosts."""

from dicehall.match.metrics import Metric

REQUEST_SECONDS = Metric(
    "Histogram",
    "dicehall_request_seconds",
    "Seconds from a request to the start of its response.",
    ("method", "route", "status"),
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
OPEN_STREAMS = Metric(
    "Gauge", "dicehall_open_streams", "Open event streams.", multiprocess_mode="livesum"
)
TURNED_AWAY = Metric(
    "Counter",
    "dicehall_turned_away",
    "Requests and connections refused before they were read.",
    ("code",),
)
