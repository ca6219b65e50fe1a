"""The cookie that remembers how a guest sets tables."""

from dicehall.game import games
from dicehall.web.last_tables import MOST_BYTES, read_tables, remember_table, write_tables


def test_what_was_chosen_is_read_again() -> None:
    said = {"opponent": "hard", "begins": "first", "clock": "60", "name": "Mia", "words": "luck"}
    tables = remember_table({}, "fune", said)
    tables = remember_table(tables, "sparkle", {"opponent": "alone", "curve": "classic"})
    assert tables == {
        "fune": {"opponent": "hard", "begins": "first", "clock": "60"},
        "sparkle": {"opponent": "alone", "curve": "classic"},
    }
    assert read_tables(write_tables(tables)) == tables


def test_play_does_not_begin_with_a_friend_who_is_not_there() -> None:
    tables = remember_table({"fune": {"opponent": "hard"}}, "fune", {"opponent": "open"})
    assert tables == {"fune": {"opponent": "hard"}}


def test_what_is_unknown_is_passed_over() -> None:
    for cookie in ("", "&&=", "chess=opponent.easy", "fune=opponent.god~begins.never~x~~.", "%ff"):
        assert [*filter(None, read_tables(cookie).values())] == []
    assert read_tables("fune=opponent.easy" + "x" * 10_000) == {"fune": {}}


def test_the_cookie_stays_small() -> None:
    full = {name: {"opponent": "perfect", "begins": "second", "clock": "86400"} for name in games()}
    assert len(write_tables(full)) < MOST_BYTES / 4
