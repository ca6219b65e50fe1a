"""Provably fair dice: every roll of a match is computed from a server seed, to which the server
commits when the match opens.

A roll is read from HMAC-SHA256(server seed, [match id, [client seeds], nonce, block]), one byte per
die. The nonce is the number of the roll in the match, from 0. Bytes that would favour low faces are
skipped, so that all faces are equally likely.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator
from functools import lru_cache

from dicehall.game import Die, Roll
from dicehall.game.slots import Slot

Seeds = tuple[str, ...]
"""The client seed of each seat, empty where it has none."""

Nonce = int | Slot
"""The number of a roll or, for dice by slot, the slot of a single die."""


def new_server_seed() -> str:
    """256 random bits, as 64 hexadecimal digits."""
    return secrets.token_hex(32)


def commitment_of(server_seed: str) -> str:
    """The commitment to a server seed: its SHA-256, published before the first roll."""
    return hashlib.sha256(bytes.fromhex(server_seed)).hexdigest()


def throw(
    server_seed: str, match_id: str, client_seeds: Seeds, nonce: Nonce, dice: tuple[Die, ...]
) -> Roll:
    """The roll with this nonce.

    >>> from dicehall.game.turns import D6
    >>> throw("00" * 32, "example", ("", ""), 0, (D6, D6, D6))
    (3, 3, 1)
    """
    drawn = draw(server_seed, match_id, client_seeds, nonce, dice)
    return tuple([face for _, face in drawn if face is not None])


def toss(server_seed: str, match_id: str, client_seeds: Seeds) -> int:
    """The coin that decides who begins: 0 is the guest who opened the match."""
    tossed = coin_message(match_id, client_seeds).encode()
    return hmac.digest(bytes.fromhex(server_seed), tossed, "sha256")[0] % 2


def coin_message(match_id: str, client_seeds: Seeds) -> str:
    """The message that is hashed for the coin. The client seeds are sorted by their JSON, so the
    result does not depend on the order of the seats, which the coin may swap.

    >>> coin_message("example", ("my luck", ""))
    '["example",["","my luck"],"coin"]'
    """
    return f'{_beginning(match_id, tuple(sorted(client_seeds, key=json.dumps)))},"coin"]'


def draw(
    server_seed: str, match_id: str, client_seeds: Seeds, nonce: Nonce, dice: tuple[Die, ...]
) -> Iterator[tuple[int, int | None]]:
    """Every byte that is read for a roll, with its face; None for a skipped byte."""
    stream = _bytes(server_seed, match_id, client_seeds, nonce)
    for die in dice:
        sides = len(die.faces)
        fair = 256 - 256 % sides
        for byte in stream:
            if byte < fair:
                yield byte, die.faces[byte % sides]
                break
            yield byte, None


def message(match_id: str, client_seeds: Seeds, nonce: Nonce, block: int = 0) -> str:
    """The message that is hashed for a roll; each block yields 32 bytes.

    >>> message("example", ("my luck", ""), 7)
    '["example",["my luck",""],7,0]'
    >>> message("example", ("my luck",), Slot(seat=0, turn=3, throw=2, die=5))
    '["example",["my luck"],[0,3,2,5],0]'
    """
    named = nonce if isinstance(nonce, int) else f"[{','.join(map(str, nonce))}]"
    return f"{_beginning(match_id, client_seeds)},{named},{block}]"


@lru_cache(10_000)
def _beginning(match_id: str, client_seeds: Seeds) -> str:
    """The part of the message that all rolls of a match share."""
    return json.dumps([match_id, client_seeds], separators=(",", ":")).removesuffix("]")


def _bytes(server_seed: str, match_id: str, client_seeds: Seeds, nonce: Nonce) -> Iterator[int]:
    key, block = bytes.fromhex(server_seed), 0
    while True:
        hashed = message(match_id, client_seeds, nonce, block).encode()
        yield from hmac.digest(key, hashed, "sha256")
        block += 1
