"""The documentation of the JSON interface, as /api/docs shows it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A field of an object, or a parameter."""

    name: str
    kind: str
    required: bool
    words: str
    example: str


@dataclass(frozen=True, slots=True)
class OperationView:
    """An operation of the interface."""

    name: str
    method: str
    path: str
    words: str
    parameters: list[FieldRow]
    body: str
    """The name of the object in the request body, if there is one."""
    status: str
    answer: str
    """The name of the object in the response."""
    answers: str
    """The description of the response."""
    refused: list[str]
    events: dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class ObjectView:
    """An object in requests or responses."""

    name: str
    words: str
    fields: list[FieldRow]
    example: str


def operation_views(document: dict[str, Any]) -> list[OperationView]:
    """All operations, in the order in which a client needs them."""
    return [
        _operation(method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def object_views(document: dict[str, Any]) -> list[ObjectView]:
    """All objects."""
    views = []
    for name, schema in document["components"]["schemas"].items():
        example = json.dumps(schema["examples"][0], indent=2, ensure_ascii=False)
        views.append(ObjectView(name, schema["description"], list(_fields(schema)), example))
    return views


def _operation(method: str, path: str, operation: dict[str, Any]) -> OperationView:
    responses = operation["responses"]
    [status] = [status for status in responses if status.startswith("2")]
    [content] = responses[status]["content"].values()
    body = operation.get("requestBody", {}).get("content", {}).values()
    return OperationView(
        name=operation["operationId"],
        method=method.upper(),
        path=path,
        words=operation["description"],
        parameters=[
            FieldRow(
                one["name"],
                kind_of(one["schema"]),
                one["required"],
                one["description"],
                json.dumps(one["example"]),
            )
            for one in operation.get("parameters", ())
        ],
        body=next((kind_of(one["schema"]).removesuffix(" or null") for one in body), ""),
        status=status,
        answer=kind_of(content["schema"]).removeprefix("list of "),
        answers=responses[status]["description"],
        refused=[status for status in responses if not status.startswith("2")],
        events=content.get("x-events", {}),
    )


def _fields(schema: dict[str, Any]) -> Iterator[FieldRow]:
    for name, field in schema["properties"].items():
        example = json.dumps(field["examples"][0], ensure_ascii=False)
        required = name in schema.get("required", ())
        yield FieldRow(name, kind_of(field), required, field["description"], example)


def kind_of(schema: dict[str, Any]) -> str:
    """The type of a value, in a word or two.

    >>> kind_of({"oneOf": [{"type": "array", "items": {"$ref": "#/x/Seat"}}, {"type": "null"}]})
    'list of Seat or null'
    >>> kind_of({"type": "string", "enum": ["coin", "first"]})
    '"coin", "first"'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return ", ".join(map(json.dumps, schema["enum"]))
    if "oneOf" in schema:
        return " or ".join(map(kind_of, schema["oneOf"]))
    if "items" in schema:
        return f"list of {kind_of(schema['items'])}"
    if "prefixItems" in schema:
        return "list of " + ", ".join(map(kind_of, schema["prefixItems"]))
    return str(schema.get("type", "anything"))
