"""What the store tells of the matches before a result, on each kind of store."""

import asyncio
from collections.abc import Sequence

from dicehall.match.events import MatchEnded, MatchEvents, MatchOpened, SeatTaken
from dicehall.match.store.protocol import Answer, Query
from dicehall.match.store.result_lists import ending, meetings
from support.places import Place

HARD = SeatTaken(1, "Hard", "", "hard")
EASY = SeatTaken(1, "Easy", "", "easy")
BOB = SeatTaken(1, "Bob", "bob")

MATCHES: Sequence[tuple[str, str, SeatTaken, tuple[int, int], tuple[int, ...]]] = (
    ("m1", "knucklebones", HARD, (30, 20), (0,)),
    ("m2", "knucklebones", HARD, (20, 30), (1,)),
    ("m3", "knucklebones", EASY, (40, 10), (0,)),
    ("m4", "knucklebones", HARD, (25, 25), (0, 1)),
    ("m5", "knuckles", HARD, (90, 10), (0,)),
    ("m6", "knucklebones", BOB, (35, 10), (0,)),
    ("m7", "knucklebones", HARD, (50, 20), (0,)),
)


def kept(
    game: str, other: SeatTaken, scores: tuple[int, int], winners: tuple[int, ...], at: float
) -> MatchEvents:
    opened = MatchOpened(game, 2, {}, promise="", at=at - 0.5)
    return [opened, SeatTaken(0, "Ada", "ada"), other, MatchEnded(scores, winners, "", at)]


def asked(place: Place, *queries: Query) -> list[Answer]:
    async def ask() -> list[Answer]:
        store = await place.open()
        for at, (match_id, game, other, scores, winners) in enumerate(MATCHES, start=1):
            await store.open(match_id, "", kept(game, other, scores, winners, at))
        answers = [await store.ask(query) for query in queries]
        await store.close()
        return answers

    return asyncio.run(ask())


def test_the_meetings_with_an_opponent_come_latest_first(place: Place) -> None:
    hard, bob, early = asked(
        place,
        meetings("knucklebones", "ada", ("", "hard"), 7.0, limit=10),
        meetings("knucklebones", "ada", ("bob", ""), 7.0, limit=10),
        meetings("knucklebones", "ada", ("", "hard"), 4.0, limit=2),
    )
    assert hard == [(True, False), (True, True), (False, True), (True, False)]
    assert bob == [(True, False)]
    assert early == [(True, True), (False, True)]


def test_when_a_match_ended(place: Place) -> None:
    assert asked(place, ending("m3")) == [[(3.0,)]]
