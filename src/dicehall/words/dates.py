"""Days and times of day as a person says them; by the clock of the house."""

from datetime import UTC, datetime, timedelta, tzinfo

from dicehall.words.language import N_, _

MONTHS = (
    *(N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun")),
    *(N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec")),
)


def say_moment(at: float, now: float, zone: tzinfo | None = None) -> str:
    """When something was, to the minute; both in seconds since 1970.

    >>> say_moment(1_794_874_920, 1_794_880_000, UTC)
    'today, 00:22'
    >>> say_moment(1_794_874_920, 1_795_000_000, UTC)
    'yesterday, 00:22'
    >>> say_moment(1_794_874_920, 1_800_000_000, UTC)
    '17 Nov 2026, 00:22'
    """
    time = datetime.fromtimestamp(at, zone)
    values = {"day": say_day(at, now, zone), "time": f"{time:%H:%M}"}
    return _("%(day)s, %(time)s") % values


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
    values = {"day": day.day, "month": _(MONTHS[day.month - 1]), "year": day.year}
    return _("%(day)d %(month)s %(year)d") % values


def machine_time(at: float) -> str:
    """A moment as programs read it.

    >>> machine_time(1_794_874_920)
    '2026-11-17T00:22:00Z'
    """
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%SZ}"
