"""Commitments to server seeds, made before a match is opened and any client seed is known.

A page that asks for a client seed shows the commitment, and holds a token that names the future
match. The server seed is derived from the match id and the server's key, so any node can compute it
and nothing is stored. An id can be opened only once, so no server seed is used twice.

A database restored from a backup does not know which ids were opened since. So every token belongs
to an epoch: a random value that a server writes to the store when it starts. A server refuses
tokens of an epoch that it has not seen in the store since its own start.
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
    """The dice of a future match: its id and its server seed, of which only the hash is shown."""

    match_id: str
    server_seed: str

    @classmethod
    def fresh(cls) -> "CommittedDice":
        """New dice, whose commitment has not been shown to anyone."""
        return cls(new_match_id(), dice.new_server_seed())

    @property
    def commitment(self) -> str:
        return dice.commitment_of(self.server_seed)


class EpochStore(Protocol):
    """The part of the store that keeps the epoch; all nodes share it."""

    async def begin_epoch(self, epoch: str) -> None:
        """Replace the current epoch."""

    async def epoch(self) -> str:
        """The current epoch; empty if there is none."""


def new_epoch() -> str:
    return secrets.token_hex(16)


@dataclass(slots=True)
class CommitmentIssuer:
    """Commits to the dice of future matches, and redeems the tokens for them."""

    key: bytes
    store: EpochStore
    _seen: set[str] = field(default_factory=set)
    """The epochs that have been current since this server started."""

    async def start(self, epoch: str) -> None:
        """Begin an epoch. All workers of a server begin the same one."""
        await self.store.begin_epoch(epoch)
        self._seen.add(epoch)

    async def issue(self, guest: str) -> tuple[str, CommittedDice]:
        """The dice of a future match, and the token that lets this guest open it."""
        match_id, epoch = new_match_id(), await self._current()
        token = self._token(match_id, int(time.time()), epoch, guest)
        return token, self._dice(match_id, epoch)

    async def redeem(self, token: str, guest: str) -> CommittedDice:
        """The dice that a token names; refused if it has expired or is not this guest's."""
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
        """The dice of the match that a guest opens after their `newest` one at this game. A double
        click yields the same id on any node, and the store accepts it only once. The commitment
        has not been shown, so the server seed can be random."""
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
        """256 bits, independent for each purpose: a token reveals nothing about a server seed."""
        own_key = hmac.digest(self.key, purpose.encode(), "sha256")
        return hmac.digest(own_key, text.encode(errors="replace"), "sha256").hex()


def new_match_id() -> str:
    """A new random id of a match."""
    return secrets.token_hex(ID_LENGTH // 2)
