"""Who sits at a table."""

import secrets
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Computer:
    """The holder of the computer's seats. It is no string, so no guest can pretend to be it."""


Holder = str | Computer


def new_guest_id() -> str:
    """The id of a guest that nobody has yet."""
    return secrets.token_hex(12)  # which a command line never takes for an option


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a place: a guest, or a computer player of some level."""

    name: str
    holder: Holder
    level: str
    words: str = ""
    """What the seat adds to the dice, as far as it has been told."""
    face: str = ""
    """The face that a guest has chosen; the computer's follows from the level."""
    commitment: str = ""
    """The SHA-256 of the words, if the seat was bound to them before it told them."""
    owes_words: bool = False
