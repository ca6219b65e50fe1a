"""How each language of the house writes dates, numbers and lists, from the Unicode CLDR.

Made by scripts/make_cldr.py; after a catalogue has been added, run `make messages`.
"""

from dataclasses import dataclass

from dicehall.words.language import SOURCE, current


@dataclass(frozen=True, slots=True)
class Conventions:
    """The habits of a language. Patterns are those of the CLDR."""

    own_name: str
    """What the language calls itself."""
    months: tuple[str, ...]
    """Abbreviated."""
    date: str
    time: str
    date_and_time: str
    """{0} is the time, {1} the date."""
    listed: tuple[str, str, str, str]
    """How two things are listed; and how the first, those in between and the last of several."""
    either: tuple[str, str, str, str]
    """The same for things of which one is to be chosen."""
    decimal: str
    group: str
    percent: str
    """{0} is the number."""


def conventions(language: str = "") -> Conventions:
    """The habits of a language, or of the current one. One that the house has only just learned,
    by a catalogue and nothing else, borrows those of English."""
    return CONVENTIONS.get(language or current(), CONVENTIONS[SOURCE])


CONVENTIONS = {
    "en": Conventions(
        own_name="English",
        months=(
            "Jan",
            "Feb",
            "Mar",
            "Apr",
            "May",
            "Jun",
            "Jul",
            "Aug",
            "Sept",
            "Oct",
            "Nov",
            "Dec",
        ),
        date="d MMM y",
        time="HH:mm",
        date_and_time="{1}, {0}",
        listed=("{0} and {1}", "{0}, {1}", "{0}, {1}", "{0} and {1}"),
        either=("{0} or {1}", "{0}, {1}", "{0}, {1}", "{0} or {1}"),
        decimal=".",
        group=",",
        percent="{0}%",
    ),
    "ja": Conventions(
        own_name="日本語",
        months=(
            "1月",
            "2月",
            "3月",
            "4月",
            "5月",
            "6月",
            "7月",
            "8月",
            "9月",
            "10月",
            "11月",
            "12月",
        ),
        date="y/MM/dd",
        time="H:mm",
        date_and_time="{1} {0}",
        listed=("{0}、{1}", "{0}、{1}", "{0}、{1}", "{0}、{1}"),
        either=("{0}または{1}", "{0}、{1}", "{0}、{1}", "{0}、または{1}"),
        decimal=".",
        group=",",
        percent="{0}%",
    ),
}
