"""Levels that lack a package are not offered, and say so."""

from dataclasses import replace

import pytest

from dicehall.game import catalogue, find_game, games
from dicehall.game.refused import NeedsFullVersion
from dicehall.match.opening import set_table
from dicehall.players.characters import check_offered, missing_line
from dicehall.players.levels import levels, offered
from dicehall.players.opponents import opponents


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strongest level of Knucklebones needs a package that is not installed."""
    needing = replace(find_game("knucklebones"), needs={"perfect": "no_such_package"})
    monkeypatch.setitem(catalogue._built_in(), "knucklebones", needing)


def test_a_level_is_offered_where_its_package_is_installed() -> None:
    for game in games():
        assert offered(game) == levels(game)
        assert missing_line(game, "coach") == ""
        check_offered(game, "perfect")


@pytest.mark.usefixtures("bare")
def test_a_level_without_its_package_is_not_offered() -> None:
    assert "perfect" in levels("knucklebones")
    assert offered("knucklebones") == ("easy", "normal", "hard")
    assert "perfect" not in opponents("knucklebones")
    assert missing_line("knucklebones", "perfect") == "Captain Owl needs the full version"
    assert missing_line("knucklebones", "hard") == ""
    with pytest.raises(NeedsFullVersion, match="Captain Owl needs the full version"):
        set_table("knucklebones", {}, "perfect", "guest", ("Ada", ""))
    assert set_table("knucklebones", {}, "hard", "guest", ("Ada", ""))
