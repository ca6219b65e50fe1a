"""A server and one seat that collude to choose the dice: the seat knows the secret and tries words.

Before seats were bound by commitments, the last to sit down could try words until the dice pleased,
and the record verified all the same.
"""

from dataclasses import replace
from itertools import count
from secrets import token_hex

import pytest

from dicehall.game.refused import BadWords
from dicehall.game.turns import D6
from dicehall.match.commands import Resign, TakeSeat, TellWords
from dicehall.match.dice.client_seeds import commit_to
from dicehall.match.dice.rolling import commitment_of, throw, toss
from dicehall.match.events import MatchOpened
from dicehall.match.match import Match, fold
from support.contests import ANN, BOB, NOW, after, provable

MATCHES = 600
TRIES = 40
TABLES = 10_000


def table(number: int, secret: str) -> Match:
    """A table that the server has opened with a secret, which it tells its accomplice."""
    opened = MatchOpened("knucklebones", 2, {}, commitment_of(secret), NOW, begins="coin")
    return fold(f"m{number}", [opened])


def bound(seat: TakeSeat, words: str) -> TakeSeat:
    return replace(seat, commitment=commit_to(words))


def first_die(match: Match, secret: str, words: tuple[str, str]) -> int:
    return throw(secret, match.id, words, 0, (D6,))[0]


def within_chance(hits: int, tries: int, share: float) -> bool:
    """Whether this many hits are within five standard deviations of chance."""
    return abs(hits - tries * share) < 5 * (tries * share * (1 - share)) ** 0.5


def test_the_last_to_sit_down_finds_no_words_that_help() -> None:
    """Bob and the server know everything but what Ann's page holds behind its commitment."""
    sixes = 0
    for number in range(MATCHES):
        secret, anns = token_hex(32), token_hex(16)
        match = after(table(number, secret), bound(ANN, anns))
        assert match.seats[0]
        known = match.seats[0].commitment
        guesses = (token_hex(8) for _ in range(TRIES))
        # He takes what would give a six if Ann's words were anything that he can know.
        best = max(guesses, key=lambda words: first_die(match, secret, (known, words)))
        match = after(match, bound(BOB, best), circumstances=provable(secret))
        match = after(
            match,
            TellWords("guest-a", anns),
            TellWords("guest-b", best),
            circumstances=provable(secret),
        )
        assert match.begun
        sixes += match.lines[0] == "roll 6"
    assert within_chance(sixes, MATCHES, 1 / 6)


def test_the_opener_cannot_change_words_after_seeing_the_others() -> None:
    secret = token_hex(32)
    match = after(table(0, secret), bound(ANN, "ann 1"), bound(BOB, "bob 1"))
    match = after(match, TellWords("guest-b", "bob 1"), circumstances=provable(secret))
    for number in count(2):
        words = f"ann {number}"
        with pytest.raises(BadWords):
            after(match, TellWords("guest-a", words), circumstances=provable(secret))
        if first_die(match, secret, (words, "bob 1")) == 6:  # found, and of no use
            break


def test_a_seat_that_cannot_commit_does_not_learn_the_others_words() -> None:
    """Ann's browser cannot commit. She adds words last, and Bob's are unknown to her until then."""
    sixes = 0
    for number in range(MATCHES):
        secret, bobs = token_hex(32), token_hex(16)
        match = after(table(number, secret), replace(ANN, words_later=True), bound(BOB, bobs))
        assert match.to_reveal == (0,)
        known = match.seats[1].commitment if match.seats[1] else ""
        guesses = (token_hex(8) for _ in range(TRIES))
        best = max(guesses, key=lambda words: first_die(match, secret, (words, known)))
        match = after(
            match,
            TellWords("guest-a", best),
            TellWords("guest-b", bobs),
            circumstances=provable(secret),
        )
        sixes += match.lines[0] == "roll 6"
    assert within_chance(sixes, MATCHES, 1 / 6)


def test_tables_that_are_opened_and_abandoned_do_not_move_the_coin() -> None:
    """Ann and the server keep only tables at which the coin would fall for her, as far as they can
    know before Bob has told his words."""
    kept = begins = 0
    for number in range(TABLES):
        secret, anns, bobs = token_hex(32), token_hex(16), token_hex(16)
        match = after(table(number, secret), bound(ANN, anns))
        assert match.coin is None
        assert match.held_by("guest-a") == (0,), "her place says nothing of the coin"
        if toss(secret, match.id, (anns, "")) != 0:  # her best guess
            closed = after(match, Resign("guest-a", "1"))
            assert closed.result
            continue
        kept += 1
        begins += toss(secret, match.id, (anns, bobs)) == 0
    assert within_chance(kept, TABLES, 1 / 2)
    assert within_chance(begins, kept, 1 / 2)
