"""Link cards: the Open Graph metadata by which other sites preview a link.

A card reveals only what a spectator would see on that page.
"""

from dataclasses import dataclass, replace

from dicehall.game import find_game
from dicehall.game_page.scene import Scene
from dicehall.match.match import Match
from dicehall.match.names import shown_name
from dicehall.web.context import WebRequest, public_base
from dicehall.web.views.render import has_static, static_path
from dicehall.web.views.scenes import scene_of
from dicehall.words.language import _

NOBODY = ""
"""The guest id of a viewer without a seat."""


@dataclass(frozen=True, slots=True)
class LinkCard:
    """A link as other sites preview it; all its URLs are absolute."""

    title: str
    description: str
    address: str
    picture: str
    alt: str


def hall_card(request: WebRequest) -> LinkCard:
    """The card of the home page."""
    title, line = _("Dicehall"), _("Dice games. Fair dice, worthy opponents.")
    base = public_base(request)
    return LinkCard(title, line, base, _picture(base, ""), _("Five dice in a tray"))


def today_card(request: WebRequest) -> LinkCard:
    """The card of today's dice."""
    title, line = _("Today’s dice"), _("The same dice for everyone. One try counts.")
    card = hall_card(request)
    return replace(card, title=title, description=line, address=f"{card.address}today")


def challenge_card(request: WebRequest, match: Match) -> LinkCard:
    """The card of a challenge to play the dice of a match."""
    card = match_card(request, match)
    return replace(card, title=_("Beat me with these dice"), address=f"{card.address}/beat")


def match_card(request: WebRequest, match: Match) -> LinkCard:
    """The card of an invitation, a running match or a result."""
    scene = scene_of(match, NOBODY)
    title, description = _title_and_description(match, scene)
    base = public_base(request)
    return LinkCard(
        title=title,
        description=description,
        address=f"{base}matches/{match.id}",
        picture=_picture(base, match.game.name),
        alt=_("The board of %(game)s") % {"game": _(find_game(match.game.name).title)},
    )


def _picture(base: str, game: str) -> str:
    """The URL of a game's picture; games from other packages get the general one."""
    name = f"cards/{game}.png"
    return base + static_path(name if has_static(name) else "cards/dicehall.png")[1:]


def _title_and_description(match: Match, scene: Scene) -> tuple[str, str]:
    entry = find_game(match.game.name)
    game, line = _(entry.title), _(entry.line) if entry.line else ""
    names = [shown_name(seat.name, seat.level) for seat in match.seats if seat]
    if match.waiting:
        values = {"name": names[0] if names else "", "game": game}
        return _("%(name)s invites you to play %(game)s") % values, line
    players = f"{game}: {' – '.join(names)}"
    if not match.begun:
        return players, _("This table was closed.") if match.result else line
    scores = " : ".join(map(str, match.game.scores(match.state)))
    return players, f"{scores} · {scene.prompt}"
