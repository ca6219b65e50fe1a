"""`WebServer`, the state that all requests share: matches, signing key, limits and caches."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any

from dicehall.game import find_game
from dicehall.game_page.protocol import find_page
from dicehall.game_page.scene import Scene
from dicehall.match.dice.commitments import CommitmentIssuer
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.store.lists import best_alone
from dicehall.match.today.models import Models
from dicehall.match.today.seeds import DaySeeds
from dicehall.players.reasons import Reason
from dicehall.players.worth import Worth
from dicehall.web.edge.identity import Signer
from dicehall.web.edge.limits import Limits
from dicehall.web.public_address import UNKNOWN, PublicAddress
from dicehall.web.reactions import REACTIONS
from dicehall.web.views.histories import Histories
from dicehall.web.views.online import due_offers, online_view
from dicehall.web.views.render import render
from dicehall.web.views.results import ResultView, recall, result_view
from dicehall.web.views.roll_entry import roll_entry
from dicehall.web.views.scenes import scene_of
from dicehall.words.language import current
from dicehall.words.telling import name_move

MOST_FRAGMENTS = 2000
MOST_BEST_SCORES = 10_000
MOST_PAGES = 10_000
LONGEST_PAGE = 40
"""Maximum length of the id that a page chooses for itself."""


@dataclass(slots=True)
class WebServer:
    """The state that all requests share; one instance for each process."""

    matches: Matches
    signer: Signer
    closing: asyncio.Event
    """Set when the server begins to shut down: open streams end, and clients reconnect."""
    limits: Limits = field(default_factory=Limits)
    public_address: PublicAddress = UNKNOWN
    single_guest: bool = False
    """Only one person uses this server: links, lobby and devices are absent."""
    fragments: "OrderedDict[tuple[object, ...], str]" = field(default_factory=OrderedDict)
    best_scores: "OrderedDict[tuple[str, ...], int | None]" = field(default_factory=OrderedDict)
    """Cached by game, variant and guest; looked up again when one of the guest's matches ends."""
    api_descriptions: dict[str, str] = field(default_factory=dict)
    """The rendered body of /api/docs, by language."""
    shown: "OrderedDict[str, int]" = field(default_factory=OrderedDict)
    """The newest version that each open page received in response to a form."""

    histories: Histories = field(init=False)
    issuer: CommitmentIssuer = field(init=False)
    """Commits to the dice of matches that are not open yet."""
    days: DaySeeds = field(init=False)
    models: Models = field(init=False)

    def __post_init__(self) -> None:
        self.histories = Histories(self.matches.offload)
        self.days = DaySeeds(self.matches.store, self.matches.now, not self.single_guest)
        self.models = Models(self.matches)
        self.issuer = CommitmentIssuer(self.signer.key, self.matches.store)

    async def best_score(self, match: Match, viewer: str) -> int | None:
        """The viewer's highest score in this variant; None unless they play it alone."""
        if match.game.seats > 1 or not match.held_by(viewer):
            return None
        game = match.game.name
        variant = find_game(game).variant(match.game.options)
        key = (game, variant, viewer)
        if match.result or key not in self.best_scores:
            found = await self.matches.store.ask(best_alone(viewer, game, variant))
            self.best_scores[key] = found[0][2] if found else None
            if len(self.best_scores) > MOST_BEST_SCORES:
                self.best_scores.popitem(last=False)
        return self.best_scores[key]

    async def fragment(self, match: Match, viewer: str) -> str:
        """The HTML of the table for a viewer; viewers who see the same thing share one copy."""
        reviewed = match.result is not None and self.matches.coach.reviewed(match) is not None
        # Online tables show times: redraw when the clock is set or an offer becomes available.
        since = self.matches.clock.since if match.online else 0.0
        seats, due = match.held_by(viewer), due_offers(match)
        key = (match.id, match.version, seats, due, current(), reviewed, since)
        drawn = self.fragments.get(key)
        if drawn is None:
            drawn = await self.draw(match, viewer)
            self._keep(key, drawn)
        return drawn

    def _keep(self, key: tuple[object, ...], drawn: str) -> None:
        self.fragments[key] = drawn
        if len(self.fragments) > MOST_FRAGMENTS:
            self.fragments.popitem(last=False)

    async def frames(self, match: Match, viewer: str, moment: int) -> str:
        """The HTML of every board after `moment` and before the newest, for the page to animate."""
        drawn = []
        for history in await self.histories.between(match, moment):
            seats = (match.held_by(viewer), match.seats)
            key = (match.id, "frame", match.line, history.moment, seats, current())
            if key not in self.fragments:
                self._keep(key, draw_frame(match, scene_of(match, viewer, history)))
            drawn.append(self.fragments[key])
        return "".join(drawn)

    async def table_for(self, page: str, match: Match, viewer: str, moment: int) -> str:
        """The response to a form of an open page: the table, preceded by the boards since the
        `moment` that the page shows. The page's stream then skips this version."""
        self.mark_shown(page, match.version)
        frames = await self.frames(match, viewer, moment) if moment >= 0 else ""
        return frames + await self.fragment(match, viewer)

    def mark_shown(self, page: str, version: int) -> None:
        """Remember which version a page has received, so that its stream can skip it. A page
        without an id gets everything from its stream."""
        if page:
            self.shown[page[:LONGEST_PAGE]] = version
            if len(self.shown) > MOST_PAGES:
                self.shown.popitem(last=False)

    def has_shown(self, page: str, version: int) -> bool:
        """Whether a page has already received this version or a newer one."""
        return self.shown.get(page, 0) >= version

    async def draw(self, match: Match, viewer: str, worth: Worth | None = None, **more: Any) -> str:
        """The HTML of the table with worths, a notice or a hint for this viewer; never cached."""
        scene = await self.scene(match, viewer, worth)
        result = await self.result(match, viewer, scene)
        return draw_table(match, viewer, scene, result, single_guest=self.single_guest, **more)

    async def scene(self, match: Match, viewer: str, worth: Worth | None = None) -> Scene:
        """What a viewer sees of a match, including the coach's notes if a `worth` is given."""
        history = await self.histories.newest(match)
        scene = scene_of(match, viewer, history)
        scene = replace(scene, best=await self.best_score(match, viewer))
        return find_page(match.game.name).advised(scene, worth) if worth else scene

    async def result(self, match: Match, viewer: str, scene: Scene) -> ResultView | None:
        """How a match ended for a viewer; None while it is running."""
        if not match.result:
            return None
        timeline = await self.histories.timeline(match)
        past = await recall(self.matches.store, match, viewer)
        review = self.matches.coach.reviewed(match)
        return await self.matches.offload(result_view, match, scene, timeline, past, review)


def draw_table(
    match: Match,
    viewer: str,
    scene: Scene,
    result: ResultView | None,
    *,
    single_guest: bool = False,
    notice: str = "",
    hint: str = "",
    hint_why: Reason | None = None,
) -> str:
    """The HTML of a match's table, with a notice or a hint if there is one."""
    game_page = find_page(match.game.name)
    return render(
        "table.html",
        single_guest=single_guest,
        notice=notice,
        hint=hint,
        hint_why=hint_why,
        says_hint=game_page.says_hint,
        hint_named=name_move(match.game, match.state, hint) if hint else "",
        match=match,
        scene=scene,
        result=result,
        play_template=game_page.table,
        view=game_page.module.view(scene),
        lessons=game_page.lessons(scene),
        contest=online_view(match, viewer),
        entry=roll_entry(scene),
        reactions=REACTIONS,
    )


def draw_frame(match: Match, scene: Scene) -> str:
    """The HTML of an earlier board, in which nothing can be done."""
    passing = replace(scene, passing=True, running=True, loss=None)
    game_page = find_page(match.game.name)
    return render(
        "frame.html",
        hint="",
        match=match,
        scene=passing,
        play_template=game_page.table,
        view=game_page.module.view(passing),
    )
