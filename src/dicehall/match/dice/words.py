"""What the seats add to the dice, and how they bind themselves to it before it is told.

A seat publishes the SHA-256 of its words first. The words are told when all seats are bound, so
whoever is last to tell them cannot choose them any more: not even together with the house.
"""

import hashlib
import re

from dicehall.game.messages import said
from dicehall.game.refused import BadWords

LONGEST_WORDS = 100

_COMMITMENT = re.compile("[0-9a-f]{64}")


def commit_to(words: str) -> str:
    """The commitment to some words.

    >>> commit_to("my luck 5e1f")[:16]
    '311a1f84239d3683'
    """
    return hashlib.sha256(words.encode()).hexdigest()


def clean_words(words: str) -> str:
    """A seat's words as a line of a record can hold them, so that the dice can be verified.

    >>> clean_words("  my  own luck # 7 ")
    'my own luck 7'
    """
    seen = "".join(sign if sign.isprintable() and sign != "#" else " " for sign in words)
    return " ".join(seen.split())[:LONGEST_WORDS].strip()


def check_commitment(commitment: str, others: list[str]) -> str:
    """A commitment; refused if it is none, or repeats another seat's."""
    if not _COMMITMENT.fullmatch(commitment):
        raise BadWords(said("a commitment is a SHA-256: 64 digits and letters from a to f"))
    if commitment in others:
        raise BadWords(said("another seat has made this commitment: take words of your own"))
    return commitment


def check_words(words: str, commitment: str) -> str:
    """Words as they were committed to, letter by letter; refused if they are others, or cannot
    stand in a record."""
    if len(words) > LONGEST_WORDS or "#" in words or words != " ".join(words.split()):
        raise BadWords(
            said(
                "words are one line without # and without doubled spaces, of at most %(most)d"
                " characters",
                most=LONGEST_WORDS,
            )
        )
    if commit_to(words) != commitment:
        raise BadWords(said("these are not the words that the seat has committed to"))
    return words
