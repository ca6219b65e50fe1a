"""Dice that are promised before a table is set, when the house cannot know a player's words yet.

A page that asks for words shows the promise already and carries a token that names the match to
be. The secret is derived from the match's id with the key of the house: any node finds it again,
and nothing has to be kept. An id can be opened once, so no secret ever serves twice.
"""

import hmac
import secrets
import time
from dataclasses import dataclass

from dicehall.game.messages import said
from dicehall.game.refused import PromiseSpent
from dicehall.match.dice import rolling as dice

LONGEST_SECONDS = 24 * 3600
"""How long a promise waits. Without an end, a secret that was told could come back with an old
token once the match is no longer in the store: after a backup was restored, say."""

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


@dataclass(frozen=True, slots=True)
class PromiseIssuer:
    """Promises the dice of matches to be, and redeems the tokens for them, by a key."""

    key: bytes

    def issue(self, guest: str) -> tuple[str, PromisedDice]:
        """A new match to be, and the token that lets this guest open it."""
        match_id = _new_id()
        return self._token(match_id, int(time.time()), guest), self._dice(match_id)

    def redeem(self, token: str, guest: str) -> PromisedDice:
        """The match that a token names; refused if it is not this guest's, or too old."""
        match_id, _, rest = token.partition(".")
        stamp = rest.partition(".")[0]
        issued_at = int(stamp) if stamp.isascii() and stamp.isdigit() and len(stamp) < 15 else 0
        genuine = hmac.compare_digest(
            self._token(match_id, issued_at, guest).encode(), token.encode(errors="replace")
        )
        if not genuine or time.time() - issued_at > LONGEST_SECONDS:
            raise PromiseSpent(
                said(
                    "the dice were promised to somebody else, or too long ago: take a new promise,"
                    " and other words"
                )
            )
        return self._dice(match_id)

    def following(self, guest: str, game: str, newest: str) -> PromisedDice:
        """The match that a guest opens at a game after the `newest` of theirs: a click that comes
        twice, to whichever node, names the same one."""
        named = self._derive("dicehall following", f"{newest}.{game}.{guest}")
        return self._dice(named[:ID_LENGTH])

    def _token(self, match_id: str, issued_at: int, guest: str) -> str:
        signed = self._derive("dicehall token", f"{match_id}.{issued_at}.{guest}")
        return f"{match_id}.{issued_at}.{signed}"

    def _dice(self, match_id: str) -> PromisedDice:
        return PromisedDice(match_id, self._derive("dicehall secret", match_id))

    def _derive(self, purpose: str, text: str) -> str:
        """256 bits for a purpose of their own: a token says nothing of a secret."""
        own_key = hmac.digest(self.key, purpose.encode(), "sha256")
        return hmac.digest(own_key, text.encode(errors="replace"), "sha256").hex()


def _new_id() -> str:
    return secrets.token_hex(ID_LENGTH // 2)
