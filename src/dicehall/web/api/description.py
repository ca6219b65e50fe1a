"""The description of the JSON interface, with all that the framework leaves out, so that a program
needs nothing else."""

from collections.abc import Iterator, Sequence
from typing import Any, get_type_hints

import msgspec
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import JsonRenderPlugin

from dicehall.match.bus.protocol import Reaction
from dicehall.web.api import coach, dice, lists, match_info, online, refusals, schemas
from dicehall.web.api.fields import MATCH

VERSION = "1.1"
"""Of the interface: the second number grows with what is added, the first with what is changed."""

ABOUT = """Everything that a page can do, as JSON: the same house, the same refusals.

Become a guest with `POST /api/guests` and send its token with every other request, as
`Authorization: Bearer TOKEN`. Without one every request is that of a new guest; a token that this
house did not give is refused.

This is version %(version)s of the interface. Within version 1 no address, field, code, status or
event is taken away or changes its meaning; new ones may be added, so pass over what you do not
know. What `state` holds is the game's own and may change; `log` does not.

Whatever is refused changes nothing, and says why: a stable `code`, a `reason` for people, and what
would be `legal`. A status of 429 or 503 passes: send the same again, later."""

TOKEN_FROM = {"operationId": "NewGuest", "field": "token"}
SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token of a guest, which `POST /api/guests` gives to anybody.",
    "x-token-from": TOKEN_FROM,
}
WITHOUT_TOKEN = ("/api/guests", "/api/games", "/api/lobby", "/api/dice")
"""Where it makes no difference who asks."""

PARAMETERS = {
    "match_id": ("The id of the match.", MATCH),
    "code": ("A room code, in any case, with or without spaces.", "7AK 9XY"),
    "version": ("The version of the match that you know; you hear of newer ones.", 7),
    "game": ("One game only; without it, all.", "knucklebones"),
    "over": ("Whether finished matches are listed; else those that run.", True),
    "result": ("Only finished matches that ended so for you.", "won"),
    "page": ("Which page of the list, from 1.", 1),
    "mine": ("Whether only your own scores are listed.", False),
}
EVENTS: dict[str, dict[str, Any]] = {
    "message": {
        "description": "A new state; the default event, without a name. Its `id` is the version."
        " Some may be left out where several come at once: the newest is always told.",
        "data": {"$ref": "#/components/schemas/MatchInfo"},
    },
    "reaction": {
        "description": "A seat said something.",
        "data": {
            "type": "object",
            "description": "Who, and what.",
            "example": msgspec.to_builtins(Reaction(1, "luck")),
        },
    },
    "presence": {
        "description": "Who is at the table: told when that changes.",
        "data": {
            "type": "object",
            "description": "Seats that are missed, each with the moment it was last seen; how many"
            " only watch; seats that are there.",
            "example": {"away": {"1": 1_792_000_000.25}, "watchers": 2, "here": [0]},
        },
    },
    "ping": {
        "description": "A sign of life, every 15 seconds: the time of the house, in seconds since"
        " 1970. A stream that is silent for longer than two of them is dead.",
        "data": {"type": "number", "description": "The time.", "example": 1_792_000_000.25},
    },
    "end": {
        "description": "Nothing more will come: do not connect again.",
        "data": {"type": "string", "description": "Empty.", "example": ""},
    },
}
"""What a stream tells, by the name of the event."""
EXAMPLES: dict[type[msgspec.Struct], dict[str, Any]] = {match_info.TurnInfo: match_info.ASKED}
"""Whole examples, for objects whose fields' own examples do not fit together."""
RECORD_CONTENT = {
    "text/plain": {
        "schema": {
            "type": "string",
            "description": "A record, as docs/records.md describes it.",
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
        return self.render_json(request, complete(openapi_schema))


def complete(document: dict[str, Any]) -> dict[str, Any]:
    """A description with all that the framework leaves out."""
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
    """What an operation is called: as the function that answers it."""
    return "".join(word.capitalize() for word in handler.handler_name.split("_"))


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The path of each operation, and the operation."""
    for path, methods in document["paths"].items():
        for operation in methods.values():
            yield path, operation


def structs() -> dict[str, type[msgspec.Struct]]:
    """All objects of the interface, by name."""
    modules = (schemas, match_info, refusals, online, dice, coach, lists)
    found = [thing for module in modules for thing in vars(module).values()]
    return {
        struct.__name__: struct
        for struct in found
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
    answers = operation["responses"]
    for status, answer in answers.items():
        if status.startswith("2"):
            answer["description"] = _success(answer, known)
        else:
            answers[status] = {"$ref": f"#/components/responses/Refused{status}"}
    if path.endswith("/record"):
        answers["200"] = {"description": "The record.", "content": RECORD_CONTENT}
    if path.endswith("/stream"):
        schema = {
            "type": "string",
            "description": "Server-sent events, as HTML defines them.",
            "examples": [STREAM_EXAMPLE % {"match": MATCH}],
        }
        answers["200"] = {
            "description": "Events, until the stream ends.",
            "content": {"text/event-stream": {"schema": schema, "x-events": EVENTS}},
        }


def _success(answer: dict[str, Any], known: dict[str, Any]) -> str:
    [content] = answer["content"].values()
    schema = content["schema"]
    name = schema.get("items", schema).get("$ref", "").rpartition("/")[2]
    words = known[name]["description"] if name else ""
    return f"A list. Each: {words}" if "items" in schema else words
