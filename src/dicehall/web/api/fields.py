"""Fields that several objects of the JSON interface share, and how fields are documented."""

from typing import Annotated, Any

import msgspec

from dicehall.match.dice.client_seeds import LONGEST_CLIENT_SEED


def doc(description: str, *examples: Any) -> msgspec.Meta:
    """The documentation of a field, with examples, for the OpenAPI description."""
    return msgspec.Meta(description=description, examples=list(examples))


Name = Annotated[str, msgspec.Meta(max_length=100)]
Words = Annotated[str, msgspec.Meta(max_length=LONGEST_CLIENT_SEED)]
CommitmentText = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]
VersionNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]

MATCH = "Zk3vQ0fH1yUu"
"""The match id in all examples."""
HASH = "311a1f84239d3683b6d2d5b7d0d5c1f5a1b7a1a8f9a9f7e9e4c5e6f1a2b3c4d5"
"""A SHA-256 for examples."""

MatchId = Annotated[str, doc("The id of a match, as in its URL.", MATCH)]
SeatNumber = Annotated[int, doc("A seat: seat 0 begins.", 0)]
Seconds = Annotated[float, doc("A time, in seconds since 1970.", 1_792_000_000.25)]
