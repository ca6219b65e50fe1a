"""What is counted of requests, for Prometheus."""

from prometheus_client import Counter, Gauge, Histogram

REQUEST_SECONDS = Histogram(
    "dicehall_request_seconds",
    "How long it took until the answer to a request began.",
    ["method", "route", "status"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
OPEN_STREAMS = Gauge(
    "dicehall_open_streams", "Pages that are listening.", multiprocess_mode="livesum"
)
TURNED_AWAY = Counter(
    "dicehall_turned_away", "Requests and connections that were refused unread.", ["code"]
)
