"""Seats commit to their words and reveal them, and the coin is tossed."""

from dataclasses import replace

import pytest

from dicehall.game.refused import BadWords, NothingToClaim, NotYourSeat, SeatOpen
from dicehall.match.commands import (
    AnswerClaim,
    CheckDeadline,
    Circumstances,
    ClaimWin,
    OfferRematch,
    Resign,
    TellWords,
)
from dicehall.match.dice.client_seeds import commit_to
from dicehall.match.dice.rolling import commitment_of, toss
from dicehall.match.dice.verification import verify
from dicehall.match.events import Forfeited, MatchOpened, TableClosed
from dicehall.match.match import Match, fold
from dicehall.match.rematch import offer_rematch
from dicehall.match.rooms import Terms
from dicehall.match.service import Matches
from dicehall.match.store.lists import own_tables
from dicehall.match.time_limits import (
    ANSWER_SECONDS,
    GRACE_SECONDS,
    QUIET_SECONDS,
    WORDS_SECONDS,
    due_at,
)
from support.contests import ANN, BOB, NOW, SECRET, after, decide, provable
from support.places import Place
from support.services import with_services

ANNS, BOBS = "ann's luck 5e1f", "bob's luck 77a2"
ANN_BOUND = replace(ANN, commitment=commit_to(ANNS))
BOB_BOUND = replace(BOB, commitment=commit_to(BOBS))
ANN_LATER = replace(ANN, words_later=True)
ANN_TELLS, BOB_TELLS = TellWords("guest-a", ANNS), TellWords("guest-b", BOBS)


def table(match_id: str = "m", begins: str = "coin", clock: int = 0) -> Match:
    """An empty table for two."""
    opened = MatchOpened(
        "knucklebones",
        2,
        {},
        commitment_of(SECRET),
        NOW,
        clock=clock,
        begins=begins,  # type: ignore[arg-type]
    )
    return fold(match_id, [opened])


def at(seconds: float) -> Circumstances:
    return replace(provable(), now=NOW + seconds)


def test_the_first_roll_waits_for_all_commitments_and_reveals() -> None:
    match = after(table(), ANN_BOUND, BOB_BOUND)
    assert (match.full, match.begun, match.rolls, match.coin) == (True, False, 0, None)
    assert match.to_reveal == match.awaited == (0, 1)
    match = after(match, ANN_TELLS)
    assert (match.to_reveal, match.rolls) == ((1,), 0)
    match = after(match, BOB_TELLS)
    assert (match.begun, match.rolls) == (True, 1)
    assert sorted(match.words) == [ANNS, BOBS]


def test_words_stay_hidden_until_all_are_revealed() -> None:
    for match in (
        after(table(), replace(ANN, words="plain")),
        after(table(), ANN_BOUND, BOB_BOUND, ANN_TELLS),
    ):
        assert match.words == ("", "")
        assert not any(note.startswith("words") for note in match.record().notes)


def test_a_seat_without_a_commitment_adds_its_words_when_the_others_are_bound() -> None:
    match = after(table(), ANN_LATER, BOB_BOUND)
    assert match.to_reveal == (0,)
    with pytest.raises(BadWords, match="adds their words first"):
        after(match, BOB_TELLS)
    match = after(match, TellWords("guest-a", " # as  I like "), BOB_TELLS)
    assert match.begun
    assert sorted(match.words) == ["as I like", BOBS]


@pytest.mark.parametrize("words", [BOBS, "", ANNS + " ", ANNS.upper(), f" {ANNS}", "w" * 101])
def test_only_the_words_that_were_committed_to_are_taken(words: str) -> None:
    match = after(table(), ANN_BOUND, BOB_BOUND)
    with pytest.raises(BadWords):
        after(match, TellWords("guest-a", words))


def test_words_that_do_not_fit_a_record_are_refused() -> None:
    for words in ("luck # 7", "two  spaces", "two\nlines"):
        match = after(table(), replace(ANN, commitment=commit_to(words)), BOB_BOUND)
        with pytest.raises(BadWords, match="one line"):
            after(match, TellWords("guest-a", words))


def test_each_owing_seat_reveals_its_words_once() -> None:
    match = after(table(), ANN_BOUND)
    with pytest.raises(SeatOpen):
        after(match, ANN_TELLS)
    match = after(match, BOB_BOUND)
    with pytest.raises(NotYourSeat):
        after(match, TellWords("guest-c", ANNS))
    match = after(match, ANN_TELLS)
    assert not decide(match, ANN_TELLS, provable()), "a resend is harmless"
    with pytest.raises(BadWords, match="no words to reveal"):
        after(match, TellWords("guest-a", "other words"))


@pytest.mark.parametrize("commitment", ["", "x" * 64, commit_to("").upper(), "ab"])
def test_a_commitment_is_a_fingerprint_of_ones_own(commitment: str) -> None:
    if commitment:
        with pytest.raises(BadWords):
            after(table(), replace(ANN, commitment=commitment))
    with pytest.raises(BadWords, match="another seat"):
        after(table(), ANN_BOUND, replace(BOB, commitment=ANN_BOUND.commitment))
    with pytest.raises(BadWords, match="not both"):
        after(table(), replace(ANN_BOUND, words="luck"))


@pytest.mark.parametrize("begins", ["coin", "chosen"])
def test_the_coin_follows_from_all_words_and_changes_places(begins: str) -> None:
    seen = set()
    for number in range(12):
        match = after(table(f"m{number}", begins), ANN_BOUND, BOB_BOUND, ANN_TELLS, BOB_TELLS)
        promised = toss(SECRET, match.id, (ANNS, BOBS))
        assert match.coin == (promised if begins == "coin" else None)
        names = [seat.name for seat in match.seats if seat]
        assert names == (["Bob", "Ann"] if match.coin else ["Ann", "Bob"])
        assert match.words == ((BOBS, ANNS) if match.coin else (ANNS, BOBS))
        assert match.to_move == 0
        seen.add(match.coin)
    assert seen == ({0, 1} if begins == "coin" else {None})


def test_a_record_holds_the_commitments_and_the_coin() -> None:
    for number in range(4):
        match = after(table(f"m{number}"), ANN_BOUND, BOB_BOUND, ANN_TELLS, BOB_TELLS)
        record = after(match, Resign("guest-a", "1")).record()
        assert record.notes["coin"] == str(match.coin)
        found = verify(record)
        assert found.verified
        assert found.coin
        assert found.coin.right
        other = str(1 - found.coin.fell)
        for note, value in (("coin", other), ("words-0", "others"), ("commitment-1", "0" * 64)):
            assert not verify(replace(record, notes={**record.notes, note: value})).verified


def test_a_seat_that_does_not_reveal_loses() -> None:
    match = after(table(), ANN_BOUND, BOB_BOUND, ANN_TELLS)
    with pytest.raises(NothingToClaim, match="your turn"):
        decide(match, ClaimWin("guest-b"), at(QUIET_SECONDS))
    match = after(match, ClaimWin("guest-a"), circumstances=at(QUIET_SECONDS))
    due = QUIET_SECONDS + ANSWER_SECONDS
    assert due_at(match, 0) == NOW + due
    assert not decide(match, AnswerClaim("guest-b"), at(due - 1)), "only words answer for words"
    events = decide(match, CheckDeadline(), at(due))
    assert events[0] == Forfeited(1, "words")
    ended = after(match, CheckDeadline(), circumstances=at(due))
    assert ended.result
    assert ended.result.winners == (0,)
    record = ended.record()
    assert (record.notes["forfeited"], record.notes["commitment-1"]) == ("1", BOB_BOUND.commitment)
    assert verify(record).verified
    assert verify(record).mismatched_seat is not None


def test_words_come_in_time_if_they_come_before_the_claim_is_due() -> None:
    match = after(table(), ANN_BOUND, BOB_BOUND, ANN_TELLS)
    match = after(match, ClaimWin("guest-a"), circumstances=at(QUIET_SECONDS))
    match = after(match, BOB_TELLS, circumstances=at(QUIET_SECONDS + 1))
    assert match.begun
    assert match.claim is None


def test_a_clock_limits_the_wait_for_words() -> None:
    match = after(table(clock=30), ANN_BOUND, BOB_BOUND)
    due = 30 + GRACE_SECONDS
    assert decide(match, CheckDeadline(), at(due)) == (TableClosed(NOW + due),)
    revealed = after(match, ANN_TELLS)
    assert decide(revealed, CheckDeadline(), at(due))[0] == Forfeited(1, "words")


def test_without_a_clock_a_table_where_neither_tells_is_closed_after_a_day() -> None:
    match = after(table(), ANN_BOUND, BOB_BOUND)
    assert due_at(match, 0) == NOW + WORDS_SECONDS
    assert decide(match, CheckDeadline(), at(WORDS_SECONDS - 1)) == ()
    closed = TableClosed(NOW + WORDS_SECONDS)
    assert decide(match, CheckDeadline(), at(WORDS_SECONDS)) == (closed,)
    revealed = after(match, ANN_TELLS)  # from now on the claim decides
    assert due_at(revealed, 0) is None


def test_the_seats_of_the_lists_change_places_with_the_coin(place: Place) -> None:
    async def play(service: Matches) -> None:
        seen = set()
        while len(seen) < 2:
            match = await service.open(
                table().game, [ANN_BOUND], terms=Terms(by_link=True, coin=True)
            )
            for command in (BOB_BOUND, ANN_TELLS, BOB_TELLS):
                match = await service.do(match.id, command)
            listed = await service.store.list(own_tables("guest-a", "knucklebones", limit=1))
            mine = [line for line in listed if line.holder == "guest-a"]
            assert [line.seat for line in mine] == [match.coin]
            seen.add(match.coin)

    with_services(place, play)


def test_a_rematch_is_bound_by_its_offers(place: Place) -> None:
    async def play(service: Matches) -> None:
        first = await service.open(table().game, [ANN, BOB])
        await service.do(first.id, Resign("guest-a", "1"))
        await offer_rematch(service, first.id, "guest-a", ANN_BOUND.commitment)
        with pytest.raises(BadWords):
            await offer_rematch(service, first.id, "guest-b", ANN_BOUND.commitment)
        ended = await offer_rematch(service, first.id, "guest-b", BOB_BOUND.commitment)
        following = await service.see(ended.next)
        assert following.to_reveal == (0, 1)
        assert following.seats[0]
        assert following.seats[0].commitment == BOB_BOUND.commitment
        await service.do(following.id, ANN_TELLS)
        following = await service.do(following.id, BOB_TELLS)
        assert following.begun
        assert following.words == (BOBS, ANNS)

    with_services(place, play)


def test_an_offer_without_a_commitment_adds_words_later(place: Place) -> None:
    async def play(service: Matches) -> None:
        first = await service.open(table().game, [ANN, BOB])
        await service.do(first.id, Resign("guest-a", "1"))
        await service.do(first.id, OfferRematch("guest-a"))
        ended = await offer_rematch(service, first.id, "guest-b", BOB_BOUND.commitment)
        assert (await service.see(ended.next)).to_reveal == (1,)

    with_services(place, play)
