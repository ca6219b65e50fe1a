"""Client seeds, which players see as their *words*, and commitments to them.

A seat first publishes the SHA-256 of its client seed. Seeds are revealed once all seats have
committed, so the last seat to reveal cannot choose its seed, not even together with the server.
"""

import hashlib
import re

from dicehall.game.messages import translatable
from dicehall.game.refused import BadWords

LONGEST_CLIENT_SEED = 100

_COMMITMENT = re.compile("[0-9a-f]{64}")


def commit_to(words: str) -> str:
    """The commitment to a client seed.

    >>> commit_to("my luck 5e1f")[:16]
    '311a1f84239d3683'
    """
    return hashlib.sha256(words.encode()).hexdigest()


def clean_client_seed(words: str) -> str:
    """Clean a client seed so that it fits on a line of a record.

    >>> clean_client_seed("  my  own luck # 7 ")
    'my own luck 7'
    """
    visible = "".join(sign if sign.isprintable() and sign != "#" else " " for sign in words)
    return " ".join(visible.split())[:LONGEST_CLIENT_SEED].strip()


def check_commitment(commitment: str, others: list[str]) -> str:
    """Return a commitment; refused if it is not a SHA-256 hash or another seat already uses it."""
    if not _COMMITMENT.fullmatch(commitment):
        raise BadWords(translatable("a commitment must be a SHA-256 hash: 64 hexadecimal digits"))
    if commitment in others:
        raise BadWords(
            translatable("another seat already uses this commitment: choose other words")
        )
    return commitment


def check_reveal(words: str, commitment: str) -> str:
    """Return a revealed client seed; refused if it does not match its commitment, or does not fit
    on a line of a record."""
    if len(words) > LONGEST_CLIENT_SEED or "#" in words or words != " ".join(words.split()):
        raise BadWords(
            translatable(
                "words must be one line of at most %(most)d characters, without # or double spaces",
                most=LONGEST_CLIENT_SEED,
            )
        )
    if commit_to(words) != commitment:
        raise BadWords(translatable("these words do not match the seat's commitment"))
    return words
