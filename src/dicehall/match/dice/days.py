"""The calendar of today's dice. Days are those of UTC; everyone who plays a game on
a day gets the same dice."""

import hashlib
import re
from datetime import UTC, date, datetime, timedelta

from dicehall.game.messages import brief, translatable
from dicehall.game.refused import UnknownDay

DAY_SECONDS = 86_400
GRACE_SECONDS = 3600
"""How long after the end of a day a try that was begun on it still counts. Then the day's seed is
revealed."""

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def day_at(now: float) -> str:
    """The day of a Unix timestamp.

    >>> day_at(1_794_874_920)
    '2026-11-17'
    """
    return f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d}"


def start_of(day: str) -> float:
    """When a day begins."""
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp()


def reveal_time(day: str) -> float:
    """When the seed of a day is revealed."""
    return start_of(day) + DAY_SECONDS + GRACE_SECONDS


def days_after(day: str, count: int) -> str:
    """The day that is this many days later.

    >>> days_after("2026-12-31", 1), days_after("2026-12-31", -1)
    ('2027-01-01', '2026-12-30')
    """
    return f"{date.fromisoformat(day) + timedelta(days=count):%Y-%m-%d}"


def number_of(day: str) -> int:
    """The number of a day, by which challenges take turns."""
    return date.fromisoformat(day).toordinal()


def read_day(text: str) -> str:
    """A day as it is written in addresses; refused if there is no such day."""
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text).isoformat()
    except ValueError:
        pass
    raise UnknownDay(translatable("%(text)r is not a day", text=brief(text)))


def dice_id(day: str, game: str) -> str:
    """The id that the dice of a day are computed with."""
    return f"{day}-{game}"


def public_seed(day: str) -> str:
    """The seed of a day where nobody is ranked: it follows from the date alone."""
    return hashlib.sha256(f"dicehall {day}".encode()).hexdigest()
