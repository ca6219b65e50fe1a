"""A cookie with a guest's last match settings for each game, so that Play can start at once."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from dicehall.game import games
from dicehall.match.opening import BEGINNERS
from dicehall.match.time_limits import CLOCKS
from dicehall.players.opponents import OPEN, opponents

COOKIE = "tables"
MOST_BYTES = 2000
"""Of the cookie, which is sent with every request and so should be small."""

TableChoice = dict[str, str]
"""Fields of the new-match form: opponent, begins, clock, own_dice, and the game's options."""


def read_tables(cookie: str) -> dict[str, TableChoice]:
    """The settings in a cookie, by game; unknown values are ignored.

    >>> read_tables("sparkle=curve.gentle~opponent.god&chess=opponent.easy")
    {'sparkle': {'curve': 'gentle'}}
    """
    tables = {}
    for game, choice in parse_qsl(cookie[:MOST_BYTES]):
        if game in games():
            chosen = dict(pair.partition(".")[::2] for pair in choice.split("~"))
            tables[game] = _known(game, chosen)
    return tables


def remember_table(
    tables: Mapping[str, TableChoice], game: str, form: Mapping[str, str]
) -> dict[str, TableChoice]:
    """The settings, with those of one game updated from a form. An open seat is not remembered as
    the opponent: Play should start at once, not wait for somebody to join."""
    chosen = {key: value for key, value in form.items() if (key, value) != ("opponent", OPEN)}
    kept = {**tables.get(game, {}), **_known(game, chosen)}
    return {**{other: choice for other, choice in tables.items() if other != game}, game: kept}


def write_tables(tables: Mapping[str, TableChoice]) -> str:
    """The cookie for these settings; if it gets too long, it drops the games set longest ago."""
    spelled = {
        game: "~".join(f"{key}.{value}" for key, value in choice.items())
        for game, choice in tables.items()
    }
    while len(cookie := urlencode(spelled)) > MOST_BYTES:
        del spelled[next(iter(spelled))]
    return cookie


def _known(game: str, chosen: Mapping[str, str]) -> TableChoice:
    """The settings that are valid for this game."""
    entry = games()[game]
    legal: dict[str, tuple[str, ...]] = {
        "opponent": opponents(game),
        "begins": BEGINNERS,
        "clock": tuple(map(str, CLOCKS)),
        "own_dice": ("no", "yes"),
        **entry.options,
    }
    return {key: value for key, value in chosen.items() if value in legal.get(key, ())}
