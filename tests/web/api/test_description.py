"""The description of the interface: all of it can be learned from there, and it is true."""

from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import given, settings
from playwright.sync_api import Page
from schemathesis.specs.openapi.checks import positive_data_acceptance

from dicehall.game import refused
from dicehall.web.api.description import operations, structs
from dicehall.web.api.refusals import CODES, NOT_IN_API
from support.clients import visitor
from support.server import Server

EVENTS = {"message", "reaction", "presence", "ping", "end"}


@pytest.fixture(scope="module")
def document(server: Server) -> dict[str, Any]:
    with visitor(server) as client:
        found: dict[str, Any] = client.get("/api/openapi.json").json()
    return found


def schemas(thing: Any, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema with properties anywhere in a document, with its path."""
    if isinstance(thing, dict):
        if isinstance(thing.get("properties"), dict):
            yield where, thing
        for key, inner in thing.items():
            yield from schemas(inner, f"{where}/{key}")
    elif isinstance(thing, list):
        for number, inner in enumerate(thing):
            yield from schemas(inner, f"{where}/{number}")


def test_nothing_is_without_a_description(document: dict[str, Any]) -> None:
    missing = []
    for path, operation in operations(document):
        told = [operation, *operation.get("parameters", ())]
        for answer in operation["responses"].values():
            parts = document["components"]["responses"]
            told.append(parts[answer["$ref"].rpartition("/")[2]] if "$ref" in answer else answer)
        missing += [(path, one) for one in told if len(one.get("description", "")) < 5]
        missing += [
            (path, one) for one in operation.get("parameters", ()) if one.get("example") is None
        ]
    for where, schema in schemas(document):
        if len(schema.get("description", "")) < 5 or not schema.get("examples"):
            missing.append((where, schema))
        missing += [
            (where, name)
            for name, field in schema["properties"].items()
            if len(field.get("description", "")) < 5 or "examples" not in field
        ]
    assert missing == []


def test_every_example_is_an_object_of_its_kind(document: dict[str, Any]) -> None:
    found = document["components"]["schemas"]
    assert len(found) > 20
    for name, schema in found.items():
        [example] = schema["examples"]
        msgspec.convert(example, structs()[name])
        for field, described in schema["properties"].items():
            for value in described["examples"]:
                msgspec.convert(example | {field: value}, structs()[name])


def test_every_code_is_listed_with_its_status(document: dict[str, Any]) -> None:
    kinds = [kind for kind in vars(refused).values() if is_refusal(kind)]
    listed = {kind.code for kind in kinds} - {kind.code for kind in NOT_IN_API} - {"refused"}
    assert listed <= CODES.keys()
    assert {code: one["status"] for code, one in document["x-codes"].items()} == {
        code: status for code, (status, _) in CODES.items()
    }
    for status in (400, 401, 403, 404, 409, 413, 422, 429, 500, 503):
        statuses = document["components"]["responses"][f"Refused{status}"]["description"]
        codes = [code for code, (own, _) in CODES.items() if own == status]
        assert codes
        assert all(f"`{code}`" in statuses for code in codes)


def test_codes_never_change() -> None:
    """They follow from the names of classes: a class may be renamed, its code may not."""
    assert {kind.code for kind in vars(refused).values() if is_refusal(kind)} == {
        *("bad-line", "bad-name", "bad-option", "bad-position", "bad-words", "beyond-newest"),
        *("bot-failed", "bus-unusable", "coach-waits", "game-over", "id-reused", "illegal-move"),
        *("illegal-roll", "link-spent", "match-over", "needs-full-version", "no-numbering"),
        *("no-table", "not-enough-room", "not-over", "not-your-seat", "not-your-turn"),
        *("nothing-to-claim", "nothing-to-take-back", "nothing-to-verify", "promise-spent"),
        *("refused", "seat-open", "seat-taken", "stale-version", "store-unreachable"),
        *("store-unusable", "too-often", "try-first", "unknown-day", "unknown-game"),
        *("unknown-match", "unknown-puzzle", "unknown-room", "wrong-seat"),
    }


def is_refusal(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, refused.Refused)


def test_early_refusals_have_documented_codes(server: Server) -> None:
    with visitor(server) as client:
        answers = [
            client.post("/api/matches", content=b"{"),
            client.post("/api/matches", content=b"x" * 70_000),
            client.put("/api/matches"),
            client.get("/api/nothing"),
            client.get("/api/games", params={"x": "y" * 2000}),
            client.post("/api/guests", headers={"origin": "http://other.example"}),
        ]
    assert [answer.status_code for answer in answers] == [400, 413, 405, 404, 414, 403]
    for answer in answers:
        assert CODES[answer.json()["code"]][0] == answer.status_code


def test_the_streams_events_are_described(document: dict[str, Any]) -> None:
    stream = document["paths"]["/api/matches/{match_id}/stream"]["get"]["responses"]["200"]
    content = stream["content"]["text/event-stream"]
    assert content["x-events"].keys() == EVENTS
    assert content["schema"]["examples"]
    for event in content["x-events"].values():
        assert event["description"]
        assert "$ref" in event["data"] or "example" in event["data"]


def test_the_version_and_what_it_promises(document: dict[str, Any]) -> None:
    assert document["info"]["version"] == "1.3"
    assert "Within version 1, no path" in document["info"]["description"]


def token_from(document: dict[str, Any], address: str) -> str:
    """A token, got as the description says and by nothing else."""
    [scheme] = document["components"]["securitySchemes"].values()
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    wanted = scheme["x-token-from"]
    [(path, method, operation)] = [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if operation["operationId"] == wanted["operationId"]
    ]
    assert operation["security"] == []
    answer = httpx.request(method, f"{address}{path}", timeout=120)
    assert str(answer.status_code) in operation["responses"]
    return str(answer.json()[wanted["field"]])


def test_every_operation_answers_as_it_is_described(
    server: Server, document: dict[str, Any]
) -> None:
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=server.address)
    bearer = {"Authorization": f"Bearer {token_from(document, server.address)}"}
    found = [one.ok() for one in schema.get_all_operations()]
    given_cookies: list[str] = []
    for operation in found:
        if operation.path.endswith("/stream"):  # it stays open
            continue

        @given(case=operation.as_strategy())
        @settings(max_examples=15, derandomize=True, deadline=None, database=None)
        # What fits the description may still be against the rules of the game: 422.
        def answers_as_described(case: schemathesis.Case) -> None:
            case.headers = {**(case.headers or {}), **bearer}
            answer = case.call(timeout=120)
            given_cookies.extend(answer.headers.get("set-cookie", []))
            case.validate_response(answer, excluded_checks=[positive_data_acceptance])

        answers_as_described()
    assert len(found) >= 20
    assert given_cookies == []  # we were known everywhere


def test_our_own_page_describes_the_whole_interface(
    server: Server, document: dict[str, Any]
) -> None:
    with visitor(server) as client:
        page = client.get("/api/docs").text.replace("<wbr>", "")
    assert all(path in page for path in document["paths"])
    assert all(f'id="{name}"' in page for name in document["components"]["schemas"])
    assert all(f"<code>{code}</code>" in page for code in document["x-codes"])
    assert all(f"<code>{event}</code>" in page for event in EVENTS)
    assert "://" not in page.replace("http://www.w3.org", "")
    assert "`" not in page


def test_it_fits_a_phone(server: Server, phone: Page) -> None:
    phone.goto(f"{server.address}/api/docs")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.click('a[href="#MatchInfo"] >> nth=0')
    assert phone.locator("#MatchInfo h3").is_visible()
