"""Promises that are made before a table is set."""

import asyncio

import pytest

from dicehall.game import new_game
from dicehall.game.refused import PromiseSpent
from dicehall.match.dice import commitments
from dicehall.match.dice.commitments import CommitmentIssuer, CommittedDice, new_epoch
from dicehall.match.dice.rolling import commitment_of
from dicehall.match.service import Matches
from support.contests import ANN, BOB
from support.places import Place
from support.services import with_services


class Epochs:
    """The part of a store that the nodes of a server share."""

    def __init__(self) -> None:
        self.current = ""

    async def begin_epoch(self, epoch: str) -> None:
        self.current = epoch

    async def epoch(self) -> str:
        return self.current


KEY = b"a key of the house"
ISSUER = CommitmentIssuer(KEY, Epochs())


def issue(guest: str) -> tuple[str, CommittedDice]:
    return asyncio.run(ISSUER.issue(guest))


def redeem(token: str, guest: str, issuer: CommitmentIssuer = ISSUER) -> CommittedDice:
    return asyncio.run(issuer.redeem(token, guest))


BONES = new_game("knucklebones")


def test_any_node_with_the_key_opens_the_same_secret() -> None:
    token, dice = issue("ann")
    assert redeem(token, "ann", CommitmentIssuer(KEY, ISSUER.store)) == dice
    assert dice.commitment == commitment_of(dice.server_seed)
    assert token.startswith(f"{dice.match_id}.")


def test_a_token_says_nothing_of_the_secret() -> None:
    token, dice = issue("ann")
    assert dice.server_seed not in token
    assert dice.commitment not in token
    another = CommitmentIssuer(b"another key", Epochs())
    assert another._dice(dice.match_id, "") != dice


def test_every_promise_is_another() -> None:
    secrets = {issue("ann")[1].server_seed for _ in range(100)}
    assert len(secrets) == 100
    assert {len(bytes.fromhex(secret)) for secret in secrets} == {32}


def test_commitments_of_other_guests_are_refused() -> None:
    token, dice = issue("ann")
    match_id, stamp, epoch, signed = token.split(".")
    other = f"{int(match_id, 16) ^ 1:016x}"
    later = str(int(stamp) + 1)
    forged = [
        f"{other}.{stamp}.{epoch}.{signed}",
        f"{match_id}.{later}.{epoch}.{signed}",
        f"{match_id}.{stamp}.{new_epoch()}.{signed}",
        f"{match_id}.{stamp}.{epoch}.{'0' * 64}",
        f"{match_id}.{stamp}.{signed}",
        match_id,
        f"{match_id}..",
        "",
        "x" * 5000,
        "é.\ud800.\0",
        token + " ",
        asyncio.run(CommitmentIssuer(b"another key", Epochs()).issue("ann"))[0],
    ]
    for one in forged:
        with pytest.raises(PromiseSpent):
            redeem(one, "ann")
    with pytest.raises(PromiseSpent):
        redeem(token, "bob")
    assert redeem(token, "ann") == dice


def test_a_promise_lapses_after_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    token, dice = issue("ann")
    now = commitments.time.time()
    monkeypatch.setattr(commitments.time, "time", lambda: now + commitments.LONGEST_SECONDS - 60)
    assert redeem(token, "ann") == dice
    monkeypatch.setattr(commitments.time, "time", lambda: now + commitments.LONGEST_SECONDS + 60)
    with pytest.raises(PromiseSpent, match="has expired"):
        redeem(token, "ann")


def test_a_promise_serves_one_match_in_all_servers(place: Place) -> None:
    async def play(service: Matches, other: Matches) -> None:
        _, dice = await ISSUER.issue("guest-a")
        match = await service.open(BONES, [ANN, BOB], dice)
        assert (match.id, match.commitment) == (dice.match_id, dice.commitment)
        for again in (service, other):
            with pytest.raises(PromiseSpent):
                await again.open(BONES, [BOB], dice)
        assert await other.see(match.id) == match

    with_services(place, play, count=2)


def test_nodes_redeem_promises_that_were_made_since_they_started() -> None:
    async def promise() -> None:
        shared = Epochs()
        one, two = CommitmentIssuer(KEY, shared), CommitmentIssuer(KEY, shared)
        await one.start(new_epoch())
        before, dice = await one.issue("ann")
        await two.start(new_epoch())
        for here, there in ((one, two), (two, one)):
            token, promised = await here.issue("ann")
            assert await there.redeem(token, "ann") == promised
        assert await one.redeem(before, "ann") == dice
        with pytest.raises(PromiseSpent):  # two cannot tell it from one made before a restore
            await two.redeem(before, "ann")

    asyncio.run(promise())


def test_a_node_redeems_promises_of_every_epoch_that_it_has_seen() -> None:
    async def promise() -> None:
        shared = Epochs()
        node = CommitmentIssuer(KEY, shared)
        await node.start(new_epoch())
        await CommitmentIssuer(KEY, shared).start(new_epoch())  # another node joins
        token, dice = await node.issue("ann")
        await CommitmentIssuer(KEY, shared).start(new_epoch())  # and a third
        assert await node.redeem(token, "ann") == dice

    asyncio.run(promise())


def test_a_click_without_a_promise_names_one_match_with_a_secret_of_its_own() -> None:
    first, second = (ISSUER.following("ann", "fune", "m") for _ in range(2))
    assert first.match_id == second.match_id
    assert first.server_seed != second.server_seed


def test_all_openers_of_a_store_share_its_epoch(place: Place) -> None:
    async def share(service: Matches, other: Matches) -> None:
        assert await service.store.epoch() == ""
        for epoch in ("one", "two"):
            await service.store.begin_epoch(epoch)
            assert await other.store.epoch() == epoch

    with_services(place, share, count=2)
