"""Attempts to move for another guest: with another cookie, a forged one, or a replayed request."""

import hashlib

import pytest

from attacks.contest import ACTIONS, API_ACTIONS, OnlineView, token_of
from support.clients import play, program, see, visitor


@pytest.mark.parametrize("action", ACTIONS)
def test_a_second_cookie_moves_nothing(contest: OnlineView, action: str) -> None:
    with contest.unmoved():
        answer = contest.mallory.post(f"{contest.path}/{action}", data=ACTIONS[action])
        assert answer.status_code in (303, 403, 409)
        answer = contest.mallory.post(
            f"{contest.path}/{action}", data=ACTIONS[action], headers={"X-Part": "table"}
        )
        assert answer.status_code in (303, 403, 409)


@pytest.mark.parametrize("action", API_ACTIONS)
def test_a_second_identity_moves_nothing(contest: OnlineView, action: str) -> None:
    with contest.unmoved(), program(contest.server) as mallory:
        path = f"/api{contest.path}/{action}"
        assert mallory.post(path, json=API_ACTIONS[action]).status_code in (403, 409)


def test_the_other_player_does_not_move_for_me(contest: OnlineView) -> None:
    with contest.unmoved():
        refused = play(contest.bob, contest.match, "column 1")
        assert refused.json()["code"] == "not-your-turn"
        fields = {"move": "column 1", "version": str(contest.match["version"]), "seat": "0"}
        answer = contest.bob.post(f"{contest.path}/moves", data={**fields, "holder": "ada"})
        assert answer.status_code == 409


def test_forged_cookies_identify_no_guest(contest: OnlineView) -> None:
    guest, _, signature = token_of(contest.ada).rpartition(".")
    own = contest.mallory.cookies["dicehall"]
    forged = [
        guest,
        f"{guest}.",
        f"{guest}.{'0' * 64}",
        f"{guest}.{own.rpartition('.')[2]}",
        f"{guest}.{signature[:-1]}{'0' if signature[-1] != '0' else '1'}",
        f"{guest}.{signature.upper()}",
        f"{guest}..{signature}",
        f"{own}.{signature}",
        hashlib.sha256(guest.encode()).hexdigest(),
    ]
    with contest.unmoved():
        for token in forged:
            with visitor(contest.server, Authorization=f"Bearer {token}") as client:
                assert play(client, contest.match, "column 1").status_code == 401
            with visitor(contest.server, Cookie=f"dicehall={token}") as client:
                assert play(client, contest.match, "column 1").status_code == 403
                seats = see(client, contest.match)["seats"]
                assert [seat["yours"] for seat in seats] == [False, False]


def test_a_replayed_request_does_nothing_twice(contest: OnlineView) -> None:
    fields = {"move": "column 1", "version": str(contest.match["version"])}
    first = contest.ada.post(f"{contest.path}/moves", data=fields)
    assert first.status_code == 303
    after = see(contest.ada, contest.match)
    for _ in range(3):
        again = contest.ada.post(f"{contest.path}/moves", data=fields)
        assert again.status_code == 303
    assert see(contest.ada, contest.match) == after
    played = play(contest.bob, after, "column 1").json()
    contest.ada.post(f"{contest.path}/moves", data=fields)  # also when it is her turn again
    assert see(contest.bob, contest.match)["version"] == played["version"]


def test_replayed_requests_of_another_guest_fail(contest: OnlineView) -> None:
    """The same bytes with another cookie: the request says nothing of who sends it."""
    fields = {"move": "column 1", "version": str(contest.match["version"]), "id": "x"}
    with contest.unmoved():
        assert contest.mallory.post(f"{contest.path}/moves", data=fields).status_code == 403


def test_a_guest_cannot_use_up_another_guests_move_ids(contest: OnlineView) -> None:
    """A move counts as sent before if its id was seen: but only from the same seat."""
    stolen = f"{contest.match['version'] + 4} column 2"
    match = play(contest.ada, contest.match, "column 1").json()
    match = play(contest.bob, match, "column 1", id=stolen).json()
    assert match["turn"]["seat"] == 0
    fields = {"move": "column 2", "version": str(match["version"])}
    contest.ada.post(f"{contest.path}/moves", data=fields)
    assert see(contest.ada, match)["turn"]["seat"] == 1


def test_reactions_and_matches_are_limited(contest: OnlineView) -> None:
    path = f"/api{contest.path}/reactions"
    statuses = [contest.bob.post(path, json={"reaction": "ouch"}).status_code for _ in range(6)]
    assert statuses == [202] * 4 + [429] * 2
    assert contest.bob.post(path, json={"reaction": "<b>"}).status_code == 400
    contest.ada.post(f"/api{contest.path}/resignation")
    for _ in range(3):  # pressing "again" asks; it does not seat anybody anywhere
        contest.bob.post(f"{contest.path}/again")
    after = see(contest.ada, contest.match)
    assert after["offers"] == [1]
    assert after["next"] == ""
    hall = contest.ada.get("/").text
    assert "Continue" not in hall


def test_a_claim_against_a_present_opponent_fails(contest: OnlineView) -> None:
    with contest.unmoved():
        refused = contest.bob.post(f"/api{contest.path}/claim")
        assert refused.json()["code"] == "nothing-to-claim"
