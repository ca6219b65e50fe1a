"""The count of all falls of the house: each match once, whoever counts."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from alembic import command
from alembic.config import Config

from dicehall.game import AnyGame, new_game
from dicehall.game.turns import DICE
from dicehall.match.administration import Administration
from dicehall.match.commands import Resign
from dicehall.match.dice import tally
from dicehall.match.dice.verification import throws
from dicehall.match.events import DiceRolled, MatchEnded, MatchOpened, MovePlayed, SeatTaken
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.store.editing import delete_match
from dicehall.match.store.face_counts import count_faces, waiting
from dicehall.match.store.protocol import Store, StoredMatch
from dicehall.match.store.upgrade import MIGRATIONS
from support.contests import ANN, BOB, SECRET
from support.houses import play_out, with_houses
from support.places import FilePlace, Place
from support.playouts import GAMES as EVERY_GAME
from support.playouts import events_of, play_match

GAMES = ("knucklebones", "sparkle", "pocket-hexes")


async def play_some(house: Matches, count: int, game: str = "knucklebones") -> list[Match]:
    played = []
    for n in range(count):
        sitting = [ANN, BOB][: new_game(game).seats]
        played.append(await play_out(house, await house.open(new_game(game), sitting), Random(n)))
    return played


def counted(matches: list[Match]) -> dict[str, dict[int, int]]:
    """The falls of some matches, by die and face."""
    counts: dict[str, Counter[int]] = {}
    for match in matches:
        for thrown in throws(match.game, match.log):
            for die, face in zip(thrown.dice, thrown.roll, strict=True):
                counts.setdefault(die.name, Counter())[face] += 1
    return {die: dict(faces) for die, faces in counts.items()}


def test_all_finished_matches_are_counted_once(place: Place) -> None:
    async def play(house: Matches) -> None:
        assert await house.tally.totals() == {}
        played = [match for game in GAMES for match in await play_some(house, 2, game)]
        await house.open(new_game("knucklebones"), [ANN, BOB])  # goes on: it does not count
        for _ in range(3):
            assert await house.tally.totals() == counted(played)
        assert await house.tally.totals("sparkle") == counted(played[2:4])
        assert await house.store.ask(waiting(10)) == []

    async def look(house: Matches) -> None:
        before = await house.tally.totals()
        played = await play_some(house, 1)
        after = await house.tally.totals()
        assert sum(after["d6"].values()) - sum(before["d6"].values()) == played[0].rolls

    with_houses(place, play)
    with_houses(place, look)


@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_the_dice_of_every_game_are_known_by_name(game: AnyGame) -> None:
    events = events_of(play_match(game, seed=1))
    assert {die for thrown in throws(game, events) for die in thrown.dice} <= {*DICE.values()}


def test_a_match_that_was_given_up_counts_too(place: Place) -> None:
    async def play(house: Matches) -> None:
        match = await house.open(new_game("knucklebones"), [ANN, BOB])
        match = await house.do(match.id, Resign("guest-a", "x"))
        assert await house.tally.totals() == counted([match])
        assert sum(count_faces(match).values()) == 1

    with_houses(place, play)


def test_what_the_rules_of_today_cannot_read_counts_nothing_and_holds_up_nobody(
    place: Place,
) -> None:
    async def play(house: Matches) -> None:
        unknown_option = MatchOpened("knucklebones", 2, {"colour": "red"}, "promise", 1.0)
        opened = MatchOpened("knucklebones", 2, {}, "promise", 1.0)
        seats = SeatTaken(0, "Ann", "guest-a"), SeatTaken(1, "Bob", "guest-b")
        end = MatchEnded((0, 0), (0, 1), SECRET, 2.0)
        unknown_move = DiceRolled((5,)), MovePlayed(0, "column 9", "")
        await house.store.open("a", SECRET, [unknown_option, *seats, end])
        await house.store.open("b", SECRET, [opened, *seats, *unknown_move, end])
        played = await play_some(house, 1)
        assert await house.tally.totals() == counted(played)
        assert await house.store.ask(waiting(10)) == []
        await Administration(house.store).delete(["a", "b"])

    with_houses(place, play)


class DeletingStore:
    """A store in which the host deletes each match just before it is read."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def load(self, match_id: str) -> StoredMatch | None:
        await self._store.change(list(delete_match(match_id)))
        return await self._store.load(match_id)


def test_a_match_that_is_deleted_while_it_is_counted_counts_nothing(place: Place) -> None:
    async def play(house: Matches) -> None:
        await play_some(house, 2)
        assert await tally.Tally(cast(Store, DeletingStore(house.store))).totals() == {}
        assert await house.store.ask(waiting(10)) == []

    with_houses(place, play)


def test_matches_from_before_the_count_are_counted(tmp_path: Path) -> None:
    async def play(house: Matches) -> None:
        await play_some(house, 3)
        await house.open(new_game("knucklebones"), [ANN, BOB])
        with house.store.engine.begin() as connection:  # type: ignore[attr-defined]
            config = Config(attributes={"connection": connection})
            config.set_main_option("script_location", str(MIGRATIONS))
            command.downgrade(config, "0001")

    async def look(house: Matches) -> None:
        assert len(await house.store.ask(waiting(10))) == 3
        assert list(await house.tally.totals()) == ["d6"]

    with_houses(FilePlace(tmp_path), play)
    with_houses(FilePlace(tmp_path), look)


def test_two_houses_count_nothing_twice(place: Place) -> None:
    async def play(house: Matches, other: Matches) -> None:
        played = await play_some(house, 12)
        await asyncio.gather(*(one.tally.totals() for one in (house, other) * 5))
        assert await house.tally.totals() == await other.tally.totals() == counted(played)

    with_houses(place, play, count=2)


def test_a_match_that_another_house_has_counted_is_passed_over(place: Place) -> None:
    async def play(house: Matches) -> None:
        first, second = await play_some(house, 2)
        await house.store.count({first.id: count_faces(first)})
        await house.store.count({match.id: count_faces(match) for match in (first, second)})
        assert await house.tally.totals() == counted([first, second])

    with_houses(place, play)


def test_a_long_queue_is_counted_in_the_background(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tally, "AT_ONCE", 2)

    async def play(house: Matches) -> None:
        played = await play_some(house, 7)
        soon = await house.tally.totals()
        assert 0 < sum(soon["d6"].values()) < sum(match.rolls for match in played)
        while await house.store.ask(waiting(1)):
            await asyncio.sleep(0)
        while house.tally._behind:
            await asyncio.sleep(0)
        assert await house.tally.totals() == counted(played)

    async def leave(house: Matches) -> None:
        await play_some(house, 7)
        await house.tally.totals()  # and the house closes while it counts

    with_houses(place, play)
    with_houses(place, leave)
