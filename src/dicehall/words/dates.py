"""Dates and times for people to read, in the local time zone or a given one."""

import re
from datetime import UTC, date, datetime, timedelta, tzinfo

from dicehall.words.cldr import conventions
from dicehall.words.language import _

FIELD = re.compile("y+|M+|d+|H+|m+")
"""The fields of a CLDR pattern."""


def say_time(at: float, now: float, zone: tzinfo | None = None) -> str:
    """A Unix timestamp to the minute; `now` decides what "today" is.

    >>> say_time(1_794_874_920, 1_794_880_000, UTC)
    'today, 00:22'
    >>> say_time(1_794_874_920, 1_795_000_000, UTC)
    'yesterday, 00:22'
    >>> say_time(1_794_874_920, 1_800_000_000, UTC)
    '17 Nov 2026, 00:22'
    """
    own = conventions()
    time = _written(own.time, datetime.fromtimestamp(at, zone))
    return own.date_and_time.format(time, say_day(at, now, zone))


def say_day(at: float, now: float, zone: tzinfo | None = None) -> str:
    """The date of a Unix timestamp.

    >>> say_day(1_794_874_920, 1_800_000_000, UTC)
    '17 Nov 2026'
    """
    day, today = (datetime.fromtimestamp(time, zone).date() for time in (at, now))
    if day == today:
        return _("today")
    if day == today - timedelta(days=1):
        return _("yesterday")
    return say_date(day)


def say_date(day: date) -> str:
    """A date, wherever the reader is.

    >>> say_date(date(2026, 11, 17))
    '17 Nov 2026'
    """
    return _written(conventions().date, day)


def _written(pattern: str, moment: date) -> str:
    """Format a date or time by a CLDR pattern."""

    def field(found: re.Match[str]) -> str:
        letters = found[0]
        if letters == "MMM":
            return conventions().months[moment.month - 1]
        names = {"y": "year", "M": "month", "d": "day", "H": "hour", "m": "minute"}
        value: int = getattr(moment, names[letters[0]])
        return f"{value:0{len(letters)}d}"

    return FIELD.sub(field, pattern)


def machine_time(at: float) -> str:
    """A Unix timestamp in ISO 8601.

    >>> machine_time(1_794_874_920)
    '2026-11-17T00:22:00Z'
    """
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%SZ}"
