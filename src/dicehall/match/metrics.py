"""The Prometheus metrics of matches."""

from functools import cache

from prometheus_client import Counter, Histogram

COMMANDS = Counter("dicehall_commands", "Commands that were carried out.", ["command"])
REFUSALS = Counter("dicehall_refusals", "Commands that were refused.", ["code"])
APPEND_SECONDS = Histogram(
    "dicehall_append_seconds",
    "Time until an append was stored.",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
COMMIT_APPENDS = Histogram(
    "dicehall_commit_appends",
    "How many appends shared a commit.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
)


@cache
def command_counter(kind: str) -> Counter:
    """The counter for one kind of command."""
    return COMMANDS.labels(kind)
