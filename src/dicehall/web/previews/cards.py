"""What the head of a page says to those who show its link elsewhere (Open Graph).

They are strangers: they are told what a spectator sees at that address, and nothing more.
"""

from dataclasses import dataclass

from dicehall.game import find_game
from dicehall.match.match import Match
from dicehall.page.preview.picture import HEIGHT, WIDTH
from dicehall.page.scene import Scene
from dicehall.web.context import WebRequest, house
from dicehall.web.edge.guard import PREVIEW
from dicehall.web.views.scenes import scene_of, shown_name
from dicehall.words.language import _

NOBODY = ""
"""A guest who sits nowhere."""


@dataclass(frozen=True, slots=True)
class Card:
    """A link as others show it; its addresses are whole, since they are read elsewhere."""

    title: str
    description: str
    address: str
    picture: str
    told: str
    """The picture in words."""
    width: int = WIDTH
    height: int = HEIGHT


def house_card(request: WebRequest) -> Card:
    """The house as such."""
    begins = house(request).public_address.base_url(request.base_url)
    return Card(
        title=_("Dicehall"),
        description=_("Dice games. Fair dice, worthy opponents."),
        address=begins,
        picture=f"{begins}{PREVIEW[1:]}",
        told=_("Five dice in a tray"),
    )


def match_card(request: WebRequest, match: Match) -> Card:
    """An invitation, a match that is played, or its result."""
    scene = scene_of(match, NOBODY)
    title, description = _said(match, scene)
    begins = house(request).public_address.base_url(request.base_url)
    address = f"{begins}matches/{match.id}"
    return Card(
        title=title,
        description=description,
        address=address,
        picture=f"{address}{PREVIEW}?version={match.version}",
        told=_("The board of %(game)s") % {"game": _(find_game(match.game.name).title)},
    )


def _said(match: Match, scene: Scene) -> tuple[str, str]:
    """The title and the sentence below it."""
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
    return players, f"{scores} · {scene.asked}"
