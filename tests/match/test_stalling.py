"""One who is there and does not move: nudged, then given a clock; and offers to play again that
are declined or taken back. All of it follows from the log and the time."""

from dataclasses import replace

import pytest

from dicehall.game.refused import MatchOver, NothingToClaim, NotOver, NotYourSeat
from dicehall.match.commands import (
    CheckDeadline,
    Circumstances,
    Command,
    DeclineRematch,
    OfferRematch,
    Resign,
)
from dicehall.match.events import (
    ClockSet,
    Forfeited,
    MatchEnded,
    Nudged,
    RematchDeclined,
    RematchOffered,
    decode,
    encode,
)
from dicehall.match.match import Match
from dicehall.match.time_limits import (
    GRACE_SECONDS,
    NUDGE_SECONDS,
    PATIENCE_SECONDS,
    QUIET_SECONDS,
    SET_CLOCK,
    AnswerClaim,
    ClaimWin,
    Nudge,
    SetClock,
    clock_ends_at,
)
from support.contests import NOW, after, begun, decide, falling, move_in

TRIED = NUDGE_SECONDS + PATIENCE_SECONDS


def at(seconds: float, *rolls: tuple[int, ...]) -> Circumstances:
    return replace(falling(*rolls), now=NOW + seconds)


def nudged() -> Match:
    """Ann is to move, and Bob has asked her to go on."""
    return after(begun(), Nudge("guest-b"), circumstances=at(NUDGE_SECONDS))


def over() -> Match:
    return after(begun(), Resign("guest-a", "1"))


def test_a_nudge_is_kept_once_and_until_the_move() -> None:
    assert decide(begun(), Nudge("guest-b"), at(NUDGE_SECONDS)) == (Nudged(1, NOW + NUDGE_SECONDS),)
    assert decide(nudged(), Nudge("guest-b"), at(NUDGE_SECONDS + 9)) == ()
    moved = after(nudged(), move_in(nudged(), "column 1"), circumstances=at(TRIED, (2,)))
    assert moved.nudged_at == 0
    assert moved.clock == 0


@pytest.mark.parametrize(
    ("match", "command", "seconds", "why"),
    [
        (begun(), Nudge("guest-b"), NUDGE_SECONDS - 1, NothingToClaim),
        (begun(), Nudge("guest-a"), NUDGE_SECONDS, NothingToClaim),
        (begun(), Nudge("guest-c"), NUDGE_SECONDS, NotYourSeat),
        (begun(), SetClock("guest-b"), TRIED * 9, NothingToClaim),
        (nudged(), SetClock("guest-b"), TRIED - 1, NothingToClaim),
        (nudged(), SetClock("guest-a"), TRIED, NothingToClaim),
        (nudged(), SetClock("guest-c"), TRIED, NotYourSeat),
        (over(), Nudge("guest-b"), TRIED, MatchOver),
        (over(), SetClock("guest-b"), TRIED, MatchOver),
    ],
)
def test_nudges_and_clocks_that_are_refused(
    match: Match, command: Command, seconds: float, why: type[Exception]
) -> None:
    with pytest.raises(why):
        decide(match, command, at(seconds))


def test_a_present_player_who_never_moves_loses() -> None:
    answered = after(
        after(nudged(), ClaimWin("guest-b"), circumstances=at(QUIET_SECONDS)),
        AnswerClaim("guest-a"),  # as her page does by itself
        circumstances=at(QUIET_SECONDS),
    )
    match = after(answered, SetClock("guest-b"), circumstances=at(TRIED))
    assert match.clock_set_by == 1
    assert clock_ends_at(match) == NOW + TRIED + SET_CLOCK
    with pytest.raises(NothingToClaim, match="this match has a clock"):
        decide(match, ClaimWin("guest-b"), at(TRIED + 1))
    assert decide(match, SetClock("guest-b"), at(TRIED + 1)) == ()
    end = TRIED + SET_CLOCK + GRACE_SECONDS
    assert decide(match, CheckDeadline(), at(end - 1)) == ()
    events = decide(match, CheckDeadline(), at(end))
    assert events[0] == Forfeited(0, "time")
    assert isinstance(events[1], MatchEnded)
    assert events[1].winners == (1,)


def test_the_clock_counts_for_both_for_the_rest_of_the_match() -> None:
    match = after(nudged(), SetClock("guest-b"), circumstances=at(TRIED))
    match = after(match, move_in(match, "column 1"), circumstances=at(TRIED + 100, (2,)))
    assert match.to_move == 1
    assert clock_ends_at(match) == NOW + TRIED + 100 + SET_CLOCK


def test_no_clock_is_set_during_a_claim() -> None:
    claimed = after(nudged(), ClaimWin("guest-b"), circumstances=at(TRIED))
    with pytest.raises(NothingToClaim):
        decide(claimed, SetClock("guest-b"), at(TRIED + 1))


@pytest.mark.parametrize(
    "event", [Nudged(1, NOW), ClockSet(1, 120, NOW), RematchOffered(0, at=NOW), RematchDeclined(1)]
)
def test_stored_events_are_read_as_written(event: Nudged | ClockSet) -> None:
    assert decode(encode(event)) == event


def test_offers_of_older_logs_have_no_moment() -> None:
    assert decode(b'{"type":"RematchOffered","seat":1}') == RematchOffered(1)


def test_a_declined_offer_can_be_answered_with_one_later() -> None:
    offered = after(over(), OfferRematch("guest-a"))
    declined = after(offered, DeclineRematch("guest-b"))
    assert (declined.offers, declined.declined) == ({}, 1)
    with pytest.raises(MatchOver, match="does not want to play again"):
        decide(declined, OfferRematch("guest-a"), at(9))
    changed = after(declined, OfferRematch("guest-b"))
    assert (changed.offers, changed.declined) == ({1: ""}, None)
    assert list(after(changed, OfferRematch("guest-a")).offers) == [1, 0]


def test_an_offer_can_be_taken_back_and_made_again() -> None:
    back = after(over(), OfferRematch("guest-a"), DeclineRematch("guest-a"))
    assert (back.offers, back.declined) == ({}, None)
    assert list(after(back, OfferRematch("guest-a")).offers) == [0]


def test_there_is_nothing_to_decline_before_an_offer() -> None:
    assert decide(over(), DeclineRematch("guest-b"), at(9)) == ()
    with pytest.raises(NotOver):
        decide(begun(), DeclineRematch("guest-b"), at(9))
    with pytest.raises(NotYourSeat):
        decide(over(), DeclineRematch("guest-c"), at(9))
