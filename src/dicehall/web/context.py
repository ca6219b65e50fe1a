"""What the routes share: the house, who is asking, and how answers are made."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any

from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie, State

from dicehall.game.refused import PromiseSpent
from dicehall.match.dice.commitment import Sealed, Sealer
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.store.protocol import best
from dicehall.page.advice import Advice
from dicehall.page.protocol import find_page
from dicehall.players.worth import Worth
from dicehall.web.edge.identity import YEAR_SECONDS, Signer
from dicehall.web.edge.preferences import COOKIE, Preferences
from dicehall.web.views.online import REACTIONS, contest_of
from dicehall.web.views.render import render
from dicehall.web.views.scenes import scene_of
from dicehall.words.language import current
from dicehall.words.telling import name_move

MOST_FRAGMENTS = 2000

WebRequest = Request[Any, Any, State]


@dataclass(slots=True)
class House:
    """The matches of this server, the key that signs its guests, and what it has drawn already."""

    matches: Matches
    signer: Signer
    closing: asyncio.Event
    """Set when the house is about to close: whoever watches should come back later."""
    fragments: "OrderedDict[tuple[object, ...], str]" = field(default_factory=OrderedDict)

    @property
    def sealer(self) -> Sealer:
        """Promises the dice of tables that are not set yet."""
        return Sealer(self.signer.key)

    async def best_score(self, match: Match, viewer: str) -> int | None:
        """The highest score of a player who sits alone at this table."""
        if match.game.seats > 1 or not match.held_by(viewer):
            return None
        lines = await self.matches.store.list(best(match.game.name, viewer, limit=1))
        return lines[0].score if lines else None

    async def fragment(self, match: Match, viewer: str) -> str:
        """The table as a viewer sees it; drawn once for all who see the same."""
        key = (match.id, match.version, match.held_by(viewer), current())
        drawn = self.fragments.get(key)
        if drawn is None:
            highest = await self.best_score(match, viewer)
            drawn = self.fragments[key] = draw_match(match, viewer, highest)
            if len(self.fragments) > MOST_FRAGMENTS:
                self.fragments.popitem(last=False)
        return drawn


def house(request: WebRequest) -> House:
    """The house that a request came to."""
    found: House = request.app.state.house
    return found


def promised(request: WebRequest, table: str, words: str) -> Sealed:
    """The dice that were promised with a table, or others; words count only after a promise."""
    if table:
        return house(request).sealer.open(table, guest(request))
    if words:
        raise PromiseSpent("words are taken only after the dice were promised: take a promise")
    return Sealed.fresh()


def guest(request: WebRequest) -> str:
    """Who is asking."""
    return str(request.scope["guest"])  # type: ignore[typeddict-item]


def preferences(request: WebRequest) -> Preferences:
    """How the guest likes it."""
    return Preferences.read(request.cookies.get(COOKIE, ""))


def preferences_cookie(chosen: Preferences) -> Cookie:
    """Remembers the guest's preferences for a year."""
    return Cookie(COOKIE, value=chosen.write(), max_age=YEAR_SECONDS, samesite="lax")


def draw_match(
    match: Match, viewer: str, highest: int | None, worth: Worth | None = None, **more: Any
) -> str:
    """The table of a match, with what the moves are worth, a notice or a hint if there is one."""
    scene = scene_of(match, viewer, highest)
    hint = more.get("hint", "")
    if worth:
        scene = replace(scene, advice=Advice(match.game, match.state, worth))
    game_page = find_page(match.game.name)
    return render(
        "table.html",
        **{"notice": "", "hint": "", **more},
        hint_named=name_move(match.game, match.state, hint) if hint else "",
        match=match,
        scene=scene,
        play_template=game_page.table,
        view=game_page.module.view(scene),
        contest=contest_of(match, viewer),
        reactions=REACTIONS,
    )


def page(request: WebRequest, template: str, status: int = 200, **context: Any) -> Response[str]:
    """A whole page."""
    content = render(
        template,
        preferences=preferences(request),
        language=current(),
        path=request.url.path,
        **context,
    )
    return Response(content, media_type=MediaType.HTML, status_code=status)
