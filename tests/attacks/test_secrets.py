"""Attempts to learn future rolls and other guests' ids."""

import re
from collections.abc import Iterator

import httpx

from attacks.contest import OnlineView, token_of
from dicehall.game.turns import D6
from dicehall.match.dice import rolling as dice
from support.clients import play, see


def everything_sent(contest: OnlineView, client: httpx.Client) -> str:
    """All that a guest can read of a match while it runs."""
    parts = ["", "/replay", "/frames", "/record", "/dice", "/hint", "/coach", "/review"]
    pages = [client.get(f"{contest.path}{part}").text for part in parts]
    parts = ["", "/worth", "/review", "/dice"]
    pages += [client.get(f"/api{contest.path}{part}").text for part in parts]
    pages += [client.get("/api/openapi.json").text, client.get("/").text]
    for address in (contest.path, f"/api{contest.path}"):
        with client.stream("GET", f"{address}/stream", params={"version": 0}) as stream:
            pages.append(first_state(stream.iter_lines()))
    return "\n".join(pages)


def first_state(lines: Iterator[str]) -> str:
    """What a stream sends about a match, up to the end of its first state."""
    received: list[str] = []
    while not any(line.startswith("id: ") for line in received) or received[-1]:
        received.append(next(lines))
    assert any(line.startswith("data: ") for line in received)
    return "\n".join(received)


def test_the_secret_is_revealed_only_at_the_end(contest: OnlineView) -> None:
    sent = "".join(
        everything_sent(contest, client) for client in (contest.ada, contest.bob, contest.mallory)
    )
    match = see(contest.ada, contest.match)
    assert match["secret"] == ""
    ended = contest.ada.post(f"/api{contest.path}/resignation").json()
    secret = ended["secret"]
    assert dice.commitment_of(secret) == match["promise"]
    assert match["promise"] in sent
    assert secret not in sent
    for other in (contest.bob, contest.mallory):
        assert token_of(contest.ada).partition(".")[0] not in other.get(contest.path).text


def test_sent_data_does_not_reveal_future_rolls(contest: OnlineView) -> None:
    """No text of the right length that Mallory has received is the server seed."""
    sent = everything_sent(contest, contest.mallory)
    match = contest.match
    for _ in range(6):
        client = (contest.ada, contest.bob)[match["turn"]["seat"]]
        match = play(client, match, match["turn"]["moves"][0]).json()
    rolls = [(int(line.split()[1]),) for line in match["log"] if line.startswith("roll")]
    candidates = set(re.findall(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", sent))
    assert match["promise"] in candidates
    for guess in candidates:
        thrown = [dice.throw(guess, match["id"], ("", ""), k, (D6,)) for k in range(len(rolls))]
        assert thrown != rolls
    ended = contest.ada.post(f"/api{contest.path}/resignation").json()
    secret = ended["secret"]
    assert [dice.throw(secret, match["id"], ("", ""), k, (D6,)) for k in range(len(rolls))] == rolls


def test_a_spectator_does_not_learn_guest_ids(contest: OnlineView) -> None:
    """Identities stay with their owners: a page and a stream hold names alone."""
    holders = [token_of(client).rpartition(".")[0] for client in (contest.ada, contest.bob)]
    sent = everything_sent(contest, contest.mallory)
    assert all(holder not in sent for holder in holders)
