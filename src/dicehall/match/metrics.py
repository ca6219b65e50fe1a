"""What is measured about matches, for hosts. Nothing is measured, and Prometheus is not loaded,
before `start_measuring`."""

from typing import Any, Literal


class Metric:
    """A metric of Prometheus, in its terms."""

    def __init__(
        self,
        kind: Literal["Counter", "Gauge", "Histogram"],
        name: str,
        words: str,
        labels: tuple[str, ...] = (),
        **options: Any,
    ) -> None:
        self._about = (kind, name, words, labels, options)
        self._made: Any = None
        self._by_labels: dict[tuple[str, ...], Any] = {}
        _DEFINED.append(self)

    def start(self) -> None:
        """Begin to measure."""
        import prometheus_client

        kind, name, words, labels, options = self._about
        self._made = self._made or getattr(prometheus_client, kind)(name, words, labels, **options)

    def inc(self, *labels: str, by: float = 1) -> None:
        """Count something, or change a gauge."""
        if self._made:
            self._labelled(labels).inc(by)

    def observe(self, value: float, *labels: str) -> None:
        """Add a value to a histogram."""
        if self._made:
            self._labelled(labels).observe(value)

    def _labelled(self, labels: tuple[str, ...]) -> Any:
        """The series with these labels. They are kept, because looking them up takes a lock."""
        if not labels:
            return self._made
        if labels not in self._by_labels:
            self._by_labels[labels] = self._made.labels(*labels)
        return self._by_labels[labels]


def start_measuring() -> None:
    """Measure all metrics that have been defined."""
    for metric in _DEFINED:
        metric.start()


_DEFINED: list[Metric] = []

COMMANDS = Metric("Counter", "dicehall_commands", "Commands that were carried out.", ("command",))
REFUSALS = Metric("Counter", "dicehall_refusals", "Commands that were refused.", ("code",))
APPEND_SECONDS = Metric(
    "Histogram",
    "dicehall_append_seconds",
    "Time until an append was stored.",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
COMMIT_APPENDS = Metric(
    "Histogram",
    "dicehall_commit_appends",
    "How many appends shared a commit.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
)
