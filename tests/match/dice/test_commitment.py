"""Promises that are made before a table is set."""

import pytest

from dicehall.game import new_game
from dicehall.game.refused import CommitmentSpent
from dicehall.match.dice import commitment as sealing
from dicehall.match.dice.commitment import CommitmentIssuer
from dicehall.match.dice.rolling import promise
from dicehall.match.service import Matches
from support.contests import ANN, BOB
from support.houses import with_houses
from support.places import Place

ISSUER = CommitmentIssuer(b"a key of the house")
BONES = new_game("knucklebones")


def test_any_node_with_the_key_opens_the_same_secret() -> None:
    token, commitment = ISSUER.issue("ann")
    assert CommitmentIssuer(b"a key of the house").redeem(token, "ann") == commitment
    assert commitment.promise == promise(commitment.secret)
    assert token.startswith(f"{commitment.match_id}.")


def test_a_token_says_nothing_of_the_secret() -> None:
    token, commitment = ISSUER.issue("ann")
    assert commitment.secret not in token
    assert commitment.promise not in token
    assert CommitmentIssuer(b"another key")._commitment(commitment.match_id) != commitment


def test_every_promise_is_another() -> None:
    secrets = {ISSUER.issue("ann")[1].secret for _ in range(100)}
    assert len(secrets) == 100
    assert {len(bytes.fromhex(secret)) for secret in secrets} == {32}


def test_what_was_not_sealed_for_this_guest_is_refused() -> None:
    token, commitment = ISSUER.issue("ann")
    match_id, stamp, signed = token.split(".")
    other = f"{int(match_id, 16) ^ 1:016x}"
    later = str(int(stamp) + 1)
    forged = [
        f"{other}.{stamp}.{signed}",
        f"{match_id}.{later}.{signed}",
        f"{match_id}.{stamp}.{'0' * 64}",
        match_id,
        f"{match_id}..",
        "",
        "x" * 5000,
        "é.\ud800.\0",
        token + " ",
        CommitmentIssuer(b"another key").issue("ann")[0],
    ]
    for one in forged:
        with pytest.raises(CommitmentSpent):
            ISSUER.redeem(one, "ann")
    with pytest.raises(CommitmentSpent):
        ISSUER.redeem(token, "bob")
    assert ISSUER.redeem(token, "ann") == commitment


def test_a_promise_lapses_after_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    token, commitment = ISSUER.issue("ann")
    now = sealing.time.time()
    monkeypatch.setattr(sealing.time, "time", lambda: now + sealing.LONGEST_SECONDS - 60)
    assert ISSUER.redeem(token, "ann") == commitment
    monkeypatch.setattr(sealing.time, "time", lambda: now + sealing.LONGEST_SECONDS + 60)
    with pytest.raises(CommitmentSpent, match="too long ago"):
        ISSUER.redeem(token, "ann")


def test_a_promise_serves_one_match_in_all_houses(place: Place) -> None:
    async def play(house: Matches, other: Matches) -> None:
        _, commitment = ISSUER.issue("guest-a")
        match = await house.open(BONES, [ANN, BOB], commitment)
        assert (match.id, match.promise) == (commitment.match_id, commitment.promise)
        for again in (house, other):
            with pytest.raises(CommitmentSpent):
                await again.open(BONES, [BOB], commitment)
        assert await other.see(match.id) == match

    with_houses(place, play, count=2)
