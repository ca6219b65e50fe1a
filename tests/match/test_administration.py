"""What a host does with matches, in both kinds of store."""

from itertools import count
from typing import Any

import pytest

from dicehall.game import new_game
from dicehall.game.records import read, write
from dicehall.game.refused import BadName, BadOption, MatchOver, PromiseSpent, UnknownMatch
from dicehall.match.administration import Administration
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.commands import PlayMove, Resign, TakeSeat
from dicehall.match.dice.commitments import CommittedDice
from dicehall.match.dice.rolling import toss
from dicehall.match.dice.verification import verify
from dicehall.match.match import Match
from dicehall.match.rooms import Terms
from dicehall.match.service import NO_TERMS, Matches
from dicehall.match.store.editing import find_guests, find_matches, older_than
from dicehall.match.store.lists import finished, running
from dicehall.match.store.protocol import Store
from support.contests import SECRET, legal_moves
from support.keeping import with_store
from support.places import Place

RUDE = TakeSeat(0, "Rude", "guest-a", words="my luck")
BOB = TakeSeat(1, "Bob", "guest-b")


async def opened(
    store: Store,
    *sitting: TakeSeat,
    promised: CommittedDice | None = None,
    terms: Terms = NO_TERMS,
) -> Match:
    """A match between these; each of them has moved."""
    service = Matches(store, MemoryBus())
    match = await service.open(new_game("knucklebones"), sitting, promised, terms=terms)
    for _ in sitting if match.full else ():
        seat = match.seats[match.to_move or 0]
        assert seat
        move = PlayMove(seat.holder, legal_moves(match)[0], match.version, "")
        match = await service.do(match.id, move)
    return match


def coin_falls_1(*sitting: TakeSeat) -> CommittedDice:
    """The dice of a match in which these will change places."""
    words = tuple(command.words for command in sitting)
    ids = (f"{n:032x}" for n in count())
    return next(CommittedDice(one, SECRET) for one in ids if toss(SECRET, one, words) == 1)


async def turned(store: Store) -> Match:
    """A match of Rude and Bob who have changed places."""
    dice = coin_falls_1(RUDE, BOB)
    match = await opened(store, RUDE, BOB, promised=dice, terms=Terms(coin=True))
    assert match.coin == 1
    return match


async def resigned(store: Store, match: Match, holder: str) -> Match:
    return await Matches(store, MemoryBus()).do(match.id, Resign(holder, ""))


async def everything(store: Store) -> str:
    """All that is kept, as text."""
    found: list[Any] = []
    for match_id in {line.match_id for line in await store.list(find_matches(limit=1000))}:
        kept = await store.load(match_id)
        found += [kept, await store.list(find_matches(limit=1000))]
    return str(found)


def test_a_match_that_is_closed_is_over_and_can_be_verified(place: Place) -> None:
    async def use(store: Store) -> None:
        match, host = await opened(store, RUDE, BOB), Administration(store)
        await host.close(match.id)
        closed = await host.see(match.id)
        assert (closed.called_off, closed.log) == (True, match.log)
        assert closed.result
        assert closed.result.winners == ()
        record, _ = read(write(closed.record()))
        assert verify(record).verified
        assert await store.list(running("guest-a")) == await store.list(finished("guest-a")) == []
        with pytest.raises(MatchOver):
            await host.close(match.id)

    with_store(place, use)


def test_a_table_that_waits_is_closed_without_a_word_on_its_dice(place: Place) -> None:
    async def use(store: Store) -> None:
        match = await opened(store, RUDE)
        await Administration(store).close(match.id)
        assert (await Administration(store).see(match.id)).secret == ""

    with_store(place, use)


def test_a_name_is_changed_everywhere_and_the_dice_stay_proven(place: Place) -> None:
    async def use(store: Store) -> None:
        host = Administration(store)
        match = await resigned(store, await opened(store, RUDE, BOB), "guest-a")
        await host.rename(match.id, 0, "Guest")
        await host.rename(match.id, 0, "Somebody")
        renamed = await host.see(match.id)
        names = [seat.name for seat in renamed.seats if seat]
        assert names == ["Somebody", "Bob"]
        assert renamed.version == match.version + 2
        assert "Rude" not in await everything(store)
        record, _ = read((await host.export("guest-a"))["matches"][0]["record"])
        assert verify(record).verified
        assert [line.name for line in await store.list(finished("guest-a"))] == names
        with pytest.raises(BadName):
            await host.rename(match.id, 0, "bob")
        with pytest.raises(BadOption):
            await host.rename(match.id, 2, "Nobody")

    with_store(place, use)


def test_a_name_is_changed_where_the_coin_has_put_its_seat(place: Place) -> None:
    async def use(store: Store) -> None:
        match, host = await turned(store), Administration(store)
        await host.rename(match.id, 1, "Somebody")
        await host.rename(match.id, 0, "Robert")
        with pytest.raises(BadName):
            await host.rename(match.id, 0, "somebody")
        seats = (await host.see(match.id)).seats
        assert [(seat.name, seat.holder) for seat in seats if seat] == [
            ("Robert", "guest-b"),
            ("Somebody", "guest-a"),
        ]
        lines = await store.list(running("guest-a"))
        assert [(line.name, line.holder) for line in lines] == [
            ("Robert", "guest-b"),
            ("Somebody", "guest-a"),
        ]
        kept = await everything(store)
        assert "Rude" not in kept
        assert "Bob" not in kept

    with_store(place, use)


def test_a_name_that_was_changed_before_the_coin_fell_is_changed_again(place: Place) -> None:
    async def use(store: Store) -> None:
        service, host = Matches(store, MemoryBus(), alone=False), Administration(store)
        dice, terms = coin_falls_1(RUDE, BOB), Terms(by_link=True, coin=True)
        match = await service.open(new_game("knucklebones"), [RUDE], dice, terms=terms)
        await host.rename(match.id, 0, "Guest")
        assert (await service.do(match.id, BOB)).coin == 1
        await host.rename(match.id, 1, "Somebody")
        names = [seat.name for seat in (await host.see(match.id)).seats if seat]
        assert names == ["Bob", "Somebody"]
        assert "'Guest'" not in await everything(store)

    with_store(place, use)


def test_deleted_matches_are_gone_and_their_ids_never_reused(place: Place) -> None:
    async def use(store: Store) -> None:
        promised = CommittedDice("0f" * 16, SECRET)
        match = await opened(store, RUDE, BOB, promised=promised)
        other = await opened(store, RUDE, BOB)
        await Administration(store).delete([match.id, "nothing"])
        with pytest.raises(UnknownMatch):
            await Administration(store).see(match.id)
        lines = await store.list(find_matches())
        assert {line.match_id for line in lines} == {other.id}
        with pytest.raises(PromiseSpent):
            await opened(store, RUDE, BOB, promised=promised)

    with_store(place, use)


def test_many_are_deleted_in_small_transactions_between_which_moves_are_made(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(store: Store) -> None:
        ids = [(await opened(store, RUDE, BOB)).id for _ in range(25)]
        service, made = Matches(store, MemoryBus()), [0]
        playing = await service.open(new_game("knucklebones"), [RUDE, BOB])

        async def move(seconds: float) -> None:
            match = await service.see(playing.id)
            made.append(len(await store.versions(ids)))
            mover = "guest-a" if match.to_move == 0 else "guest-b"
            await service.do(match.id, PlayMove(mover, legal_moves(match)[0], match.version, ""))

        monkeypatch.setattr("dicehall.match.administration.asyncio.sleep", move)
        await Administration(store).delete(ids)
        assert made == [0, 15, 5, 0]

    with_store(place, use)


def test_a_process_that_has_not_heard_of_it_cannot_bring_it_back(place: Place) -> None:
    async def use(store: Store) -> None:
        service = Matches(store, MemoryBus())
        match = await service.open(new_game("knucklebones"), (RUDE, BOB))
        await Administration(store).delete([match.id])
        move = PlayMove("guest-a", legal_moves(match)[0], match.version, "")
        for _ in range(2):
            with pytest.raises(UnknownMatch):
                await service.do(match.id, move)
        assert await store.versions([match.id]) == {}

    with_store(place, use)


def test_an_erased_guest_leaves_the_other_their_match(place: Place) -> None:
    async def use(store: Store) -> None:
        host = Administration(store)
        going_on = await opened(store, RUDE, BOB)
        over = await resigned(store, await opened(store, RUDE, BOB), "guest-b")
        alone = await opened(store, RUDE, TakeSeat(1, "Pip", level="easy"))
        assert set(await host.matches_of("guest-a")) == {going_on.id, over.id, alone.id}
        for match_id in (going_on.id, over.id):
            assert await host.played_with("guest-a", match_id)
            await host.erase("guest-a", match_id)
        assert not await host.played_with("guest-a", alone.id)
        await host.delete([alone.id])
        kept = await everything(store)
        assert "Rude" not in kept
        assert "guest-a" not in kept
        with pytest.raises(UnknownMatch):
            await host.matches_of("guest-a")
        lines = await store.list(finished("guest-b"))
        assert {(line.name, line.won) for line in lines if line.match_id == going_on.id} == {
            ("Guest", False),
            ("Bob", True),
        }
        assert len({line.holder for line in lines}) == 3, "nothing ties two matches to one guest"
        assert verify((await host.see(over.id)).record()).verified

    with_store(place, use)


def test_a_guest_is_erased_where_the_coin_has_put_their_seat(place: Place) -> None:
    async def use(store: Store) -> None:
        match, host = await turned(store), Administration(store)
        await host.erase("guest-a", match.id)
        kept = await everything(store)
        assert "Rude" not in kept
        assert "guest-a" not in kept
        bob, other = (await host.see(match.id)).seats
        assert bob
        assert other
        assert (bob.name, bob.holder, other.name) == ("Bob", "guest-b", "Guest")
        lines = await store.list(finished("guest-b"))
        assert [(line.name, line.won) for line in lines] == [("Bob", True), ("Guest", False)]

    with_store(place, use)


def test_an_export_has_all_data_except_live_secrets(place: Place) -> None:
    async def use(store: Store) -> None:
        match = await opened(store, RUDE, BOB)
        exported = await Administration(store).export("guest-a")
        [one] = exported["matches"]
        assert exported["guest"] == "guest-a"
        assert one["seats"] == [{"seat": 0, "name": "Rude", "face": "", "words": "my luck"}]
        kept = await store.load(match.id)
        assert kept
        assert kept.secret not in str(exported)

    with_store(place, use)


def test_old_matches_are_found_by_their_end_and_only_on_request_by_their_beginning(
    place: Place,
) -> None:
    async def use(store: Store) -> None:
        going_on = await opened(store, RUDE, BOB)
        over = await resigned(store, await opened(store, RUDE, BOB), "guest-b")
        later = going_on.opened_at + 3600

        async def found(moment: float, *, unfinished: bool) -> set[str]:
            rows = await store.ask(older_than(moment, unfinished=unfinished))
            return {row[0] for row in rows}

        assert await found(going_on.opened_at - 1, unfinished=True) == set()
        assert await found(later, unfinished=False) == {over.id}
        assert await found(later, unfinished=True) == {over.id, going_on.id}

    with_store(place, use)


def test_matches_and_guests_are_found_by_name(place: Place) -> None:
    async def use(store: Store) -> None:
        match = await opened(store, RUDE, BOB)
        await opened(store, TakeSeat(0, "100%", "guest-c"), TakeSeat(1, "Pip", level="easy"))
        for name, found in (("rud", {match.id}), ("%", 1), ("", 2), ("nobody", set())):
            lines = await store.list(find_matches(name=name))
            ids = {line.match_id for line in lines}
            assert found in (ids, len(ids))
        guests = await store.ask(find_guests())
        assert {row[0]: row[1:3] for row in guests} == {
            "guest-a": ("Rude", 1),
            "guest-b": ("Bob", 1),
            "guest-c": ("100%", 1),
        }
        assert [row[0] for row in await store.ask(find_guests(name="UD"))] == ["guest-a"]

    with_store(place, use)
