"""Dates, numbers and lists are written as the CLDR says; Babel is the witness."""

from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import pytest
from babel.dates import format_date, format_time
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from hypothesis import given
from hypothesis import strategies as st

from dicehall.words.cldr import CONVENTIONS
from dicehall.words.dates import say_day, say_time
from dicehall.words.language import languages, using
from dicehall.words.numbers import say_number, say_percent
from dicehall.words.phrases import either, in_a_row, listed

ROOT = Path(__file__).parents[2]
LOCALES = {language: "en_GB" if language == "en" else language for language in languages()}
MOMENTS = st.datetimes(datetime(1971, 1, 3), datetime(2200, 1, 1), timezones=st.just(UTC))

each_language = pytest.mark.parametrize("language", languages())


def test_the_table_is_as_its_script_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(ROOT / "scripts")
    script = import_module("make_cldr")
    monkeypatch.setattr(script, "PLACE", tmp_path / "cldr.py")
    script.main()
    table = ROOT / "src/dicehall/words/cldr.py"
    assert (tmp_path / "cldr.py").read_text("utf-8") == table.read_text("utf-8"), (
        "another language, or another Babel: run make messages"
    )


def test_every_language_of_the_server_has_its_conventions() -> None:
    assert tuple(CONVENTIONS) == languages()
    assert CONVENTIONS["ja"].own_name == "日本語"


@each_language
@given(moment=MOMENTS)
def test_dates_and_times(language: str, moment: datetime) -> None:
    at, far = moment.timestamp(), moment.timestamp() - 10 * 86_400
    day = format_date(moment, "medium", LOCALES[language])
    time = format_time(moment, "short", locale=LOCALES[language])
    with using(language):
        assert say_day(at, far, UTC) == day
        assert say_time(at, far, UTC) == CONVENTIONS[language].date_and_time.format(time, day)


@each_language
@given(number=st.integers(-(10**9), 10**9), places=st.integers(0, 3))
def test_numbers(language: str, number: int, places: int) -> None:
    decimal = number / 10**places
    shown = "#,##0" + ("." + "0" * places if places else "")
    with using(language):
        assert say_number(decimal, places) == format_decimal(decimal, shown, LOCALES[language])


@each_language
@given(number=st.integers(0, 100))
def test_percents(language: str, number: int) -> None:
    with using(language):
        assert say_percent(number) == format_percent(number / 100, locale=LOCALES[language])


@each_language
@given(items=st.lists(st.text("abc{}", min_size=1), min_size=1, max_size=6))
def test_lists(language: str, items: list[str]) -> None:
    with using(language):
        assert listed(items) == format_list(items, "standard", LOCALES[language])
        assert either(items) == format_list(items, "or", LOCALES[language])
        assert in_a_row(items[:1]) == items[0]


def test_japanese() -> None:
    with using("ja"):
        assert listed([1, 4, 6]) == in_a_row([1, 4, 6]) == "1、4、6"
        assert either(["roll", "hold"]) == "rollまたはhold"
        assert say_time(1_794_874_920, 1_794_880_000, UTC) == "今日 0:22"
        assert say_time(1_794_874_920, 1_800_000_000, UTC) == "2026/11/17 0:22"
        assert say_number(12345.5, 1) == "12,345.5"
