"""Room codes, closing a table, playing again, and logs that know nothing of all this."""

import asyncio
from dataclasses import replace
from unittest.mock import patch

import pytest

from dicehall.game import new_game
from dicehall.game.refused import BadOption, MatchOver, NotOver, NotYourSeat, SeatOpen, UnknownRoom
from dicehall.match.commands import OfferRematch, PlayMove, Resign
from dicehall.match.events import MatchOpened, MovePlayed, SeatTaken, TableClosed, decode, encode
from dicehall.match.match import fold
from dicehall.match.rematch import offer_rematch
from dicehall.match.rooms import ALPHABET, Terms, new_code, read_code, terms_for
from dicehall.match.service import Matches
from dicehall.match.store.lists import finished, in_room, offered
from support.contests import ANN, BOB, after, begun, decide, open_match, provable
from support.places import Place
from support.services import with_services

BONES = new_game("knucklebones")
ROOM = Terms(by_link=True, public=True)


def test_a_code_has_no_signs_that_look_alike() -> None:
    for pair in ("0O", "1I", "1L", "2Z", "5S", "8B", "UV"):
        assert not set(pair) <= set(ALPHABET)
    assert len(set(ALPHABET)) == len(ALPHABET) == 24
    code = new_code()
    assert len(code) == 6
    assert read_code(code) == code


@pytest.mark.parametrize("typed", ["7ak9xy", "7AK 9XY", " 7ak-9xY ", "7-A-K-9-X-Y", "7ak_9xy."])
def test_a_code_is_read_as_people_type_it(typed: str) -> None:
    assert read_code(typed) == "7AK9XY"


@pytest.mark.parametrize("typed", ["", "7AK9X", "7AK9XYY", "7AK9XÄ", "x" * 999, "%", "'"])
def test_invalid_codes_are_refused(typed: str) -> None:
    with pytest.raises(UnknownRoom):
        read_code(typed)


def test_a_code_that_no_table_can_have_is_a_code() -> None:
    assert read_code("zzz 999") == "ZZZ999"


def test_only_the_clocks_that_there_are() -> None:
    assert terms_for("open", begins="first", public=False, clock="30") == Terms(
        by_link=True, clock=30
    )
    assert terms_for("easy", begins="first", public=True, clock="30") == Terms()
    with pytest.raises(BadOption) as refused:
        terms_for("open", begins="first", public=False, clock="7")
    assert "30" in refused.value.legal


def test_a_code_leads_in_until_the_seat_is_taken(place: Place) -> None:
    async def play(service: Matches) -> None:
        match = await service.open(BONES, [ANN], terms=ROOM)
        [line] = await service.store.list(in_room(match.code))
        assert line.match_id == match.id
        assert [line.match_id for line in await service.store.list(offered())] == [match.id]
        await service.do(match.id, BOB)
        assert await service.store.list(in_room(match.code)) == []
        assert await service.store.list(offered()) == []

    with_services(place, play)


def test_only_public_tables_are_in_the_lobby(place: Place) -> None:
    async def play(service: Matches) -> None:
        match = await service.open(BONES, [ANN], terms=replace(ROOM, public=False))
        assert await service.store.list(offered()) == []
        assert len(await service.store.list(in_room(match.code))) == 1

    with_services(place, play)


def test_a_code_that_is_in_use_is_drawn_again(place: Place) -> None:
    codes = iter(["7AK9XY", "7AK9XY", "7AK9XY", "PQRTVW"])

    async def play(service: Matches) -> None:
        with patch("dicehall.match.service.new_code", lambda: next(codes)):
            first = await service.open(BONES, [ANN], terms=ROOM)
            second = await service.open(BONES, [ANN], terms=ROOM)
        assert (first.code, second.code) == ("7AK9XY", "PQRTVW")
        assert len(await service.store.list(offered())) == 2

    with_services(place, play)


def test_closing_a_table_before_it_begins(place: Place) -> None:
    async def play(service: Matches) -> None:
        match = await service.open(BONES, [ANN], terms=ROOM)
        with pytest.raises(NotYourSeat):
            await service.do(match.id, Resign("guest-b", "1"))
        closed = await service.do(match.id, Resign("guest-a", "1"))
        assert closed.result
        assert closed.result.winners == ()
        assert not closed.waiting
        with pytest.raises(MatchOver):
            await service.do(match.id, BOB)
        assert await service.store.list(offered()) == []
        assert await service.store.list(finished("guest-a")) == []

    with_services(place, play)
    assert isinstance(
        decide(after(open_match(), ANN), Resign("guest-a", ""), provable())[0], TableClosed
    )


def test_a_rematch_is_one_match_with_swapped_seats(place: Place) -> None:
    async def play(one: Matches, two: Matches) -> None:
        match = await one.open(BONES, [ANN, BOB], terms=Terms(clock=60))
        with pytest.raises(NotOver):
            await offer_rematch(one, match.id, "guest-a")
        ended = await one.do(match.id, Resign("guest-a", "1"))
        with pytest.raises(NotYourSeat):
            await offer_rematch(one, match.id, "guest-c")
        await two.see(match.id, ended.version)
        await asyncio.gather(
            *(
                offer_rematch(service, match.id, who)
                for service, who in zip((one, two) * 4, ["guest-a", "guest-b"] * 4, strict=True)
            )
        )
        kept = await one.store.load(match.id)
        assert kept
        last = fold(match.id, kept.events)
        assert set(last.offers) == {0, 1}
        following = await two.see(last.next)
        assert [seat and seat.holder for seat in following.seats] == ["guest-b", "guest-a"]
        assert following.clock == 60
        assert following.commitment != match.commitment
        again = await offer_rematch(one, match.id, "guest-a")
        assert again.next == last.next

    with_services(place, play, count=2)


def test_one_alone_does_not_make_a_rematch(place: Place) -> None:
    async def play(service: Matches) -> None:
        match = await service.open(BONES, [ANN, BOB])
        await service.do(match.id, Resign("guest-a", "1"))
        asked = await offer_rematch(service, match.id, "guest-a")
        assert (asked.offers, asked.next) == ({0: ""}, "")
        assert await offer_rematch(service, match.id, "guest-a") == asked

    with_services(place, play)
    with pytest.raises(SeatOpen):
        decide(
            after(open_match(), ANN, Resign("guest-a", "1")), OfferRematch("guest-a"), provable()
        )


def test_command_ids_are_per_guest() -> None:
    match = begun()
    stolen = f"{match.version + 2} column 1"
    match = after(match, PlayMove("guest-a", "column 1", match.version, stolen))
    move = PlayMove("guest-b", "column 1", match.version, stolen)
    assert after(match, move).to_move == 0


def test_a_log_from_before_rooms_reads_as_it_did() -> None:
    log = [
        b'{"type":"MatchOpened","game":"knucklebones","seats":2,"options":{},"promise":"p","at":1.0}',
        b'{"type":"SeatTaken","seat":0,"name":"Ann","holder":"guest-a"}',
        b'{"type":"SeatTaken","seat":1,"name":"Bob","holder":"guest-b"}',
        b'{"type":"DiceRolled","roll":[5]}',
        b'{"type":"MovePlayed","seat":0,"move":"column 1","id":"x"}',
        b'{"type":"DiceRolled","roll":[2]}',
    ]
    events = [decode(line) for line in log]
    assert [encode(event) for event in events] == log
    match = fold("m", events)
    assert (match.code, match.public, match.clock, match.to_move) == ("", False, 0, 1)
    assert match.waiting_since == 1.0
    assert after(match, Resign("guest-b", "1")).result


def test_only_matches_between_two_guests_remember_when() -> None:
    opened = MatchOpened("knucklebones", 2, {}, "p", 1.0)
    assert b'"at"' not in encode(SeatTaken(0, "Ann", "guest-a"))
    hot_seat = after(fold("m", [opened]), ANN, replace(BOB, holder="guest-a"))
    move = PlayMove("guest-a", "column 1", hot_seat.version, "1")
    played = decide(hot_seat, move, provable())[0]
    assert isinstance(played, MovePlayed)
    assert played.at == 0
