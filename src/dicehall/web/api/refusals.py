"""What the JSON interface refuses: every code, its status, and what it means."""

import logging
from typing import Annotated

import msgspec
from litestar.openapi.datastructures import ResponseSpec

from dicehall.game import refused
from dicehall.game.refused import Refused
from dicehall.web.api.fields import says
from dicehall.web.edge.statuses import status as status_of
from dicehall.words.language import _
from dicehall.words.refusals import explain

log = logging.getLogger(__name__)

ELSEWHERE = (
    refused.IllegalRoll, refused.WrongSeat, refused.BadLine, refused.LinkSpent,
    refused.NothingToVerify, refused.BusUnusable, refused.NotEnoughRoom, refused.NoTablebase,
    refused.BotFailed,
)  # fmt: skip
"""Refused in records, on pages and on the command line, never to programs."""

OF_HTTP = {
    "bad-request": (400, "The request cannot be read: `reason` names the field."),
    "bad-host": (400, "The `Host` that was asked for is no name."),
    "bad-token": (401, "The token was not given by this house: get one from `POST /api/guests`."),
    "cross-origin": (403, "A browser sent this from a page of another site."),
    "not-found": (404, "There is nothing at this address."),
    "method-not-allowed": (405, "This address takes another method."),
    "too-slow": (408, "The request came too slowly."),
    "request-entity-too-large": (413, "The body is larger than 64 KiB."),
    "uri-too-long": (414, "The query is longer than 1,024 bytes."),
    "unsupported-media-type": (415, "The body is not JSON."),
    "misdirected-request": (421, "The house answers to other names only."),
    "too-many-requests": (429, "Too many requests came from this address: see `Retry-After`."),
    "head-too-large": (431, "The headers are too large."),
    "broken": (500, "Something broke in the house; its log says what."),
}
"""What is refused before any rule of the house is asked."""

CODES: dict[str, tuple[int, str]] = OF_HTTP | {
    kind.code: (status_of(kind("")), " ".join((kind.__doc__ or "").split()))
    for kind in vars(refused).values()
    if isinstance(kind, type)
    and issubclass(kind, Refused)
    and kind is not Refused
    and kind not in ELSEWHERE
}
"""All codes, each with its status and what it means."""

HEADINGS = {
    400: "The request cannot be read.",
    401: "The house does not know this token.",
    403: "Not yours to do.",
    404: "There is no such thing.",
    405: "Another method is meant.",
    409: "Not now.",
    413: "Too large.",
    422: "Not allowed by the rules.",
    429: "Too often; try again later.",
    500: "A fault of the house.",
    503: "The house cannot reach its matches; send the same again.",
}
"""What all codes of a status have in common."""


class Refusal(msgspec.Struct):
    """Why a request changed nothing, and what would be legal instead."""

    code: Annotated[
        str,
        says("One word for the reason; it stays the same in all versions.", "stale-version"),
    ]
    reason: Annotated[str, says("The same for people, in their language.", "it is Ada's turn")]
    legal: Annotated[
        tuple[str, ...],
        says("What could be asked for instead, where that can be said.", ["column 1", "column 3"]),
    ] = ()

    @classmethod
    def of(cls, refusal: Refused) -> "Refusal":
        return cls(refusal.code, explain(refusal), refusal.legal)


def broken(error: Exception, match_id: str) -> Refusal:
    """What is told about a fault of ours; the log says what it was."""
    log.error("a request broke", exc_info=error, extra={"match": match_id})
    return Refusal("broken", _("something broke on our side; your match is safe"))


def code_of_status(status: int) -> str:
    """The code of what the framework refuses.

    >>> code_of_status(405), code_of_status(418)
    ('method-not-allowed', 'http-418')
    """
    codes = [code for code, (own, _) in OF_HTTP.items() if own == status]
    return codes[0] if codes else f"http-{status}"


def describe_status(status: int) -> str:
    """A status, and the codes that have it."""
    codes = [f"- `{code}`: {words}" for code, (own, words) in CODES.items() if own == status]
    return "\n".join([HEADINGS[status], *codes])


def example(status: int) -> dict[str, object]:
    """A refusal with this status."""
    code, (_, words) = next(item for item in CODES.items() if item[1][0] == status)
    return {"code": code, "reason": words, "legal": []}


ALWAYS = (400, 401, 405, 413, 429, 500, 503)
"""The statuses that any operation may refuse with."""


def refusing(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of an operation: with these statuses, and with those of any operation."""
    return {
        status: ResponseSpec(Refusal, description=HEADINGS[status], generate_examples=False)
        for status in sorted((*ALWAYS, *statuses))
    }


COMMANDED = refusing(403, 404, 409, 422)
"""The refusals of operations that change something at a table."""
