"""The home page: the guest's running matches first, then all games."""

import asyncio
from dataclasses import dataclass

from litestar import Response, get

from dicehall.game import Entry, games
from dicehall.game_page.protocol import find_page
from dicehall.game_page.scene import Scene
from dicehall.match.match import Match
from dicehall.match.store.lists import best_alone, results_against, running
from dicehall.match.store.protocol import ResultRows
from dicehall.match.unstarted import is_unstarted
from dicehall.players.characters import character
from dicehall.players.opponents import ALONE, PEOPLE
from dicehall.web.context import WebRequest, guest, last_tables, page, puzzle_book, server
from dicehall.web.last_tables import TableChoice
from dicehall.web.link_cards import hall_card
from dicehall.web.routes.lobby import offers, rematches
from dicehall.web.today import overview
from dicehall.web.views.entries import (
    WinsAndLosses,
    form_defaults,
    has_emblem,
    option_titles,
    options_offered,
    results_by_level,
    wins_against,
)
from dicehall.web.views.match_lists import MatchRow, match_rows
from dicehall.web.views.pictures import Picture
from dicehall.web.views.scenes import scene_of
from dicehall.web.views.today import say_result
from dicehall.words.language import _
from dicehall.words.numbers import say_number

MOST_WAITING = 3
"""How many running matches are shown before "more"."""


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    """A match that the guest can continue, with its scene if the match was loaded."""

    row: MatchRow
    scene: Scene | None

    @property
    def other(self) -> int | None:
        """The opponent's seat; None if it is not clear which that is."""
        if not self.scene or len(self.scene.players) < 2 or len(self.scene.mine) != 1:
            return None
        return 1 - self.scene.mine[0]

    @property
    def score(self) -> str:
        """The points so far, the guest's first."""
        if not self.scene:
            return ""
        points = self.scene.game.scores(self.scene.state)
        return " : ".join(map(str, reversed(points) if self.other == 0 else points))

    @property
    def rank(self) -> int:
        """The sort key: first the guest's turn, then matches not loaded, then others' turns."""
        return 1 if self.scene is None else 0 if self.scene.awaited else 2


@get("/", include_in_schema=False, cost=2)
async def show_hall(request: WebRequest) -> Response[str]:
    """The home page: the guest's running matches, and a Play button for each game."""
    store, who = server(request).matches.store, guest(request)
    bests, results, listed, seats, again, daily = await asyncio.gather(
        store.ask(best_alone(who)),
        store.ask(results_against(who)),
        store.list(running(who)),
        offers(request),
        rematches(request),
        overview(server(request), who, server(request).days.today),
    )
    highest = {(game, variant): score for game, variant, score in bests}
    chosen = {
        name: {**form_defaults(entry), **last_tables(request).get(name, {})}
        for name, entry in games().items()
    }
    foreign = [name for name, entry in games().items() if not has_emblem(entry)]
    return page(
        request,
        "hall.html",
        pictures={name: Picture.at_door(name) for name in foreign},
        styles=dict.fromkeys(find_page(name).style for name in foreign),
        what={
            name: _play_caption(entry, chosen[name], highest, results)
            for name, entry in games().items()
        },
        whom={name: _face(choice["opponent"]) for name, choice in chosen.items()},
        waiting=await _waiting(request, list(match_rows(listed, who))),
        at_once=MOST_WAITING,
        offers=seats,
        card=hall_card(request),
        rematches=again,
        daily=daily,
        daily_told={
            one.entry.name: say_result(one.own.result, one.game.seats)
            for one in daily.games
            if one.own and one.own.result is not None
        },
        of_day=puzzle_book(request).puzzle_of_day,
    )


def _play_caption(
    entry: Entry, choice: TableChoice, highest: dict[tuple[str, str], int], results: ResultRows
) -> str:
    """The caption of a Play button: options and opponent of the match that it starts."""
    titles = option_titles(entry)
    words = [titles[choice[option]][0] for option in options_offered(entry)]
    opponent, own_dice = choice["opponent"], choice.get("own_dice") == "yes"
    if opponent == PEOPLE:
        words.append(_("two players, one device"))
    elif opponent != ALONE:
        known = results_by_level(results, entry.name).get(opponent, WinsAndLosses())
        words.append(wins_against(character(opponent).name, known.won))
    elif own_dice:
        words.append(_("own dice"))
    elif best := highest.get((entry.name, entry.variant(choice))):
        words.append(_("best %(score)s") % {"score": say_number(best)})
    else:
        words.append(_("for a high score"))
    if own_dice and opponent != ALONE:
        words.append(_("own dice"))
    return " · ".join(words)


def _face(opponent: str) -> str:
    """The face of the computer opponent; empty if there is none."""
    return "" if opponent in (ALONE, PEOPLE) else character(opponent).face


async def _waiting(request: WebRequest, rows: list[MatchRow]) -> list[WaitingMatch]:
    """The running matches, those where it is the guest's turn first. Matches that are not in memory
    are loaded only if they are among the few shown first."""
    matches, who = server(request).matches, guest(request)
    rest = [WaitingMatch(row, _scene(matches.peek(row.match_id), who)) for row in rows]
    rest.sort(key=lambda one: one.rank)
    shown: list[WaitingMatch] = []
    while rest and len(shown) < MOST_WAITING:  # again only if some were put away
        room = MOST_WAITING - len(shown)
        batch, rest = rest[:room], rest[room:]
        # A match that cannot be loaded stays in the list; its page says why.
        seen = await matches.see_all([one.row.match_id for one in batch])
        for one in batch:
            match = seen.get(one.row.match_id)
            if not _is_put_away(match, who):
                shown.append(WaitingMatch(one.row, _scene(match, who)))
    return [*sorted(shown, key=lambda one: one.rank), *rest]


def _is_put_away(match: Match | None, who: str) -> bool:
    """Whether the hall can leave out a match: the guest has not moved, and nobody is waiting. Play
    leads back to it."""
    return match is not None and not match.online and not match.waiting and is_unstarted(match, who)


def _scene(match: Match | None, who: str) -> Scene | None:
    return scene_of(match, who) if match else None
