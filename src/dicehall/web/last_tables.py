"""How a guest has last set the table of each game: a cookie, so that Play can begin at once."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from dicehall.game import games
from dicehall.match.opening import BEGINNERS
from dicehall.match.time_limits import CLOCKS
from dicehall.players.opponents import OPEN, opponents

COOKIE = "tables"
MOST_BYTES = 2000
"""Of the cookie: what comes with every request should be small."""

TableChoice = dict[str, str]
"""What the form of a new table says: opponent, begins, clock, and the game's options."""


def read_tables(cookie: str) -> dict[str, TableChoice]:
    """What a cookie says, by game; anything unknown in it is passed over.

    >>> read_tables("sparkle=curve.gentle~opponent.god&chess=opponent.easy")
    {'sparkle': {'curve': 'gentle'}}
    """
    said = {game: choice for game, choice in parse_qsl(cookie[:MOST_BYTES]) if game in games()}
    pairs = {
        game: [pair.partition(".")[::2] for pair in choice.split("~")]
        for game, choice in said.items()
    }
    return {game: _known(game, dict(chosen)) for game, chosen in pairs.items()}


def remember_table(
    tables: Mapping[str, TableChoice], game: str, said: Mapping[str, str]
) -> dict[str, TableChoice]:
    """The choices, with those of one game taken from its form. A free seat is not remembered as an
    opponent: Play begins at once, and there somebody would have to come first."""
    chosen = {key: value for key, value in said.items() if (key, value) != ("opponent", OPEN)}
    kept = {**tables.get(game, {}), **_known(game, chosen)}
    return {**{other: choice for other, choice in tables.items() if other != game}, game: kept}


def write_tables(tables: Mapping[str, TableChoice]) -> str:
    """The cookie that says this; if it gets too long, the games chosen longest ago are left out."""
    spelled = {
        game: "~".join(f"{key}.{value}" for key, value in choice.items())
        for game, choice in tables.items()
    }
    while len(cookie := urlencode(spelled)) > MOST_BYTES:
        del spelled[next(iter(spelled))]
    return cookie


def _known(game: str, chosen: Mapping[str, str]) -> TableChoice:
    """The choices that this game has."""
    entry = games()[game]
    legal: dict[str, tuple[str, ...]] = {
        "opponent": opponents(game),
        "begins": BEGINNERS,
        "clock": tuple(map(str, CLOCKS)),
        **entry.options,
    }
    return {key: value for key, value in chosen.items() if value in legal.get(key, ())}
