"""Going on on another device: a link that makes another browser the same guest, once and soon.

Whoever has the link is the guest: it is signed by the house, and it serves for ten minutes.
"""

import hmac
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from dicehall.game.messages import translatable
from dicehall.game.refused import LinkSpent
from dicehall.match.store.protocol import Store

LINK_SECONDS = 600
LONGEST = 400
"""Characters of a link's token."""


class DeviceLink(msgspec.Struct, frozen=True, array_like=True):
    """Which guest goes on, under which name and with which face, until when; `id` is of this link
    alone."""

    guest: str
    name: str
    face: str
    until: int
    id: str


@dataclass(frozen=True, slots=True)
class DeviceLinks:
    """Makes and reads such links with the key of the house."""

    key: bytes
    now: Callable[[], float] = time.time

    def issue(self, guest: str, name: str, face: str) -> str:
        """The token of a new link."""
        until = int(self.now()) + LINK_SECONDS
        link = DeviceLink(guest, name, face, until, secrets.token_hex(8))
        told = msgspec.json.encode(link)
        return f"{_written(told)}.{_written(self._signature(told))}"

    def read(self, token: str) -> DeviceLink:
        """The link that a token stands for; refused if it is not ours, or too old."""
        told, _, signature = token.partition(".")
        try:
            data, given = _read(told), _read(signature)
        except ValueError:
            data = given = b""
        if len(token) > LONGEST or not hmac.compare_digest(self._signature(data), given):
            raise LinkSpent(translatable("this is no link of this house"))
        link = msgspec.json.decode(data, type=DeviceLink)
        if self.now() > link.until:
            raise LinkSpent(
                translatable(
                    "this link has expired: make a new one on the device that you come from"
                )
            )
        return link

    async def redeem(self, token: str, store: Store) -> DeviceLink:
        """The same, once: the second time it is refused."""
        link = self.read(token)
        if not await store.spend(link.id, link.until, self.now()):
            raise LinkSpent(
                translatable(
                    "this link has been used: make a new one on the device that you come from"
                )
            )
        return link

    def _signature(self, data: bytes) -> bytes:
        """With a key of its own, so that the token of a link can never pass for a cookie, nor the
        other way round."""
        own_key = hmac.digest(self.key, b"dicehall device", "sha256")
        return hmac.digest(own_key, data, "sha256")


def _written(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _read(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
