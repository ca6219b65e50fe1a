"""What every store lists of its matches, whichever database it is on."""

import asyncio
from typing import Any

from msgspec.structs import replace

from dicehall.match.events import (
    CoinTossed,
    MatchOpened,
    SeatTaken,
    TakenBack,
)
from dicehall.match.store.lists import (
    RESULTS,
    best,
    best_alone,
    count_finished,
    ending,
    finished,
    meetings,
    own_tables,
    results_against,
    running,
    with_computers,
)
from dicehall.match.store.protocol import ListedSeat, ResultRows, Store
from support.contests import SECRET
from support.keeping import ANN, BOB, EASY, ended, opened, with_store
from support.places import Place


def test_lists_follow_the_coin_toss(place: Place) -> None:
    async def places(store: Store) -> list[tuple[str, int, str, str]]:
        seats = await store.list(running("guest-a"))
        return [(seat.match_id, seat.seat, seat.name, seat.level) for seat in seats]

    async def use(store: Store) -> None:
        await store.open("at once", SECRET, [opened(3.0), ANN, EASY, CoinTossed(1)])
        await store.open("as it was", SECRET, [opened(2.0), ANN, EASY, CoinTossed(0)])
        await store.open("later", SECRET, [opened(1.0), ANN])
        await store.append("later", 2, [EASY, CoinTossed(1)])
        ann, easy = ("Ann", ""), ("Easy", "easy")
        assert await places(store) == [
            ("at once", 0, *easy),
            ("at once", 1, *ann),
            ("as it was", 0, *ann),
            ("as it was", 1, *easy),
            ("later", 0, *easy),
            ("later", 1, *ann),
        ]

    with_store(place, use)


def test_running_and_finished_matches_of_a_guest(place: Place) -> None:
    async def use(store: Store) -> None:
        await store.open("old", SECRET, [opened(1.0), ANN, BOB])
        await store.open("new", SECRET, [opened(2.0), ANN])
        await store.open("other", SECRET, [opened(3.0), BOB])
        ann = ("knucklebones", 0, "Ann", "guest-a", "")
        bob = ("knucklebones", 1, "Bob", "guest-b", "")
        old = [ListedSeat("old", *who, 1.0, None, None, None) for who in (ann, bob)]
        new = [ListedSeat("new", *ann, 2.0, None, None, None)]
        assert await store.list(running("guest-a")) == [*new, *old]
        assert await store.list(running("guest-a", limit=1)) == new
        assert await store.list(finished("guest-a")) == []
        await store.append("new", 2, [ended(8.0, 3, 3)])
        await store.append("old", 3, [ended(9.0, 5, 7)])
        assert await store.list(running("guest-a")) == []
        assert await store.list(finished("guest-a")) == [
            ListedSeat("old", *ann, 1.0, 9.0, 5, False),
            ListedSeat("old", *bob, 1.0, 9.0, 7, True),
            ListedSeat("new", *ann, 2.0, 8.0, 3, True),
        ]
        assert [line.won for line in await store.list(finished("guest-b"))] == [False, True]
        assert await store.list(finished("guest-c")) == []

    with_store(place, use)


def test_the_best_scores_of_people(place: Place) -> None:
    async def use(store: Store) -> None:
        await store.open("a", SECRET, [opened(1.0), ANN, EASY, ended(2.0, 30, 99)])
        await store.open("b", SECRET, [opened(1.0), ANN, BOB, ended(3.0, 40, 30)])
        await store.open("c", SECRET, [opened(1.0, "knuckles"), ANN, BOB, ended(4.0, 70, 80)])
        await store.open("d", SECRET, [opened(1.0), ANN, BOB])

        async def scores(game: str, holder: str = "", limit: int = 10) -> list[tuple[str, int]]:
            lines = await store.list(best(game, "", holder, limit))
            return [(f"{line.match_id} {line.name}", line.score or 0) for line in lines]

        assert await scores("knucklebones") == [("b Ann", 40), ("a Ann", 30), ("b Bob", 30)]
        assert await scores("knucklebones", limit=1) == [("b Ann", 40)]
        assert await scores("knucklebones", "guest-b") == [("b Bob", 30)]
        assert await scores("knuckles") == [("c Bob", 80), ("c Ann", 70)]
        assert await scores("fune") == []

        bob_here = SeatTaken(1, "Bob", "guest-a")
        await store.open("e", SECRET, [opened(1.0), ANN, bob_here, ended(5.0, 45, 95)])
        assert (await scores("knucklebones"))[0] == ("e Bob", 95)
        assert await scores("knucklebones", "guest-a") == [("b Ann", 40), ("a Ann", 30)]

    with_store(place, use)


def test_best_scores_per_variant_ignore_missing_scores(place: Place) -> None:
    async def use(store: Store) -> None:
        for n, (curve, score) in enumerate((("", 30), ("gentle", 90), ("classic", 40), ("", 0))):
            await store.open(f"m{n}", SECRET, [sparkle(curve), ANN, ended(2.0, score)])

        async def scores(variant: str, holder: str = "") -> list[int | None]:
            lines = await store.list(best("sparkle", variant, holder))
            return [line.score for line in lines]

        assert await scores("classic") == await scores("classic", "guest-a") == [40, 30]
        assert await scores("gentle") == [90]
        assert await scores("classic", "guest-b") == await scores("") == []
        [line] = await store.list(best("sparkle", "gentle", limit=1))
        assert line.variant == "gentle"

    with_store(place, use)


def test_marked_matches_count_for_no_record(place: Place) -> None:
    async def use(store: Store) -> None:
        marks = {
            "undone": [TakenBack(0, 0, "x")],
            "back": [TakenBack(0, 0, "x", marked=True)],
        }
        for n, (name, happened) in enumerate(marks.items()):
            await store.open(f"{name} alone", SECRET, [sparkle(""), ANN])
            await store.append(f"{name} alone", 2, happened)
            await store.append(f"{name} alone", 3, [ended(2.0 + n, 50 + n)])
            await store.open(name, SECRET, [opened(1.0), ANN, EASY])
            # At once, so that they share a commit.
            appends = ((3, happened), (4, [ended(2.0 + n, 30 + n, 9)]))
            await asyncio.gather(*(store.append(name, *one) for one in appends))
        practice = replace(opened(1.0), practice="m")
        await store.open("practice", SECRET, [practice, ANN, EASY, *marks["back"]])
        await store.append("practice", 4, [ended(9.0, 99, 9)])
        imported = replace(opened(1.0), imported=True, take_backs=2)
        await store.open("imported", SECRET, [imported, ANN, EASY, ended(10.0, 98, 9)])

        [line] = await store.list(best("knucklebones"))
        assert (line.match_id, line.score, line.mark) == ("undone", 30, "")
        assert await store.ask(best_alone("guest-a")) == [("sparkle", "classic", 50)]
        assert await store.ask(results_against("guest-a")) == [("knucklebones", "easy", 1, 0, 0)]
        assert len(await store.ask(meetings("knucklebones", "guest-a", ("", "easy"), 9.0, 9))) == 1
        listed = await store.list(finished("guest-a"))
        assert {line.match_id: line.mark for line in listed} == {
            "undone": "",
            "undone alone": "",
            "back": "take-backs",
            "back alone": "take-backs",
            "practice": "practice",
            "imported": "take-backs",
        }

    with_store(place, use)


def sparkle(curve: str) -> MatchOpened:
    return MatchOpened("sparkle", 1, {"curve": curve} if curve else {}, "promise", 1.0)


def test_finished_matches_by_game_and_result_page_by_page(place: Place) -> None:
    async def use(store: Store) -> None:
        own = SeatTaken(1, "Ann too", "guest-a")
        await store.open("won", SECRET, [opened(1.0), ANN, EASY, ended(7.0, 9, 3)])
        await store.open("lost", SECRET, [opened(1.0, "knuckles"), ANN, BOB, ended(6.0, 1, 3)])
        await store.open("draw", SECRET, [opened(1.0), ANN, BOB, ended(5.0, 3, 3)])
        await store.open("alone", SECRET, [sparkle(""), ANN, ended(4.0, 0)])
        await store.open("shared", SECRET, [opened(1.0), ANN, own, ended(3.0, 3, 3)])

        async def found(**sought: Any) -> list[str]:
            lines = await store.list(finished("guest-a", **sought))
            return list(dict.fromkeys(line.match_id for line in lines))

        async def count(holder: str = "guest-a", **sought: str) -> int:
            return int((await store.ask(count_finished(holder, **sought)))[0][0])

        assert await found() == ["won", "lost", "draw", "alone", "shared"]
        assert await count() == 5
        for result in RESULTS:
            assert await found(result=result) == [result]
            assert await count(result=result) == 1
        assert await found(game="knucklebones") == ["won", "draw", "shared"]
        assert await found(game="knucklebones", result="lost") == []
        assert await found(limit=2) == ["won", "lost"]
        assert await found(limit=2, offset=2) == ["draw", "alone"]
        assert await found(limit=2, offset=4) == ["shared"]
        assert await count("guest-b", result="won") == 1
        assert await count("guest-c") == await count("guest-b", result="alone") == 0

    with_store(place, use)


def test_the_unfinished_matches_with_computers(place: Place) -> None:
    async def use(store: Store) -> None:
        await store.open("people", SECRET, [opened(), ANN, BOB])
        await store.open("over", SECRET, [opened(), ANN, EASY, ended(9.0, 1, 2)])
        await store.open("older", SECRET, [opened(1.0), ANN, EASY])
        await store.open("newer", SECRET, [opened(2.0), ANN, EASY])
        assert [line.match_id for line in await store.list(with_computers())] == ["newer", "older"]
        assert [line.match_id for line in await store.list(with_computers(1))] == ["newer"]

    with_store(place, use)


def test_how_a_guest_did_against_each_level(place: Place) -> None:
    async def use(store: Store) -> None:
        hard = SeatTaken(1, "Ember", level="hard")
        await store.open("a", SECRET, [opened(1.0), ANN, EASY, ended(2.0, 30, 99)])
        await store.open("b", SECRET, [opened(1.0), ANN, EASY, ended(3.0, 40, 30)])
        await store.open("c", SECRET, [opened(1.0), ANN, EASY, ended(4.0, 40, 40)])
        await store.open("d", SECRET, [opened(1.0), ANN, EASY, ended(5.0, 50, 40)])
        await store.open("e", SECRET, [opened(1.0, "knuckles"), ANN, hard, ended(6.0, 1, 0)])
        await store.open("f", SECRET, [opened(1.0), ANN, BOB, ended(7.0, 90, 0)])
        await store.open("g", SECRET, [opened(1.0), ANN, EASY])
        assert sorted(await store.ask(results_against("guest-a"))) == [
            ("knucklebones", "easy", 2, 1, 1),
            ("knuckles", "hard", 1, 0, 0),
        ]
        assert await store.ask(results_against("guest-b")) == []

    with_store(place, use)


def test_the_best_scores_that_a_guest_has_made_alone(place: Place) -> None:
    async def use(store: Store) -> None:
        alone_at_fune = MatchOpened("fune", 1, {}, "promise", 1.0)
        for n, (first, score) in enumerate(
            (
                (sparkle(""), 400),
                (sparkle("gentle"), 900),
                (sparkle("classic"), 640),
                (sparkle(""), 500),
                (alone_at_fune, 120),
            ),
            start=1,
        ):
            await store.open(f"alone {n}", SECRET, [first, ANN, ended(n, score)])
        await store.open("two", SECRET, [opened(1.0, "fune"), ANN, BOB, ended(9.0, 300, 200)])
        await store.open("no score", SECRET, [sparkle("gentle"), BOB, ended(9.0, 0)])
        await store.open("going on", SECRET, [sparkle("gentle"), BOB])

        assert sorted(await store.ask(best_alone("guest-a"))) == [
            ("fune", "", 120),
            ("sparkle", "classic", 640),
            ("sparkle", "gentle", 900),
        ]
        assert await store.ask(best_alone("guest-b")) == []

        async def best_at(game: str, variant: str, before: float | None = None) -> list[int]:
            found = await store.ask(best_alone("guest-a", game, variant, before=before))
            return [score for *_, score in found]

        assert await best_at("fune", "") == [120]
        assert await best_at("sparkle", "classic") == [640]
        assert await best_at("sparkle", "classic", before=3.0) == [400]
        assert await best_at("sparkle", "classic", before=1.0) == []
        assert await best_at("sparkle", "gentle", before=9.0) == [900]

    with_store(place, use)


def test_a_guests_own_tables_come_newest_first(place: Place) -> None:
    async def use(store: Store) -> None:
        await store.open("h", SECRET, [opened(1.0, "sparkle"), ANN, ended(8.0, 400)])
        await store.open("i", SECRET, [opened(1.0, "sparkle"), ANN, ended(9.0, 640)])
        await store.open("j", SECRET, [opened(2.0, "sparkle"), ANN])
        newest = await store.list(own_tables("guest-a", "sparkle"))
        assert [line.match_id for line in newest] == ["j", "h", "i"]

    with_store(place, use)


def test_the_meetings_with_an_opponent_come_latest_first(place: Place) -> None:
    hard = SeatTaken(1, "Hard", "", "hard")
    played = [(hard, 30, 20), (hard, 20, 30), (EASY, 40, 10), (hard, 25, 25), (BOB, 35, 10)]

    async def use(store: Store) -> None:
        for at, (other, *scores) in enumerate(played, start=1):
            await store.open(f"m{at}", SECRET, [opened(at - 0.5), ANN, other, ended(at, *scores)])
        knuckles = MatchOpened("knuckles", 2, {}, "promise", 5.5)
        await store.open("m6", SECRET, [knuckles, ANN, hard, ended(6.0, 90, 10)])
        await store.open("m7", SECRET, [opened(6.5), ANN, hard, ended(7.0, 50, 20)])

        async def met(opponent: tuple[str, str], until: float, limit: int = 10) -> ResultRows:
            return await store.ask(meetings("knucklebones", "guest-a", opponent, until, limit))

        won, drawn, lost = (True, False), (True, True), (False, True)
        assert await met(("", "hard"), 7.0) == [won, drawn, lost, won]
        assert await met(("guest-b", ""), 7.0) == [won]
        assert await met(("", "hard"), 4.0, limit=2) == [drawn, lost]
        assert await store.ask(ending("m3")) == [(3.0,)]

    with_store(place, use)
