"""How fields of the JSON interface are described, and those that several objects have."""

from typing import Annotated, Any

import msgspec

from dicehall.match.dice.client_seeds import LONGEST_CLIENT_SEED


def says(words: str, *examples: Any) -> msgspec.Meta:
    """What a field means, with examples of it; both stand in the description of the interface."""
    return msgspec.Meta(description=words, examples=list(examples))


Name = Annotated[str, msgspec.Meta(max_length=100)]
Words = Annotated[str, msgspec.Meta(max_length=LONGEST_CLIENT_SEED)]
CommitmentText = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]
VersionNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]

MATCH = "Zk3vQ0fH1yUu"
"""The id of the match of all examples."""
HASH = "311a1f84239d3683b6d2d5b7d0d5c1f5a1b7a1a8f9a9f7e9e4c5e6f1a2b3c4d5"
"""A SHA-256 for examples."""

MatchId = Annotated[str, says("The id of a match: it stands in its addresses.", MATCH)]
SeatNumber = Annotated[int, says("A seat: 0 begins, 1 is the other.", 0)]
Seconds = Annotated[float, says("A moment, in seconds since 1970.", 1_792_000_000.25)]
