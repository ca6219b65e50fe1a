"""Completes the OpenAPI description that the framework generates, so that clients need nothing
else."""

from collections.abc import Iterator, Sequence
from typing import Any, get_type_hints

import msgspec
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import JsonRenderPlugin

from dicehall.match.bus.protocol import Reaction
from dicehall.web.api import MODULES, match_info, refusals, schemas
from dicehall.web.api.fields import MATCH
from dicehall.web.root import root

VERSION = "1.3"
"""Of the interface: additions raise the second number, incompatible changes the first."""

ABOUT = """Everything that the pages can do, as JSON, with the same refusals.

Become a guest with `POST /api/guests` and send the token with every other request, as
`Authorization: Bearer TOKEN`. A request without a token counts as a new guest. A token that this
server did not issue is refused.

This is version %(version)s of the interface. Within version 1, no path, field, code, status or
event is removed or changes its meaning. New ones may be added, so ignore what you do not know. The
form of `state` belongs to the game and may change; the form of `log` does not.

A refused request changes nothing. The response says why: a stable `code`, a `reason` for people,
and the `legal` alternatives. Statuses 429 and 503 are temporary: send the same request again
later."""

TOKEN_FROM = {"operationId": "NewGuest", "field": "token"}
SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token of a guest. Anyone can get one from `POST /api/guests`.",
    "x-token-from": TOKEN_FROM,
}
WITHOUT_TOKEN = ("/api/guests", "/api/games", "/api/lobby", "/api/dice")
"""Paths whose response is the same for every guest."""

PARAMETERS = {
    "match_id": ("The id of the match.", MATCH),
    "code": ("A room code, in upper or lower case, with or without spaces.", "7AK 9XY"),
    "version": ("The version that you already have; the stream sends newer ones.", 7),
    "game": ("The name of a game. In lists, the default is all games.", "knucklebones"),
    "day": ("A day of UTC.", "2026-11-18"),
    "over": ("List finished matches instead of running ones.", True),
    "result": ("List only finished matches with this result for you.", "won"),
    "page": ("The page of the list, counted from 1.", 1),
    "mine": ("List only your own scores.", False),
    "game_name": ("The name of the game.", "knucklebones"),
    "number": ("The number of the puzzle.", 17),
    "theme": ("Only puzzles with this theme; the default is all.", "knockout"),
}
EVENTS: dict[str, dict[str, Any]] = {
    "message": {
        "description": "A new state; the default event, without a name. Its `id` is the version."
        " If several states follow quickly, some may be skipped, but never the newest.",
        "data": {"$ref": "#/components/schemas/MatchInfo"},
    },
    "reaction": {
        "description": "A seat sent a reaction.",
        "data": {
            "type": "object",
            "description": "The seat and its reaction.",
            "example": msgspec.to_builtins(Reaction(1, "luck")),
        },
    },
    "presence": {
        "description": "Who is at the table; sent when that changes.",
        "data": {
            "type": "object",
            "description": "`away`: absent seats, each with the time it was last seen. `watchers`:"
            " the number of spectators. `here`: seats that are present.",
            "example": {"away": {"1": 1_792_000_000.25}, "watchers": 2, "here": [0]},
        },
    },
    "ping": {
        "description": "A heartbeat, every 15 seconds. If nothing arrives for longer than 30"
        " seconds, the connection is dead.",
        "data": {
            "type": "number",
            "description": "The server's time, in seconds since 1970.",
            "example": 1_792_000_000.25,
        },
    },
    "end": {
        "description": "The stream is complete: do not reconnect.",
        "data": {"type": "string", "description": "Empty.", "example": ""},
    },
}
"""The events of a stream, by name."""
EXAMPLES: dict[type[msgspec.Struct], dict[str, Any]] = {match_info.TurnInfo: match_info.DECIDING}
"""Complete examples of objects whose fields' own examples do not fit together."""
RECORD_CONTENT = {
    "text/plain": {
        "schema": {
            "type": "string",
            "description": "A record, in the format of docs/records.md.",
            "examples": ["game: knucklebones\n\nroll 5\n0 column 2\nroll 3\n"],
        }
    }
}
STREAM_EXAMPLE = """retry: 1000

id: 8
data: {"id": "%(match)s", "version": 8, "turn": {"kind": "decide", "seat": 1}, "over": false}

event: ping
data: 1792000000.250
"""


class DescribedJson(JsonRenderPlugin):
    """Serves the completed description at /api/openapi.json."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        servers = [{"url": root() or "/"}]
        return self.render_json(request, complete(openapi_schema) | {"servers": servers})


def complete(document: dict[str, Any]) -> dict[str, Any]:
    """Add what the framework leaves out; a second call changes nothing."""
    if "x-codes" in document:
        return document
    document["info"]["description"] = ABOUT % {"version": VERSION}
    document["x-codes"] = {
        code: {"status": status, "description": words}
        for code, (status, words) in refusals.CODES.items()
    }
    document["security"] = [{"guest": []}, {}]
    parts = document["components"]
    parts["securitySchemes"] = {"guest": SCHEME}
    parts["responses"] = {f"Refused{status}": _refused(status) for status in refusals.HEADINGS}
    for name, schema in parts["schemas"].items():
        _complete_schema(schema, structs()[name])
    for path, operation in operations(document):
        _complete_operation(path, operation, parts["schemas"])
    return document


def operation_id(handler: HTTPRouteHandler, method: str, path: Sequence[object]) -> str:
    """The name of an operation: that of its function, in camel case."""
    return "".join(word.capitalize() for word in handler.handler_name.split("_"))


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each operation with its path."""
    for path, methods in document["paths"].items():
        for operation in methods.values():
            yield path, operation


def structs() -> dict[str, type[msgspec.Struct]]:
    """All objects of the interface, by name."""
    modules = (*MODULES, match_info, refusals, schemas)
    names = [value for module in modules for value in vars(module).values()]
    return {
        struct.__name__: struct
        for struct in names
        if isinstance(struct, type) and issubclass(struct, msgspec.Struct)
    }


def _complete_schema(schema: dict[str, Any], struct: type[msgspec.Struct]) -> None:
    schema["description"] = " ".join((struct.__doc__ or "").split())
    for name, hint in get_type_hints(struct, include_extras=True).items():
        field = schema["properties"][name]
        for meta in getattr(hint, "__metadata__", ()):
            if isinstance(meta, msgspec.Meta) and meta.description:
                field["description"] = meta.description
                field["examples"] = meta.examples
    fields = schema["properties"].items()
    example = {name: field["examples"][0] for name, field in fields if "examples" in field}
    schema["examples"] = [EXAMPLES.get(struct, example)]
    if struct.__struct_config__.forbid_unknown_fields:
        schema["additionalProperties"] = False


def _refused(status: int) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Refusal"}
    content = {"application/json": {"schema": schema, "example": refusals.example(status)}}
    return {"description": refusals.describe_status(status), "content": content}


def _complete_operation(path: str, operation: dict[str, Any], known: dict[str, Any]) -> None:
    operation["description"] = " ".join(operation["description"].split())
    if path in WITHOUT_TOKEN:
        operation["security"] = []
    for parameter in operation.get("parameters", ()):
        words, example = PARAMETERS[parameter["name"]]
        parameter |= {"description": words, "example": example}
    responses = operation["responses"]
    for status, response in responses.items():
        if status.startswith("2"):
            response["description"] = _success(response, known)
        else:
            responses[status] = {"$ref": f"#/components/responses/Refused{status}"}
    if path.endswith("/record"):
        responses["200"] = {"description": "The record.", "content": RECORD_CONTENT}
    if path.endswith("/stream"):
        schema = {
            "type": "string",
            "description": "Server-sent events, as the HTML standard defines them.",
            "examples": [STREAM_EXAMPLE % {"match": MATCH}],
        }
        responses["200"] = {
            "description": "Events, until the stream ends.",
            "content": {"text/event-stream": {"schema": schema, "x-events": EVENTS}},
        }


def _success(response: dict[str, Any], known: dict[str, Any]) -> str:
    [content] = response["content"].values()
    schema = content["schema"]
    name = schema.get("items", schema).get("$ref", "").rpartition("/")[2]
    words = known[name]["description"] if name else ""
    return f"A list. Each: {words}" if "items" in schema else words
