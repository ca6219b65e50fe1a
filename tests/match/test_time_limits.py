"""The clock and the claim: what follows from the log and the time, and from nothing else."""

import time
from dataclasses import replace

import pytest

from dicehall.game.records import read, write
from dicehall.game.refused import NothingToClaim, NotYourSeat, StaleVersion
from dicehall.game.turns import Loss
from dicehall.match.commands import (
    CheckDeadline,
    Circumstances,
    Command,
    PlayMove,
    Resign,
    TakeSeat,
)
from dicehall.match.dice.rolling import commitment_of
from dicehall.match.dice.verification import verify
from dicehall.match.events import ClaimAnswered, Forfeited, MatchEnded, MatchOpened, WinClaimed
from dicehall.match.match import Claim, Match, fold
from dicehall.match.time_limits import (
    ANSWER_SECONDS,
    GRACE_SECONDS,
    NUDGE_SECONDS,
    QUIET_SECONDS,
    RETURN_SECONDS,
    AnswerClaim,
    ClaimWin,
    ServerTime,
    claim_ends_at,
    claimable_at,
    clock_ends_at,
    due_at,
    nudgeable_at,
)
from dicehall.web.api.match_info import describe
from dicehall.web.views.online import online_view
from support.contests import ANN, BOB, NOW, after, begun, decide, falling, move_in


def at(seconds: float, *rolls: tuple[int, ...], since: float = 0.0) -> Circumstances:
    """Fixed dice, this many seconds after the match began."""
    return replace(falling(*rolls), now=NOW + seconds, since=since)


def claimed() -> Match:
    """Ann is to move and has been quiet; Bob has claimed the win."""
    return after(begun(), ClaimWin("guest-b"), circumstances=at(QUIET_SECONDS))


def timed(clock: int = 60) -> Match:
    """Ann and Bob play with a clock; Ann has rolled a five."""
    opened = MatchOpened("knucklebones", 2, {}, commitment_of("00"), NOW, clock=clock)
    return after(fold("m", [opened]), ANN, BOB, circumstances=falling((5,)))


def test_a_claim_is_announced_with_its_deadline() -> None:
    events = decide(begun(), ClaimWin("guest-b"), at(QUIET_SECONDS))
    assert events == (WinClaimed(1, NOW + QUIET_SECONDS + ANSWER_SECONDS),)
    assert claimed().claim == Claim(1, NOW + QUIET_SECONDS + ANSWER_SECONDS)
    assert claimed().to_move == 0
    assert decide(claimed(), ClaimWin("guest-b"), at(QUIET_SECONDS + 1)) == ()


@pytest.mark.parametrize(
    ("command", "seconds", "why"),
    [
        (ClaimWin("guest-b"), QUIET_SECONDS - 1, NothingToClaim),
        (ClaimWin("guest-a"), QUIET_SECONDS, NothingToClaim),
        (ClaimWin("guest-c"), QUIET_SECONDS, NotYourSeat),
        (AnswerClaim("guest-c"), QUIET_SECONDS, NotYourSeat),
    ],
)
def test_claims_that_are_refused(command: Command, seconds: float, why: type[Exception]) -> None:
    with pytest.raises(why):
        decide(begun(), command, at(seconds))


def test_no_claims_against_computers_or_oneself() -> None:
    for other in (TakeSeat(1, "Easy", level="easy"), replace(BOB, holder="guest-a")):
        match = after(begun_with(other), move_in(begun_with(other), "column 1"))
        with pytest.raises(NothingToClaim):
            decide(match, ClaimWin("guest-a"), at(QUIET_SECONDS * 9))


def begun_with(other: TakeSeat) -> Match:
    opened = MatchOpened("knucklebones", 2, {}, commitment_of("00"), NOW)
    return after(fold("m", [opened]), ANN, other, circumstances=falling((5,)))


def test_a_sign_of_the_other_ends_a_claim() -> None:
    events = decide(claimed(), AnswerClaim("guest-a"), at(QUIET_SECONDS + 9))
    assert events == (ClaimAnswered(0, NOW + QUIET_SECONDS + 9),)
    match = after(claimed(), AnswerClaim("guest-a"), circumstances=at(QUIET_SECONDS + 9))
    assert match.claim is None
    with pytest.raises(NothingToClaim):
        decide(match, ClaimWin("guest-b"), at(QUIET_SECONDS + 10))
    assert decide(match, AnswerClaim("guest-a"), at(QUIET_SECONDS + 10)) == ()
    assert decide(claimed(), AnswerClaim("guest-b"), at(QUIET_SECONDS + 9)) == ()


def test_a_move_ends_a_claim_even_if_it_was_made_before_it() -> None:
    before = begun()
    move = PlayMove("guest-a", "column 1", before.version, "1")
    match = after(claimed(), move, circumstances=at(QUIET_SECONDS + 9, (2,)))
    assert match.claim is None
    assert match.to_move == 1
    with pytest.raises(StaleVersion):
        decide(match, PlayMove("guest-b", "column 1", before.version, "2"), at(QUIET_SECONDS + 9))


def test_an_unanswered_claim_wins_once_its_time_is_up() -> None:
    end = QUIET_SECONDS + ANSWER_SECONDS
    assert decide(claimed(), CheckDeadline(), at(end - 1)) == ()
    events = decide(claimed(), CheckDeadline(), at(end))
    assert events[0] == Forfeited(0, "absence")
    assert isinstance(events[1], MatchEnded)
    assert events[1].winners == (1,)
    match = after(claimed(), CheckDeadline(), circumstances=at(end))
    assert match.loss == Loss(0, "absence")
    assert decide(match, CheckDeadline(), at(end + 1)) == ()
    assert decide(match, AnswerClaim("guest-a"), at(end + 1)) == ()


def test_the_record_of_a_forfeited_match_is_complete() -> None:
    end = QUIET_SECONDS + ANSWER_SECONDS
    match = after(claimed(), CheckDeadline(), circumstances=at(end))
    record, _ = read(write(match.record()))
    assert record.notes["forfeited"] == "0"
    assert verify(record).complete


def test_a_move_that_comes_too_late_finds_the_match_over() -> None:
    late = at(QUIET_SECONDS + ANSWER_SECONDS)
    match = after(claimed(), move_in(claimed(), "column 1"), circumstances=late)
    assert match.loss == Loss(0, "absence")
    assert len(match.log) == len(claimed().log)


def test_nobody_loses_on_time_while_the_server_is_down() -> None:
    end = QUIET_SECONDS + ANSWER_SECONDS
    opened = NOW + end + 1000
    early = at(end + 1000 + RETURN_SECONDS - 1, (2,), since=opened)
    assert decide(claimed(), CheckDeadline(), early) == ()
    assert after(claimed(), move_in(claimed(), "column 1"), circumstances=early).loss is None
    late = at(end + 1000 + RETURN_SECONDS, since=opened)
    assert decide(claimed(), CheckDeadline(), late)


def test_the_clock_starts_anew_with_each_move_and_ends_the_match() -> None:
    match = timed(60)
    assert clock_ends_at(match) == NOW + 60
    assert due_at(match, 0) == NOW + 60 + GRACE_SECONDS
    match = after(match, move_in(match, "column 1"), circumstances=at(50, (2,)))
    assert clock_ends_at(match) == NOW + 110
    assert decide(match, CheckDeadline(), at(110)) == ()
    events = decide(match, CheckDeadline(), at(110 + GRACE_SECONDS))
    assert events[0] == Forfeited(1, "time")
    late = after(match, move_in(match, "column 1"), circumstances=at(110 + GRACE_SECONDS))
    assert late.loss == Loss(1, "time")
    assert late.result
    assert late.result.winners == (0,)


def test_a_move_within_the_grace_counts() -> None:
    match = timed(60)
    circumstances = at(60 + GRACE_SECONDS - 0.1, (2,))
    assert after(match, move_in(match, "column 1"), circumstances=circumstances).to_move == 1


def test_no_claims_with_a_clock() -> None:
    with pytest.raises(NothingToClaim):
        decide(timed(86_400), ClaimWin("guest-b"), at(QUIET_SECONDS * 2))


def test_after_the_clock_was_set_back_no_time_is_longer_than_it_should_be() -> None:
    back = ServerTime(since=NOW - 7200, now=NOW - 7190)
    assert clock_ends_at(timed(60), back) == back.since + 60
    assert due_at(timed(60), back.since, back.now) == back.since + 60 + GRACE_SECONDS
    assert claim_ends_at(claimed(), back) == back.since + ANSWER_SECONDS
    assert claimable_at(begun(), back) == back.since + QUIET_SECONDS
    assert nudgeable_at(begun(), back) == back.since + NUDGE_SECONDS
    since = NOW - 7200
    later = at(-7200 + QUIET_SECONDS, since=since)
    assert decide(begun(), ClaimWin("guest-b"), later) == (
        WinClaimed(1, since + QUIET_SECONDS + ANSWER_SECONDS),
    )


def test_deadlines_of_pages_and_programs_are_right_after_the_clock_was_set_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time, "time", lambda: NOW - 7200)
    view = online_view(timed(60), "guest-a")
    assert view
    assert view.clock_ends == describe(timed(60), "guest-a").deadline == NOW - 7200 + 60


def test_a_match_that_is_over_has_no_deadline() -> None:
    assert due_at(after(timed(), Resign("guest-a", "1")), 0) is None
    assert due_at(after(claimed(), Resign("guest-a", "1")), 0) is None
    assert due_at(begun(), 0) is None
