"""A client that exceeds its limits: requests, headers, tables, questions, streams."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import psutil
import pytest

from attacks.raw import ask, connected, get, keep_sending, read_all, send_all, status
from nodes.conftest import NewNode
from nodes.node import Node
from support.clients import open_match

LIMIT = 60
PATIENCE_SECONDS = 120


@pytest.fixture
def strict(new_node: NewNode, tmp_path: Path) -> Node:
    """A server with low limits."""
    return new_node("--data", str(tmp_path), "--limit", str(LIMIT))


@pytest.fixture(scope="module")
def generous(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    node = Node(["--data", str(tmp_path_factory.mktemp("generous"))])
    yield node
    node.end()


def memory(node: Node) -> int:
    return int(psutil.Process(node.process.pid).memory_info().rss)


def statuses(node: Node, path: str, count: int) -> list[int]:
    with httpx.Client(base_url=node.address, timeout=PATIENCE_SECONDS) as client:
        return [client.get(path).status_code for _ in range(count)]


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/api/games", LIMIT),
        ("/no/such/page", LIMIT),
        ("/static/icon.svg", 5 * LIMIT),
        ("/health", LIMIT),
        ("/ready", LIMIT),
    ],
)
def test_every_kind_of_request_has_a_limit(strict: Node, path: str, allowed: int) -> None:
    codes = statuses(strict, path, allowed + 5)
    assert 429 not in codes[:allowed]
    assert codes[allowed:] == [429] * 5


def test_a_refused_request_gets_retry_after(strict: Node) -> None:
    with httpx.Client(base_url=strict.address, timeout=PATIENCE_SECONDS) as client:
        answers = [client.get("/api/games") for _ in range(3 * LIMIT)]
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert refused.json()["code"] == "too-many-requests"
        assert 0 < int(refused.headers["retry-after"]) <= 60
        assert client.get("/health").status_code == 200, "a host is still told"


def test_requests_that_cannot_be_read_are_counted(new_node: NewNode, tmp_path: Path) -> None:
    server = new_node("--data", str(tmp_path), "--limit", str(LIMIT), "--proxies", "192.0.2.1")
    for _ in range(2 * LIMIT):
        assert status(ask(server.port, b"\x16\x03\x01 no HTTP\r\n\r\n")) == 400
    statuses = [status(ask(server.port, get("/"))) for _ in range(2)]
    assert 429 in statuses
    assert status(ask(server.port, get("/"), "127.0.0.2")) == 200, "others are not hurt"


@pytest.mark.parametrize("path", ["/", "/static/icon.svg", "/health", "/api/games"])
@pytest.mark.parametrize(
    "lines",
    [
        b"X-Long: " + b"x" * 40_000 + b"\r\n",
        b"".join(b"X-%d: y\r\n" % number for number in range(101)),
    ],
    ids=["long", "many"],
)
def test_a_large_head_is_refused(generous: Node, path: str, lines: bytes) -> None:
    request = b"GET %b HTTP/1.1\r\nHost: d\r\n%b\r\n" % (path.encode(), lines)
    assert status(ask(generous.port, request)) == 431


def test_a_long_first_line_is_refused(generous: Node) -> None:
    assert status(ask(generous.port, get("/" + "x" * 40_000))) == 431


def test_headers_without_end_take_no_memory(generous: Node) -> None:
    """96 MB of header lines once took 1.5 GB."""
    statuses(generous, "/", 3)
    before = memory(generous)
    with connected(generous.port) as wire:
        wire.sendall(b"GET / HTTP/1.1\r\n")
        keep_sending(wire, b"a: b\r\n" * 10_000)
    with connected(generous.port) as wire:
        wire.sendall(b"GET / HTTP/1.1\r\nX: ")
        keep_sending(wire, b"a" * 60_000)
    assert memory(generous) - before < 20_000_000


@pytest.mark.parametrize("where", ["body", "query", "cookie"])
def test_request_bodies_are_not_kept_in_memory(generous: Node, where: str) -> None:
    """Thousands of tiny fields take a hundred times their size: they must not be remembered."""
    before = memory(generous)
    for number in range(150):
        if where == "body":
            said = f"{number}&" + "&".join(f"{n:x}" for n in range(12_000))
            head = f"POST /settings HTTP/1.1\r\nHost: d\r\nContent-Length: {len(said)}\r\n"
            kind = "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n"
            code = status(ask(generous.port, (head + kind + said).encode()))
            assert code in (400, 413)
        elif where == "query":
            query = f"{number}&" + "&".join(f"{n:x}" for n in range(6_000))
            assert status(ask(generous.port, get(f"/join?{query}"))) == 414
        else:
            cookies = f"{number}=;" + ";".join(f"{n:x}=" for n in range(5_000))
            assert status(ask(generous.port, get("/", f"Cookie: {cookies}"))) == 200
    assert memory(generous) - before < 40_000_000


def test_requests_in_one_breath_are_answered_one_after_the_other(generous: Node) -> None:
    with connected(generous.port) as wire:
        send_all(wire, b"GET /health HTTP/1.1\r\nHost: d\r\n\r\n" * 50 + get("/health"))
        assert read_all(wire).count(b"alive\n") == 51


def test_listeners_of_one_address_are_counted(strict: Node) -> None:
    with ExitStack() as stack:
        ada = stack.enter_context(httpx.Client(base_url=strict.address, timeout=PATIENCE_SECONDS))
        match = open_match(ada, "knuckles", "people", other="Bob")
        paths = [f"/matches/{match['id']}/stream", f"/api/matches/{match['id']}/stream"]
        wires = [stack.enter_context(connected(strict.port)) for _ in range(6)]
        for wire, path in zip(wires, 3 * paths, strict=True):
            wire.sendall(get(path))
            assert status(wire.recv(65536)) == 200
        refused = [ada.get(path) for path in paths]
        assert [answer.status_code for answer in refused] == [429, 429]
        assert refused[1].json()["code"] == "too-often"
        elsewhere = stack.enter_context(connected(strict.port))
        elsewhere.sendall(get(paths[0], "X-Forwarded-For: 203.0.113.9"))
        assert status(elsewhere.recv(65536)) == 200
        wires[0].close()
        until = time.monotonic() + PATIENCE_SECONDS
        while status(again := first_of(strict, paths[1])) != 200:
            assert time.monotonic() < until, again


def first_of(node: Node, path: str) -> bytes:
    """The beginning of an answer that may have no end."""
    with connected(node.port) as wire:
        wire.sendall(get(path, "X-Forwarded-For: 127.0.0.1"))
        return wire.recv(65536)


def test_a_guest_opens_no_tables_without_end(new_node: NewNode, tmp_path: Path) -> None:
    server = new_node("--data", str(tmp_path), "--limit", "200")
    table = {"game": "knuckles", "name": "Ada", "opponent": "people", "other": "Bob"}
    with httpx.Client(base_url=server.address, timeout=PATIENCE_SECONDS) as ada:
        ada.get("/")
        opened = [ada.post("/api/matches", json=table) for _ in range(11)]
        assert [answer.status_code for answer in opened] == [201] * 10 + [429]
        assert opened[-1].json()["code"] == "too-often"
        assert ada.post("/new/knuckles", data=table).status_code == 429
        assert ada.post("/play/knuckles").status_code == 429
    for _ in range(12):  # as somebody else, again and again
        refused = httpx.post(f"{server.address}/api/matches", json=table, timeout=PATIENCE_SECONDS)
    assert refused.status_code == 429
    elsewhere = {"X-Forwarded-For": "203.0.113.9"}
    there = f"{server.address}/api/matches"
    answer = httpx.post(there, json=table, headers=elsewhere, timeout=PATIENCE_SECONDS)
    assert answer.status_code == 201


def test_a_guest_waits_at_no_more_than_fifty_tables(generous: Node) -> None:
    with httpx.Client(base_url=generous.address, timeout=PATIENCE_SECONDS) as ada:
        ada.get("/")
        match = open_match(ada, "knuckles", "open")
        for _ in range(49):
            open_match(ada, "knuckles", "open")
        table = {"game": "knuckles", "name": "Ada", "opponent": "open"}
        refused = ada.post("/api/matches", json=table)
        assert refused.status_code == 429
        assert "50 open tables" in refused.json()["reason"]
        assert ada.post("/new/knuckles", data={**table, "clock": "60"}).status_code == 429
        ada.post(f"/api/matches/{match['id']}/resignation")
        open_match(ada, "fune", "alone")
        with httpx.Client(base_url=generous.address, timeout=PATIENCE_SECONDS) as bob:
            seat = {"seat": 0 if match["seats"][0] is None else 1, "name": "Bob"}
            bob.post(f"/api/matches/{match['id']}/seats", json=seat)
        open_match(ada, "knuckles", "open")


def test_questions_to_the_coach_are_limited(strict: Node) -> None:
    """A minute of worths, hints and reviews is one allowance."""
    with httpx.Client(base_url=strict.address, timeout=PATIENCE_SECONDS) as ada:
        ada.get("/")
        there = f"/matches/{open_match(ada, 'knuckles', 'people', other='Bob')['id']}"
        paths = [f"{there}/hint", f"{there}/coach", f"{there}/review"]
        paths += [f"/api{there}/worth", f"/api{there}/review"]
        statuses = [ada.get(path).status_code for path in 3 * paths]
        assert 429 not in statuses[:12]
        assert statuses[12:] == [429] * 3


def test_new_guests_do_not_get_an_address_more_of_the_coach(strict: Node) -> None:
    received = []
    for _ in range(3):
        with httpx.Client(base_url=strict.address, timeout=PATIENCE_SECONDS) as guest:
            match = open_match(guest, "knuckles", "people", other="Bob")
            received += [guest.get(f"/api/matches/{match['id']}/worth") for _ in range(12)]
    assert [answer.status_code for answer in received] == [200] * 30 + [429] * 6
    assert received[-1].json()["code"] == "too-often"
    assert 0 < int(received[-1].headers["retry-after"]) <= 60


def test_new_guests_do_not_get_a_network_more_slow_opponents(
    new_node: NewNode, tmp_path: Path
) -> None:
    changes = {"dicehall.match.live.slow_matches.MOST_PER_NETWORK": 3}
    server = new_node("--data", str(tmp_path), changes=changes)
    table = {"game": "knucklebones", "name": "Eve", "opponent": "perfect"}

    def open_from(address: str, opponent: str = "perfect") -> int:
        return httpx.post(
            f"{server.address}/api/matches",
            json={**table, "opponent": opponent},
            headers={"X-Forwarded-For": address},
            timeout=PATIENCE_SECONDS,
        ).status_code

    responses = [open_from(f"2001:db8::{number}") for number in range(1, 5)]
    assert responses == [201, 201, 201, 429]
    assert open_from("2001:db8::5", "easy") == 201
    assert open_from("2001:db8:0:1::1") == 201


def test_guests_of_one_address_do_not_fill_the_lobby(new_node: NewNode, tmp_path: Path) -> None:
    server = new_node(
        "--data", str(tmp_path), changes={"dicehall.match.live.lobby.MOST_OF_NETWORK": 4}
    )
    table = {"game": "knuckles", "name": "Eve", "opponent": "open", "public": True}

    def open_from(address: str, **more: object) -> int:
        return httpx.post(
            f"{server.address}/api/matches",
            json={**table, **more},
            headers={"X-Forwarded-For": address},
            timeout=PATIENCE_SECONDS,
        ).status_code

    assert [open_from("192.0.2.1") for _ in range(5)] == [201] * 4 + [429]
    assert open_from("192.0.2.1", public=False) == 201
    assert open_from("192.0.2.2") == 201
