"""Somebody who wants to move for others, to cheat, or to know what is not theirs to know.

Ada and Bob play each other; Mallory has a cookie of her own, and everything that she can read.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from dicehall.game.turns import D6
from dicehall.match.dice import rolling as dice
from support.clients import open_match, play, program, see, visitor
from support.server import Server

ACTIONS = {
    "moves": {"move": "column 1", "version": "4"},
    "resign": {},
    "claim": {},
    "here": {},
    "rematch": {},
    "again": {},
    "reactions": {"reaction": "thanks"},
    "seats": {"name": "Mallory"},
}
API_ACTIONS: dict[str, dict[str, Any] | None] = {
    "moves": {"move": "column 1", "version": 4},
    "resignation": None,
    "claim": None,
    "answer": None,
    "rematch": None,
    "reactions": {"reaction": "thanks"},
    "seats": {"seat": 0, "name": "Mallory"},
}


@dataclass
class OnlineView:
    server: Server
    ada: httpx.Client
    bob: httpx.Client
    mallory: httpx.Client
    match: dict[str, Any]

    @property
    def path(self) -> str:
        return f"/matches/{self.match['id']}"

    @contextmanager
    def unmoved(self) -> Iterator[None]:
        """Nothing changes, for anybody."""
        before = see(self.ada, self.match), see(self.bob, self.match)
        yield
        assert (see(self.ada, self.match), see(self.bob, self.match)) == before


@pytest.fixture
def contest(server: Server) -> Iterator[OnlineView]:
    with program(server) as ada, program(server) as bob, visitor(server) as mallory:
        mallory.get("/")  # gives her a cookie of her own
        opened = open_match(ada, "knucklebones", "open", begins="first")
        seats = f"/api/matches/{opened['id']}/seats"
        match = bob.post(seats, json={"seat": 1, "name": "Bob"}).json()
        yield OnlineView(server, ada, bob, mallory, match)


def token_of(client: httpx.Client) -> str:
    return str(client.headers["Authorization"]).removeprefix("Bearer ")


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


def test_forged_cookies_move_nothing_and_are_nobody(contest: OnlineView) -> None:
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
            for headers in ({"Cookie": f"dicehall={token}"}, {"Authorization": f"Bearer {token}"}):
                with visitor(contest.server, **headers) as client:
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


def test_what_was_recorded_from_another_is_of_no_use(contest: OnlineView) -> None:
    """The same bytes with another cookie: the request says nothing of who sends it."""
    fields = {"move": "column 1", "version": str(contest.match["version"]), "id": "x"}
    with contest.unmoved():
        assert contest.mallory.post(f"{contest.path}/moves", data=fields).status_code == 403


def test_nobody_uses_up_the_ids_of_the_others_moves(contest: OnlineView) -> None:
    """A move counts as sent before if its id was seen: but only from the same seat."""
    stolen = f"{contest.match['version'] + 4} column 2"
    match = play(contest.ada, contest.match, "column 1").json()
    match = play(contest.bob, match, "column 1", id=stolen).json()
    assert match["turn"]["seat"] == 0
    fields = {"move": "column 2", "version": str(match["version"])}
    contest.ada.post(f"{contest.path}/moves", data=fields)
    assert see(contest.ada, match)["turn"]["seat"] == 1


def test_match_ids_cannot_be_guessed_nor_listed(contest: OnlineView) -> None:
    assert re.fullmatch("[0-9a-f]{32}", contest.match["id"])
    private = contest.match["id"]
    for path in ("/", "/lobby", "/scores", "/history", "/api/lobby", "/api/games", "/join"):
        assert private not in contest.mallory.get(path).text
    for near in (private[:-1], private.upper(), private + "0", "%", "_" * 32, "*", ""):
        assert contest.mallory.get(f"/api/matches/{near}").status_code in (404, 405)


def test_a_code_dies_with_the_free_seat_and_guesses_are_slowed_down(server: Server) -> None:
    with program(server) as ada, program(server) as bob, visitor(server) as mallory:
        match = open_match(ada, "knuckles", "open")
        code = match["code"]
        assert see(bob, match)["code"] == ""
        assert bob.get(f"/api/rooms/{code.lower()}").json() == {"match": match["id"]}
        bob.post(f"/api/matches/{match['id']}/seats", json={"seat": 0, "name": "Bob"})
        bob.post(f"/api/matches/{match['id']}/seats", json={"seat": 1, "name": "Bob"})
        for path in (f"/r/{code}", f"/join?code={code}", f"/api/rooms/{code}"):
            answer = mallory.get(path)
            assert answer.status_code == 404
            assert match["id"] not in answer.text


def test_codes_are_not_found_by_trying(tmp_path_factory: pytest.TempPathFactory) -> None:
    house = Server(tmp_path_factory.mktemp("guessing"))
    try:
        with visitor(house) as mallory, program(house) as ada:
            tried = [mallory.get(f"/r/{i:06d}".translate(CODE)).status_code for i in range(25)]
            assert tried[:20] == [404] * 20
            assert tried[20:] == [429] * 5
            code = open_match(ada, "knuckles", "open")["code"]
            assert mallory.get(f"/api/rooms/{code}").status_code == 429
    finally:
        house.stop()


CODE = str.maketrans("0123456789", "34679ACDEF")


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ],
)
def test_a_form_on_another_site_moves_nothing(contest: OnlineView, headers: dict[str, str]) -> None:
    """The browser sends Ada's cookie along; the house refuses all the same."""
    with contest.unmoved(), visitor(contest.server, **headers) as lured:
        lured.cookies.set("dicehall", token_of(contest.ada))
        version = str(contest.match["version"])
        for action, fields in ACTIONS.items():
            said = {**fields, **({"version": version} if "version" in fields else {})}
            answer = lured.post(f"{contest.path}/{action}", data=said)
            assert answer.status_code == 403, action
            assert answer.text.startswith("cross-origin")
        for action, body in API_ACTIONS.items():
            answer = lured.post(f"/api{contest.path}/{action}", json=body)
            assert answer.status_code == 403, action
        opened = lured.post("/new/knuckles", data={"name": "Ada", "opponent": "open"})
        assert opened.status_code == 403


def test_no_answer_lets_another_site_read_it_or_frame_it(contest: OnlineView) -> None:
    answer = contest.ada.get(contest.path, headers={"Origin": "https://evil.example"})
    assert "access-control-allow-origin" not in answer.headers
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def everything_sent(contest: OnlineView, client: httpx.Client) -> str:
    """All that a guest can read of a match while it runs."""
    parts = ["", "/replay", "/record", "/dice", "/hint", "/coach", "/review"]
    pages = [client.get(f"{contest.path}{part}").text for part in parts]
    parts = ["", "/worth", "/review", "/dice"]
    pages += [client.get(f"/api{contest.path}{part}").text for part in parts]
    pages += [client.get("/api/openapi.json").text, client.get("/").text]
    for address in (contest.path, f"/api{contest.path}"):
        with client.stream("GET", f"{address}/stream", params={"version": 0}) as stream:
            pages.append(first_state(stream.iter_lines()))
    return "\n".join(pages)


def first_state(lines: Iterator[str]) -> str:
    """What a stream tells of a match, up to the end of its first state."""
    heard: list[str] = []
    while not any(line.startswith("id: ") for line in heard) or heard[-1]:
        heard.append(next(lines))
    assert any(line.startswith("data: ") for line in heard)
    return "\n".join(heard)


def test_the_secret_is_told_at_the_end_and_never_before(contest: OnlineView) -> None:
    sent = "".join(
        everything_sent(contest, client) for client in (contest.ada, contest.bob, contest.mallory)
    )
    match = see(contest.ada, contest.match)
    assert match["secret"] == ""
    ended = contest.ada.post(f"/api{contest.path}/resignation").json()
    secret = ended["secret"]
    assert dice.promise(secret) == match["promise"]
    assert match["promise"] in sent
    assert secret not in sent
    for other in (contest.bob, contest.mallory):
        assert token_of(contest.ada).partition(".")[0] not in other.get(contest.path).text


def test_future_rolls_do_not_follow_from_what_was_sent(contest: OnlineView) -> None:
    """Whatever of the right length Mallory has read, it is not the secret the rolls come from."""
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


def test_a_watcher_is_not_told_who_the_players_are(contest: OnlineView) -> None:
    """Identities stay with their owners: a page and a stream hold names alone."""
    holders = [token_of(client).rpartition(".")[0] for client in (contest.ada, contest.bob)]
    sent = everything_sent(contest, contest.mallory)
    assert all(holder not in sent for holder in holders)


def test_nobody_is_flooded_with_reactions_or_with_matches(contest: OnlineView) -> None:
    path = f"/api{contest.path}/reactions"
    said = [contest.bob.post(path, json={"reaction": "ouch"}).status_code for _ in range(6)]
    assert said == [202] * 4 + [429] * 2
    assert contest.bob.post(path, json={"reaction": "<b>"}).status_code == 400
    contest.ada.post(f"/api{contest.path}/resignation")
    for _ in range(3):  # pressing "again" asks; it does not seat anybody anywhere
        contest.bob.post(f"{contest.path}/again")
    after = see(contest.ada, contest.match)
    assert after["offers"] == [1]
    assert after["next"] == ""
    hall = contest.ada.get("/").text
    assert "Continue" not in hall


def test_a_claim_against_one_who_is_there_wins_nothing(contest: OnlineView) -> None:
    with contest.unmoved():
        refused = contest.bob.post(f"/api{contest.path}/claim")
        assert refused.json()["code"] == "nothing-to-claim"


def test_a_host_header_does_not_reach_other_guests(server: Server) -> None:
    """The link of an invitation names the host that was asked for; it is drawn for each anew."""
    with visitor(server) as ada:
        there = ada.post("/new/knuckles", data={"name": "A", "opponent": "open"}).headers[
            "location"
        ]
        evil = ada.get(there, headers={"Host": "evil.example"})
        assert "evil.example" in evil.text
        assert "evil.example" not in ada.get(there).text


def test_programs_play_over_a_code_and_again(server: Server) -> None:
    with program(server) as ada, program(server) as bob:
        match = open_match(ada, "knuckles", "open", public=True, clock=86400, begins="first")
        assert match["id"] in [offer["match"] for offer in ada.get("/api/lobby").json()]
        found = bob.get(f"/api/rooms/{match['code']}").json()["match"]
        match = bob.post(f"/api/matches/{found}/seats", json={"seat": 1, "name": "Bob"}).json()
        assert match["clock"] == 86400
        assert match["deadline"] > 0
        while not match["over"]:
            client = (ada, bob)[match["turn"]["seat"]]
            match = play(client, match, match["turn"]["moves"][-1]).json()
        assert bob.post(f"/api/matches/{found}/rematch").json()["offers"] == [1]
        following = ada.post(f"/api/matches/{found}/rematch").json()["next"]
        again = bob.get(f"/api/matches/{following}").json()
        assert [seat["name"] for seat in again["seats"]] == ["Bob", "Ada"]
        with bob.stream("GET", f"/api/matches/{following}/stream") as stream:
            lines = stream.iter_lines()
            assert any(line.startswith("id:") for line in lines)
            ada.post(f"/api/matches/{following}/reactions", json={"reaction": "luck"})
            assert any(line == "event: reaction" for line in lines)
            told = next(lines).removeprefix("data: ")
        assert json.loads(told) == {"type": "Reaction", "seat": 1, "reaction": "luck"}
