"""Requests from other sites, and for other host names."""

import pytest

from attacks.contest import ACTIONS, API_ACTIONS, OnlineView, token_of
from support.clients import open_match, play, program, see, visitor
from support.server import Server


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
    """The server refuses although the browser sends Ada's cookie."""
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


def test_a_host_header_does_not_reach_other_guests(server: Server) -> None:
    """The link of an invitation names the host that was asked for; it is drawn for each anew."""
    with visitor(server) as ada:
        there = ada.post("/new/knuckles", data={"name": "A", "opponent": "open"}).headers[
            "location"
        ]
        evil = ada.get(there, headers={"Host": "evil.example"})
        assert "evil.example" in evil.text
        assert "evil.example" not in ada.get(there).text


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ],
)
def test_another_site_cannot_move(server: Server, headers: dict[str, str]) -> None:
    with program(server) as owner:
        match = open_match(owner, "knuckles", "people", other="Bob")
        owner.headers.update(headers)
        answer = play(owner, match, "column 1")
        assert answer.status_code == 403
        assert answer.json()["code"] == "cross-origin"
        assert see(owner, match) == match


@pytest.mark.parametrize("path", ["/", "/new/fune", "/matches/0000000000000000", "/static/no.css"])
def test_every_answer_has_the_security_headers(server: Server, path: str) -> None:
    with visitor(server) as client:
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
