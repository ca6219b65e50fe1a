"""Provable dice: every roll of a match follows from a secret that was promised when it opened.

Roll `k` is read from HMAC-SHA256(secret, [match id, [each seat's words], k, block]), a byte for a
die. A byte that would favour low faces is passed over, so that every face is equally likely.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator
from functools import lru_cache

from dicehall.game import Die, Roll


def new_secret() -> str:
    """256 random bits, as 64 hexadecimal digits."""
    return secrets.token_hex(32)


def promise(secret: str) -> str:
    """What is published of a secret before the first roll."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def throw(
    secret: str, match_id: str, words: tuple[str, ...], k: int, dice: tuple[Die, ...]
) -> Roll:
    """Roll number `k` of a match, from 0.

    >>> from dicehall.game.turns import D6
    >>> throw("00" * 32, "example", ("", ""), 0, (D6, D6, D6))
    (3, 3, 1)
    """
    return tuple(face for _, face in draw(secret, match_id, words, k, dice) if face is not None)


def toss(secret: str, match_id: str, words: tuple[str, ...]) -> int:
    """The coin that says who begins a match, where nobody has chosen: 0 is whoever set the
    table."""
    tossed = coin_message(match_id, words).encode()
    return hmac.digest(bytes.fromhex(secret), tossed, "sha256")[0] % 2


def coin_message(match_id: str, words: tuple[str, ...]) -> str:
    """What is hashed for the coin. The words are sorted, as JSON writes them: there is one coin,
    whoever sits first when it has fallen.

    >>> coin_message("example", ("my luck", ""))
    '["example",["","my luck"],"coin"]'
    """
    return f'{_beginning(match_id, tuple(sorted(words, key=json.dumps)))},"coin"]'


def draw(
    secret: str, match_id: str, words: tuple[str, ...], k: int, dice: tuple[Die, ...]
) -> Iterator[tuple[int, int | None]]:
    """Every byte that is read for a roll, with the face it gives; None if it is passed over."""
    stream = _bytes(secret, match_id, words, k)
    for die in dice:
        sides = len(die.faces)
        fair = 256 - 256 % sides
        for byte in stream:
            if byte < fair:
                yield byte, die.faces[byte % sides]
                break
            yield byte, None


def message(match_id: str, words: tuple[str, ...], k: int, block: int = 0) -> str:
    """What is hashed for a roll; the next block is needed when the 32 bytes of one are used up.

    >>> message("example", ("my luck", ""), 7)
    '["example",["my luck",""],7,0]'
    """
    return f"{_beginning(match_id, words)},{k},{block}]"


@lru_cache(10_000)
def _beginning(match_id: str, words: tuple[str, ...]) -> str:
    """What is the same for all rolls of a match."""
    return json.dumps([match_id, words], separators=(",", ":")).removesuffix("]")


def _bytes(secret: str, match_id: str, words: tuple[str, ...], k: int) -> Iterator[int]:
    key, block = bytes.fromhex(secret), 0
    while True:
        yield from hmac.digest(key, message(match_id, words, k, block).encode(), "sha256")
        block += 1
