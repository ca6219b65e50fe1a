"""The cookie that remembers how a guest sets tables."""

from dicehall.game import games
from dicehall.web.last_tables import MOST_BYTES, read_tables, remember_table, write_tables


def test_chosen_settings_are_read_back() -> None:
    said = {"opponent": "hard", "begins": "first", "clock": "60", "name": "Mia", "words": "luck"}
    tables = remember_table({}, "fune", said)
    tables = remember_table(tables, "sparkle", {"opponent": "alone", "curve": "classic"})
    assert tables == {
        "fune": {"opponent": "hard", "begins": "first", "clock": "60"},
        "sparkle": {"opponent": "alone", "curve": "classic"},
    }
    assert read_tables(write_tables(tables)) == tables


def test_the_play_button_never_defaults_to_a_friend() -> None:
    tables = remember_table({"fune": {"opponent": "hard"}}, "fune", {"opponent": "open"})
    assert tables == {"fune": {"opponent": "hard"}}


def test_unknown_settings_are_ignored() -> None:
    for cookie in ("", "&&=", "chess=opponent.easy", "fune=opponent.god~begins.never~x~~.", "%ff"):
        assert [*filter(None, read_tables(cookie).values())] == []
    assert read_tables("fune=opponent.easy" + "x" * 10_000) == {"fune": {}}


def test_the_cookie_stays_small() -> None:
    full = {name: {"opponent": "perfect", "begins": "second", "clock": "86400"} for name in games()}
    assert len(write_tables(full)) < MOST_BYTES / 4
