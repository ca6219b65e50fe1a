"""Seats and their holders."""

import secrets
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Computer:
    """The holder of computer seats. It is not a string, so no guest id can equal it."""


Holder = str | Computer


def new_guest_id() -> str:
    """A new random guest id."""
    return secrets.token_hex(12)  # hexadecimal: a command line cannot mistake it for an option


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that is taken, by a guest or by a computer player of some level."""

    name: str
    holder: Holder
    level: str
    words: str = ""
    """The client seed; empty until it is revealed."""
    face: str = ""
    """The face that a guest has chosen; a computer player's depends on its level."""
    commitment: str = ""
    """The SHA-256 of the client seed, if the seat committed to it in advance."""
    must_reveal: bool = False
