"""Promises that are made before a table is set."""

import pytest

from dicehall.game import new_game
from dicehall.game.refused import PromiseSpent
from dicehall.match.dice import promises
from dicehall.match.dice.promises import PromiseIssuer
from dicehall.match.dice.rolling import promise
from dicehall.match.service import Matches
from support.contests import ANN, BOB
from support.houses import with_houses
from support.places import Place

ISSUER = PromiseIssuer(b"a key of the house")
BONES = new_game("knucklebones")


def test_any_node_with_the_key_opens_the_same_secret() -> None:
    token, dice = ISSUER.issue("ann")
    assert PromiseIssuer(b"a key of the house").redeem(token, "ann") == dice
    assert dice.promise == promise(dice.secret)
    assert token.startswith(f"{dice.match_id}.")


def test_a_token_says_nothing_of_the_secret() -> None:
    token, dice = ISSUER.issue("ann")
    assert dice.secret not in token
    assert dice.promise not in token
    assert PromiseIssuer(b"another key")._dice(dice.match_id) != dice


def test_every_promise_is_another() -> None:
    secrets = {ISSUER.issue("ann")[1].secret for _ in range(100)}
    assert len(secrets) == 100
    assert {len(bytes.fromhex(secret)) for secret in secrets} == {32}


def test_what_was_not_sealed_for_this_guest_is_refused() -> None:
    token, dice = ISSUER.issue("ann")
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
        PromiseIssuer(b"another key").issue("ann")[0],
    ]
    for one in forged:
        with pytest.raises(PromiseSpent):
            ISSUER.redeem(one, "ann")
    with pytest.raises(PromiseSpent):
        ISSUER.redeem(token, "bob")
    assert ISSUER.redeem(token, "ann") == dice


def test_a_promise_lapses_after_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    token, dice = ISSUER.issue("ann")
    now = promises.time.time()
    monkeypatch.setattr(promises.time, "time", lambda: now + promises.LONGEST_SECONDS - 60)
    assert ISSUER.redeem(token, "ann") == dice
    monkeypatch.setattr(promises.time, "time", lambda: now + promises.LONGEST_SECONDS + 60)
    with pytest.raises(PromiseSpent, match="too long ago"):
        ISSUER.redeem(token, "ann")


def test_a_promise_serves_one_match_in_all_houses(place: Place) -> None:
    async def play(house: Matches, other: Matches) -> None:
        _, dice = ISSUER.issue("guest-a")
        match = await house.open(BONES, [ANN, BOB], dice)
        assert (match.id, match.promise) == (dice.match_id, dice.promise)
        for again in (house, other):
            with pytest.raises(PromiseSpent):
                await again.open(BONES, [BOB], dice)
        assert await other.see(match.id) == match

    with_houses(place, play, count=2)
