"""Dice that are promised before a table is set, when the house cannot know a player's words yet.

A page that asks for words shows the promise already and carries a token that names the match to
be. The secret is derived from the match's id with the key of the house: any node finds it again,
and nothing has to be kept. An id can be opened once, so no secret ever serves twice.

A database that was restored from a backup has forgotten which ids were opened. So every promise
belongs to an epoch: a random value that a server writes to the store when it starts. Tokens of an
epoch that this server has not seen there since its own start are refused.
"""

import hmac
import secrets
import time
from dataclasses import dataclass, field
from typing import Protocol

from dicehall.game.messages import said
from dicehall.game.refused import PromiseSpent
from dicehall.match.dice import rolling as dice

LONGEST_SECONDS = 24 * 3600
"""How long a promise waits."""

ID_LENGTH = 32


@dataclass(frozen=True, slots=True)
class PromisedDice:
    """The dice of a match to be: its id, and the secret, of which only the promise is shown."""

    match_id: str
    secret: str

    @classmethod
    def fresh(cls) -> "PromisedDice":
        """One that nobody has been shown."""
        return cls(_new_id(), dice.new_secret())

    @property
    def promise(self) -> str:
        return dice.promise(self.secret)


class EpochStore(Protocol):
    """The part of the store that the nodes of a house share their epoch by."""

    async def begin_epoch(self, epoch: str) -> None:
        """Replace the epoch in which promises are made."""

    async def epoch(self) -> str:
        """The epoch that was begun last; empty if none was."""


def new_epoch() -> str:
    return secrets.token_hex(16)


@dataclass(slots=True)
class PromiseIssuer:
    """Promises the dice of matches to be, and redeems the tokens for them, by a key."""

    key: bytes
    store: EpochStore
    _seen: set[str] = field(default_factory=set)
    """The epochs that were current at some time since this server started: none is older than the
    data that it runs on."""

    async def start(self, epoch: str) -> None:
        """Begin an epoch; all workers of a server begin the same."""
        await self.store.begin_epoch(epoch)
        self._seen.add(epoch)

    async def issue(self, guest: str) -> tuple[str, PromisedDice]:
        """A new match to be, and the token that lets this guest open it."""
        match_id, epoch = _new_id(), await self._current()
        token = self._token(match_id, int(time.time()), epoch, guest)
        return token, self._dice(match_id, epoch)

    async def redeem(self, token: str, guest: str) -> PromisedDice:
        """The match that a token names; refused if it is not this guest's, or too old."""
        match_id, stamp, epoch, *_ = [*token.split("."), "", ""]
        issued_at = int(stamp) if stamp.isascii() and stamp.isdigit() and len(stamp) < 15 else 0
        genuine = hmac.compare_digest(
            self._token(match_id, issued_at, epoch, guest).encode(), token.encode(errors="replace")
        )
        late = time.time() - issued_at > LONGEST_SECONDS
        if not genuine or late or (epoch not in self._seen and epoch != await self._current()):
            raise PromiseSpent(
                said(
                    "the dice were promised to somebody else, or too long ago: take a new promise,"
                    " and other words"
                )
            )
        return self._dice(match_id, epoch)

    def following(self, guest: str, game: str, newest: str) -> PromisedDice:
        """The match that a guest opens at a game after the `newest` of theirs: a click that comes
        twice, to whichever node, names the same one, and the store takes it once. Nobody was shown
        its promise, so its secret need not be found again, and is random."""
        named = self._derive("dicehall following", f"{newest}.{game}.{guest}")
        return PromisedDice(named[:ID_LENGTH], dice.new_secret())

    async def _current(self) -> str:
        epoch = await self.store.epoch()
        self._seen.add(epoch)
        return epoch

    def _token(self, match_id: str, issued_at: int, epoch: str, guest: str) -> str:
        signed = self._derive("dicehall token", f"{match_id}.{issued_at}.{epoch}.{guest}")
        return f"{match_id}.{issued_at}.{epoch}.{signed}"

    def _dice(self, match_id: str, epoch: str) -> PromisedDice:
        return PromisedDice(match_id, self._derive("dicehall secret", f"{epoch}.{match_id}"))

    def _derive(self, purpose: str, text: str) -> str:
        """256 bits for a purpose of their own: a token says nothing of a secret."""
        own_key = hmac.digest(self.key, purpose.encode(), "sha256")
        return hmac.digest(own_key, text.encode(errors="replace"), "sha256").hex()


def _new_id() -> str:
    return secrets.token_hex(ID_LENGTH // 2)
