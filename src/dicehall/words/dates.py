"""Days and times of day as a person says them; in the time zone of the terminal,
or in one that is named."""

import re
from datetime import UTC, date, datetime, timedelta, tzinfo

from dicehall.words.cldr import conventions
from dicehall.words.language import _

FIELD = re.compile("y+|M+|d+|H+|m+")
"""The fields of a pattern, as the CLDR spells them."""


def say_time(at: float, now: float, zone: tzinfo | None = None) -> str:
    """When something was, to the minute; both in seconds since 1970.

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
    """The day on which something was.

    >>> say_day(1_794_874_920, 1_800_000_000, UTC)
    '17 Nov 2026'
    """
    day, today = (datetime.fromtimestamp(moment, zone).date() for moment in (at, now))
    if day == today:
        return _("today")
    if day == today - timedelta(days=1):
        return _("yesterday")
    return _written(conventions().date, day)


def _written(pattern: str, moment: date) -> str:
    """A moment in a pattern of the CLDR."""

    def field(found: re.Match[str]) -> str:
        letters = found[0]
        if letters == "MMM":
            return conventions().months[moment.month - 1]
        names = {"y": "year", "M": "month", "d": "day", "H": "hour", "m": "minute"}
        value: int = getattr(moment, names[letters[0]])
        return f"{value:0{len(letters)}d}"

    return FIELD.sub(field, pattern)


def machine_time(at: float) -> str:
    """A moment as programs read it.

    >>> machine_time(1_794_874_920)
    '2026-11-17T00:22:00Z'
    """
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%SZ}"
