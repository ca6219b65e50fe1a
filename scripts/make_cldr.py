"""Writes src/dicehall/words/cldr.py: how the languages of the house write dates, numbers and lists.

    python scripts/make_cldr.py

The data are those of the Unicode CLDR, as Babel brings them: `make test` compares the two.
"""

from pathlib import Path

from babel import Locale

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "src/dicehall/words/cldr.py"
SOURCE = {"en": "en_GB"}
"""The English of the house; other languages are looked up by their own code."""

HEAD = '''"""How each language of the house writes dates, numbers and lists, from the Unicode CLDR.

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
'''


def main() -> None:
    codes = sorted(path.parts[-3] for path in ROOT.glob("src/dicehall/locale/*/*/dicehall.po"))
    written = "".join(map(_entry, ["en", *codes]))
    PLACE.write_text(f"{HEAD}{written}}}\n", "utf-8")


def _entry(code: str) -> str:
    locale = Locale.parse(SOURCE.get(code, code))
    symbols = locale.number_symbols["latn"]
    months = locale.months["format"]["abbreviated"]
    values = {
        "own_name": locale.get_language_name(),
        "months": tuple(months[number] for number in range(1, 13)),
        "date": locale.date_formats["medium"].pattern,
        "time": locale.time_formats["short"].pattern,
        "date_and_time": locale.datetime_formats["medium"],
        "listed": _list(locale, "standard"),
        "either": _list(locale, "or"),
        "decimal": symbols["decimal"],
        "group": symbols["group"],
        "percent": locale.percent_formats[None].pattern.replace("#,##0", "{0}"),
    }
    lines = "".join(_line(name, value) for name, value in values.items())
    return f"    {_quoted(code)}: Conventions(\n{lines}    ),\n"


def _line(name: str, value: object) -> str:
    if isinstance(value, tuple):
        inner = ", ".join(map(_quoted, value))
        line = f"        {name}=({inner}),\n"
        if len(line) <= 80:
            return line
        inner = "".join(f"            {_quoted(one)},\n" for one in value)
        return f"        {name}=(\n{inner}        ),\n"
    return f"        {name}={_quoted(value)},\n"


def _quoted(text: object) -> str:
    assert '"' not in str(text)
    return f'"{text}"'.replace("\u00a0", "\\u00a0").replace("\u202f", "\\u202f")


def _list(locale: Locale, style: str) -> tuple[str, ...]:
    patterns = locale.list_patterns[style]
    return tuple(patterns[part] for part in ("2", "start", "middle", "end"))


if __name__ == "__main__":
    main()
