"""The server's log: plain lines for people, or lines of JSON for programs."""

import json
import logging
import sys
from datetime import UTC, datetime

_STANDARD_FIELDS = {
    *vars(logging.makeLogRecord({})),
    "message",
    "asctime",
    "taskName",
    "color_message",
}


def start_logs(form: str, level: str) -> None:
    """Log everything from this level up to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else PlainLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it logs every start


def extra_fields(record: logging.LogRecord) -> dict[str, object]:
    """The extra fields of a log record, as given by `extra={"match": …}`."""
    return {name: value for name, value in vars(record).items() if name not in _STANDARD_FIELDS}


class PlainLines(logging.Formatter):
    """The message, then its extra fields."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        more = "".join(f" {name}={value}" for name, value in extra_fields(record).items())
        return super().formatMessage(record) + more


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
            **extra_fields(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)
