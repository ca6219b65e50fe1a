"""The refusals of the JSON interface: every code, its status and its meaning."""

import logging
from typing import Annotated

import msgspec
from litestar.openapi.datastructures import ResponseSpec

from dicehall.game import refused
from dicehall.game.refused import Refused
from dicehall.web.api.fields import doc
from dicehall.web.edge.statuses import status as status_of
from dicehall.words.language import _
from dicehall.words.refusals import explain

log = logging.getLogger(__name__)

NOT_IN_API = (
    refused.IllegalRoll, refused.WrongSeat, refused.BadLine, refused.LinkSpent,
    refused.NothingToVerify, refused.BusUnusable, refused.NotEnoughRoom, refused.NoTablebase,
    refused.BotFailed,
)  # fmt: skip
"""Refusals that only occur in records, on pages or on the command line."""

OF_HTTP = {
    "bad-request": (400, "The request cannot be read: `reason` names the field."),
    "bad-host": (400, "The `Host` header is not a valid name."),
    "bad-token": (401, "This server did not issue the token: get one from `POST /api/guests`."),
    "cross-origin": (403, "A browser sent this request from another site."),
    "not-found": (404, "Nothing exists at this path."),
    "method-not-allowed": (405, "This path does not support the method."),
    "too-slow": (408, "The request arrived too slowly."),
    "request-entity-too-large": (413, "The body is larger than 64 KiB."),
    "uri-too-long": (414, "The query is longer than 1,024 bytes."),
    "unsupported-media-type": (415, "The body is not JSON."),
    "misdirected-request": (421, "The server does not answer to this host name."),
    "too-many-requests": (429, "Too many requests from this address: see `Retry-After`."),
    "head-too-large": (431, "The headers are too large."),
    "broken": (500, "Something broke on the server; its log says what."),
}
"""Refusals on the level of HTTP, before any rule of a match applies."""

CODES: dict[str, tuple[int, str]] = OF_HTTP | {
    kind.code: (status_of(kind("")), " ".join((kind.__doc__ or "").split()))
    for kind in vars(refused).values()
    if isinstance(kind, type)
    and issubclass(kind, Refused)
    and kind is not Refused
    and kind not in NOT_IN_API
}
"""All codes, each with its status and meaning."""

HEADINGS = {
    400: "The request cannot be read.",
    401: "The token is invalid.",
    403: "You are not allowed to do this.",
    404: "Not found.",
    405: "The path does not support this method.",
    409: "Not possible in the current state.",
    413: "The request is too large.",
    422: "Invalid, or against the rules.",
    429: "Too many requests; try again later.",
    500: "An error on the server.",
    503: "The server cannot reach its store; send the same request again later.",
}
"""What all codes with the same status have in common."""


class Refusal(msgspec.Struct):
    """Why a request changed nothing, and what would be legal instead."""

    code: Annotated[str, doc("A stable identifier of the reason.", "stale-version")]
    reason: Annotated[
        str, doc("The reason for people, in the client's language.", "it is Ada's turn")
    ]
    legal: Annotated[
        tuple[str, ...], doc("Legal alternatives, if they can be listed.", ["column 1", "column 3"])
    ] = ()

    @classmethod
    def of(cls, refusal: Refused) -> "Refusal":
        return cls(refusal.code, explain(refusal), refusal.legal)


def broken(error: Exception, match_id: str) -> Refusal:
    """The response to an unexpected exception, which is logged."""
    log.error("request failed", exc_info=error, extra={"match": match_id})
    return Refusal("broken", _("something broke on our side; your match is safe"))


def code_of_status(status: int) -> str:
    """The code of a refusal by the framework.

    >>> code_of_status(405), code_of_status(418)
    ('method-not-allowed', 'http-418')
    """
    codes = [code for code, (own, _) in OF_HTTP.items() if own == status]
    return codes[0] if codes else f"http-{status}"


def describe_status(status: int) -> str:
    """The description of a status and of all codes that have it."""
    codes = [f"- `{code}`: {words}" for code, (own, words) in CODES.items() if own == status]
    return "\n".join([HEADINGS[status], *codes])


def example(status: int) -> dict[str, object]:
    """An example of a refusal with this status."""
    code, (_, words) = next(item for item in CODES.items() if item[1][0] == status)
    return {"code": code, "reason": words, "legal": []}


ALWAYS = (400, 401, 405, 413, 429, 500, 503)
"""Statuses that any operation may return."""


def refusing(*statuses: int) -> dict[int, ResponseSpec]:
    """The response specs of an operation that may be refused with these statuses or `ALWAYS`."""
    return {
        status: ResponseSpec(Refusal, description=HEADINGS[status], generate_examples=False)
        for status in sorted((*ALWAYS, *statuses))
    }


COMMAND_REFUSALS = refusing(403, 404, 409, 422)
"""The refusals of operations that change a match."""
