"""Matches exported from one server and imported into another: the same, with unverified dice."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from dicehall.game import new_game
from dicehall.game.records import Record, read, read_many, write
from dicehall.game.refused import Refused
from dicehall.match.administration import Administration
from dicehall.match.archive import LEVELS, as_match, export_records, keep, split_known
from dicehall.match.commands import Resign, TakeSeat, TellWords
from dicehall.match.dice import rolling as dice
from dicehall.match.dice.client_seeds import commit_to
from dicehall.match.events import MatchOpened, SeatTaken
from dicehall.match.match import Match, fold
from dicehall.match.rematch import sit_again
from dicehall.match.seats import Computer
from dicehall.match.store.editing import match_ids
from dicehall.match.store.protocol import Store
from support.contests import ANN, BOB, NOW, SECRET, after, open_match, played_out, random_move
from support.keeping import opened, with_store
from support.places import Place

LATER = NOW + 100


def bound_match(match_id: str, *, play: bool) -> Match:
    """Two guests who were bound to their words; the coin falls, and one gives up in the middle."""
    event = MatchOpened("knuckles", 2, {}, dice.commitment_of(SECRET), NOW, begins="coin")
    match = fold(match_id, [event])
    words = {"guest-a": "hazel", "guest-b": "rowan 🎲"}
    for seat in (ANN, BOB):
        match = after(match, replace(seat, commitment=commit_to(words[seat.holder])))
    match = after(match, *(TellWords(holder, told) for holder, told in words.items()))
    random = Random(match_id)
    while play and not match.result:
        match = after(match, random_move(match, random))
    return match if match.result else after(match, Resign("guest-b", "x"))


@cache
def finished_matches() -> list[Match]:
    alone = TakeSeat(0, "Ann", "guest-a", words="so be it")
    resigned = after(open_match(), ANN, BOB, Resign("guest-a", "x"))
    games = [("sparkle", 1, {"curve": "gentle"}), ("fune", 1, {}), ("pocket-hexes", 1, {})]
    bound = [bound_match(str(n), play=n > 1) for n in range(6)]
    assert {match.coin for match in bound} == {0, 1}, "the coin fell either way"
    return [
        played_out(new_game("knucklebones"), 4, (ANN, BOB)),
        *(played_out(new_game(name, seats, chosen), 3, (alone,)) for name, seats, chosen in games),
        resigned,
        *bound,
    ]


def taken(match: Match, /, **more: str) -> Match:
    """A match as stored on another server."""
    record, state = read(write(match.record()))
    record = replace(record, notes={**record.notes, **more})
    found = as_match(record, state, LATER, {})
    assert found
    return fold(found.id, found.events)


@pytest.mark.parametrize("match", finished_matches(), ids=lambda match: match.game.name)
def test_a_match_is_the_same_after_it_was_imported(match: Match) -> None:
    imported = taken(match)
    assert imported.record() == match.record()
    assert (imported.result, imported.state) == (match.result, match.state)
    assert imported.imported
    assert imported.settled


def test_take_backs_stay_marked() -> None:
    match = finished_matches()[0]
    marked = taken(match, **{"take-backs": "3"})
    assert (marked.mark, marked.take_backs) == ("take-backs", 3)
    assert taken(marked).record() == marked.record()
    assert taken(match, practice="m0").mark == "practice"


def test_a_computer_player_is_still_one_after_the_import() -> None:
    for noted, level in (("hard", "hard"), ("not-installed", "")):
        seat = taken(finished_matches()[0], **{LEVELS % 1: noted}).seats[1]
        assert seat
        assert (seat.level, seat.holder == Computer()) == (level, bool(level))


def test_its_dates_are_those_of_the_record() -> None:
    match = finished_matches()[0]
    record, state = read(write(match.record()))
    notes = {**record.notes, "opened": "2023-01-02T03:04:05Z", "ended": "2023-01-02T04:00:00+00:00"}
    found = as_match(replace(record, notes=notes), state, NOW, {})
    assert found
    assert found.events[0].at == 1672628645.0  # type: ignore[union-attr]
    assert found.events[-1].at == 1672632000.0  # type: ignore[union-attr]


def test_only_finished_matches_are_imported() -> None:
    record, state = read("game: knuckles\n\nroll 5\n0 column 1\n")
    assert as_match(record, state, NOW, {}) is None


@pytest.mark.parametrize(
    ("note", "value", "said"),
    [
        ("match", "../../etc/passwd", "is not a valid match"),
        ("match", "a" * 33, "is not a valid match"),
        ("promise", "zz", "is not a valid promise"),
        ("secret", "00", "is not a valid secret"),
        ("commitment-1", "yes", "is not a valid commitment-1"),
        ("opened", "yesterday", "a time such as"),
        ("opened", "2023-01-02T03:04:05", "a time such as"),
        ("ended", "9999-12-31T00:00:00Z", "future"),
        ("opened", "0001-01-01T00:00:00Z", "long ago"),
        ("take-backs", "-1", "is not a valid take-backs"),
        ("practice", "../m", "is not a valid practice"),
        ("resigned", "2", "must be the number of a seat"),
        ("forfeited", "", "must be the number of a seat"),
        ("name-1", "Ann", "must be different"),
        ("name-1", "x" * 21, "at most 20"),
        ("name-0", "", "enter a name"),
    ],
)
def test_a_note_that_cannot_be_is_refused(note: str, value: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        taken(finished_matches()[0], **{note: value})


def test_a_record_that_starts_from_a_position_is_refused() -> None:
    record, state = read("game: knuckles\nposition: 111.111.111-2._._-_-1\n")
    with pytest.raises(Refused, match="starts from a position"):
        as_match(record, state, NOW, {})


def test_a_record_without_an_id_is_taken_once() -> None:
    record, state = read(write(finished_matches()[0].record()))
    plain = Record(record.game, record.events)
    ids = {as_match(plain, state, now, {}).id for now in (NOW, LATER)}  # type: ignore[union-attr]
    assert len(ids) == 1


def test_only_local_guests_can_rematch_an_imported_match() -> None:
    record, state = read(write(finished_matches()[0].record()))
    found = as_match(record, state, NOW, {"Bob": "me"})
    assert found
    match = fold(found.id, found.events)
    assert match.held_by("me") == (1,)
    _game, sitting = sit_again(match, "me", None)
    assert [seat.holder for seat in sitting] == ["me", "me"]


async def export_all(store: Store, *, unfinished: bool = False, **which: object) -> list[str]:
    chosen = match_ids(running=None if unfinished else False, **which)  # type: ignore[arg-type]
    return [
        write(record)
        async for record in export_records(store, chosen, unfinished=unfinished, now=0)
    ]


async def import_all(store: Store, texts: Sequence[str]) -> tuple[int, int]:
    rows = "\n".join(texts).split("\n")
    found = [as_match(record, state, LATER, {}) for record, state in read_many(rows)]
    sorted_out = await split_known(store, [match for match in found if match])
    return await keep(store, sorted_out.new), len(sorted_out.known)


def renamed(match: Match, match_id: str) -> str:
    record = match.record()
    return write(replace(record, notes={**record.notes, "match": match_id}))


def test_a_server_is_filled_from_records_and_gives_them_back(place: Place) -> None:
    texts = [renamed(match, f"m{n}") for n, match in enumerate(finished_matches())]

    async def fill(store: Store) -> None:
        assert await import_all(store, [*texts, texts[0]]) == (len(texts), 1)
        assert await import_all(store, texts) == (0, len(texts)), "known ones are passed over"
        first = await export_all(store)
        assert len(first) == len(texts)
        again = [read(text)[0].notes.keys() >= {"opened", "ended"} for text in first]
        assert all(again)
        assert len(await export_all(store, name="ann")) == len(texts)
        assert len(await export_all(store, game="fune")) == 1
        assert await export_all(store, since=LATER + 1) == []
        assert await export_all(store, guest="guest-a") == [], "nobody here has these seats"

    with_store(place, fill)


def test_unfinished_and_closed_matches_are_exported_on_request(place: Place) -> None:
    sits_down = SeatTaken(0, "Ann", "guest-a")

    async def check(store: Store) -> None:
        await store.open("running", SECRET, [opened(), sits_down])
        assert await export_all(store) == []
        [text] = await export_all(store, unfinished=True)
        assert SECRET not in text

    with_store(place, check)


def test_a_deleted_match_does_not_come_back(place: Place) -> None:
    texts = [renamed(finished_matches()[0], "gone")]

    async def delete(store: Store) -> None:
        assert await import_all(store, texts) == (1, 0)
        await Administration(store).delete(["gone"])
        assert await import_all(store, texts) == (0, 1)

    with_store(place, delete)


def test_two_imports_at_once_keep_each_match_once(place: Place) -> None:
    texts = [renamed(match, f"m{n}") for n, match in enumerate(finished_matches()[:3])]

    async def race(store: Store) -> None:
        found = [
            as_match(record, state, LATER, {})
            for record, state in read_many("\n".join(texts).split("\n"))
        ]
        new = [match for match in found if match]
        kept = await asyncio.gather(keep(store, new), keep(store, new))
        assert sum(kept) == 3

    with_store(place, race)
