"""The house as the web sees it: its matches, the key that signs its guests, what it has drawn."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace

from dicehall.match.dice.commitment import CommitmentIssuer
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.store.lists import best
from dicehall.page.advice import Advice
from dicehall.page.protocol import find_page
from dicehall.page.scene import Scene
from dicehall.players.worth import Worth
from dicehall.web.edge.attempts import Attempts
from dicehall.web.edge.identity import Signer
from dicehall.web.views.histories import Histories
from dicehall.web.views.online import REACTIONS, online_view
from dicehall.web.views.render import render
from dicehall.web.views.scenes import scene_of
from dicehall.words.language import current
from dicehall.words.telling import name_move

MOST_FRAGMENTS = 2000
MOST_BEST_SCORES = 10_000
MOST_PAGES = 10_000
LONGEST_PAGE = 40
"""Characters of the name that a page gives itself."""


@dataclass(slots=True)
class House:
    """The matches of this server, the key that signs its guests, and what it has drawn already."""

    matches: Matches
    signer: Signer
    closing: asyncio.Event
    """Set when the house is about to close: whoever watches should come back later."""
    fragments: "OrderedDict[tuple[object, ...], str]" = field(default_factory=OrderedDict)
    histories: Histories = field(default_factory=Histories)
    best_scores: "OrderedDict[tuple[str, str], int | None]" = field(default_factory=OrderedDict)
    """By game and guest; looked up again when a match of theirs has ended."""
    shown: "OrderedDict[str, int]" = field(default_factory=OrderedDict)
    """The newest version that each open page got as the answer to a form."""
    guesses: Attempts = field(default_factory=lambda: Attempts(limit=20, seconds=60))
    """Wrong codes from one address. A code leads to a free seat: it must not be found by trying."""
    reactions: Attempts = field(default_factory=lambda: Attempts(limit=4, seconds=10))
    """Reactions of one seat."""

    @property
    def issuer(self) -> CommitmentIssuer:
        """Promises the dice of tables that are not set yet."""
        return CommitmentIssuer(self.signer.key)

    async def best_score(self, match: Match, viewer: str) -> int | None:
        """The highest score of a player who sits alone at this table."""
        if match.game.seats > 1 or not match.held_by(viewer):
            return None
        key = (match.game.name, viewer)
        if match.result or key not in self.best_scores:
            found = await self.matches.store.list(best(match.game.name, viewer, limit=1))
            self.best_scores[key] = found[0].score if found else None
            if len(self.best_scores) > MOST_BEST_SCORES:
                self.best_scores.popitem(last=False)
        return self.best_scores[key]

    async def fragment(self, match: Match, viewer: str) -> str:
        """The table as a viewer sees it; drawn once for all who see the same."""
        key = (match.id, match.version, match.held_by(viewer), current())
        drawn = self.fragments.get(key)
        if drawn is None:
            drawn = self.fragments[key] = await self.draw(match, viewer)
            if len(self.fragments) > MOST_FRAGMENTS:
                self.fragments.popitem(last=False)
        return drawn

    async def table_for(self, page: str, match: Match, viewer: str) -> str:
        """The table for an open page, which need not hear of it a second time by its stream."""
        if page:
            self.shown[page[:LONGEST_PAGE]] = match.version
            if len(self.shown) > MOST_PAGES:
                self.shown.popitem(last=False)
        return await self.fragment(match, viewer)

    def has_shown(self, page: str, version: int) -> bool:
        """Whether an open page has got this version, or a newer one, as an answer."""
        return self.shown.get(page, 0) >= version

    async def draw(self, match: Match, viewer: str, worth: Worth | None = None, **more: str) -> str:
        """The table with what is said only now, to this viewer: worths, a notice or a hint."""
        return draw_table(match, viewer, await self.scene(match, viewer, worth), **more)

    async def scene(self, match: Match, viewer: str, worth: Worth | None = None) -> Scene:
        """What a viewer sees of a match, with what the coach says if the choices were weighed."""
        history = await self.histories.newest(match)
        scene = scene_of(match, viewer, history)
        scene = replace(scene, best=await self.best_score(match, viewer))
        if worth is None:
            return scene
        advice = Advice(match.game, match.state, worth)
        advised = find_page(match.game.name).advise(scene, advice)
        return replace(scene, advice=advice, advised=advised)


def draw_table(match: Match, viewer: str, scene: Scene, *, notice: str = "", hint: str = "") -> str:
    """The table of a match, with a notice or a hint if there is one."""
    game_page = find_page(match.game.name)
    return render(
        "table.html",
        notice=notice,
        hint=hint,
        hint_named=name_move(match.game, match.state, hint) if hint else "",
        match=match,
        scene=scene,
        play_template=game_page.table,
        view=game_page.module.view(scene),
        contest=online_view(match, viewer),
        reactions=REACTIONS,
    )
