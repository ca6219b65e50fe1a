"""Commitments to server seeds, made before a match is opened and any client seed is known.

A page that asks for a client seed shows the commitment and carries a token that names the match to
be. The server seed is derived from the match's id with the key of the server, so any node can find
it again and nothing has to be stored. An id can be opened once, so no server seed is used twice.

A database that was restored from a backup has forgotten which ids were opened. So every token
belongs to an epoch: a random value that a server writes to the store when it starts. Tokens of an
epoch that this server has not seen there since its own start are refused.
"""

import hmac
import secrets
import time
from dataclasses import dataclass, field
from typing import Protocol

from dicehall.game.messages import translatable
from dicehall.game.refused import PromiseSpent
from dicehall.match.dice import rolling as dice

LONGEST_SECONDS = 24 * 3600
"""How long a token is valid."""

ID_LENGTH = 32


@dataclass(frozen=True, slots=True)
class CommittedDice:
    """The dice of a match to be: its id and its server seed, of which only the hash is shown."""

    match_id: str
    server_seed: str

    @classmethod
    def fresh(cls) -> "CommittedDice":
        """A match whose commitment nobody has seen."""
        return cls(_new_id(), dice.new_server_seed())

    @property
    def commitment(self) -> str:
        return dice.commitment_of(self.server_seed)


class EpochStore(Protocol):
    """The part of the store that holds the epoch, which all nodes share."""

    async def begin_epoch(self, epoch: str) -> None:
        """Replace the current epoch."""

    async def epoch(self) -> str:
        """The epoch that was begun last; empty if none was."""


def new_epoch() -> str:
    return secrets.token_hex(16)


@dataclass(slots=True)
class CommitmentIssuer:
    """Commits to the dice of matches to be, and redeems the tokens for them, with a key."""

    key: bytes
    store: EpochStore
    _seen: set[str] = field(default_factory=set)
    """The epochs that were current since this server started: none is older than its data."""

    async def start(self, epoch: str) -> None:
        """Begin an epoch; all workers of a server begin the same."""
        await self.store.begin_epoch(epoch)
        self._seen.add(epoch)

    async def issue(self, guest: str) -> tuple[str, CommittedDice]:
        """A new match to be, and the token that lets this guest open it."""
        match_id, epoch = _new_id(), await self._current()
        token = self._token(match_id, int(time.time()), epoch, guest)
        return token, self._dice(match_id, epoch)

    async def redeem(self, token: str, guest: str) -> CommittedDice:
        """The match that a token names; refused if it is not this guest's, or has expired."""
        match_id, stamp, epoch, *_ = [*token.split("."), "", ""]
        issued_at = int(stamp) if stamp.isascii() and stamp.isdigit() and len(stamp) < 15 else 0
        genuine = hmac.compare_digest(
            self._token(match_id, issued_at, epoch, guest).encode(), token.encode(errors="replace")
        )
        late = time.time() - issued_at > LONGEST_SECONDS
        if not genuine or late or (epoch not in self._seen and epoch != await self._current()):
            raise PromiseSpent(
                translatable(
                    "this promise is not yours or has expired: request a new one, and use other"
                    " words"
                )
            )
        return self._dice(match_id, epoch)

    def following(self, guest: str, game: str, newest: str) -> CommittedDice:
        """The match that a guest opens at a game after their `newest` one. Two clicks, on any
        nodes, name the same match, and the store accepts it once. Nobody has seen its
        commitment, so its server seed need not be found again, and is random."""
        named = self._derive("dicehall following", f"{newest}.{game}.{guest}")
        return CommittedDice(named[:ID_LENGTH], dice.new_server_seed())

    async def _current(self) -> str:
        epoch = await self.store.epoch()
        self._seen.add(epoch)
        return epoch

    def _token(self, match_id: str, issued_at: int, epoch: str, guest: str) -> str:
        signed = self._derive("dicehall token", f"{match_id}.{issued_at}.{epoch}.{guest}")
        return f"{match_id}.{issued_at}.{epoch}.{signed}"

    def _dice(self, match_id: str, epoch: str) -> CommittedDice:
        return CommittedDice(match_id, self._derive("dicehall secret", f"{epoch}.{match_id}"))

    def _derive(self, purpose: str, text: str) -> str:
        """256 bits per purpose: a token says nothing about a server seed."""
        own_key = hmac.digest(self.key, purpose.encode(), "sha256")
        return hmac.digest(own_key, text.encode(errors="replace"), "sha256").hex()


def _new_id() -> str:
    return secrets.token_hex(ID_LENGTH // 2)
