"""The log of a house: a line for a person, or a line of JSON for a program."""

import json
import logging
import sys
from datetime import UTC, datetime

_USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName", "color_message"}


def start_logs(form: str, level: str) -> None:
    """Write everything from this level on to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else PlainLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells of every start


def more_of(record: logging.LogRecord) -> dict[str, object]:
    """What a line says beyond its words: `extra={"match": …}`."""
    return {name: value for name, value in vars(record).items() if name not in _USUAL}


class PlainLines(logging.Formatter):
    """The words, then what belongs to them."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        more = "".join(f" {name}={value}" for name, value in more_of(record).items())
        return super().formatMessage(record) + more


class JsonLines(logging.Formatter):
    """An object on each line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
            **more_of(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)
