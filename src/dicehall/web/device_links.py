"""Links by which a guest continues on another device.

Anyone who has the link can become the guest. It is signed, works once, and expires after ten
minutes.
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
"""Maximum length of a token, in characters."""


class DeviceLink(msgspec.Struct, frozen=True, array_like=True):
    """The guest who continues, their name and face, and when the link expires; `id` is unique."""

    guest: str
    name: str
    face: str
    until: int
    id: str


@dataclass(frozen=True, slots=True)
class DeviceLinks:
    """Creates and reads device links, signed with the server's key."""

    key: bytes
    now: Callable[[], float] = time.time

    def issue(self, guest: str, name: str, face: str) -> str:
        """The token of a new link."""
        until = int(self.now()) + LINK_SECONDS
        link = DeviceLink(guest, name, face, until, secrets.token_hex(8))
        data = msgspec.json.encode(link)
        return f"{_encode(data)}.{_encode(self._signature(data))}"

    def read(self, token: str) -> DeviceLink:
        """The link in a token; refused if its signature is invalid or it has expired."""
        encoded, _, signature = token.partition(".")
        try:
            data, given = _decode(encoded), _decode(signature)
        except ValueError:
            data = given = b""
        if len(token) > LONGEST or not hmac.compare_digest(self._signature(data), given):
            raise LinkSpent(translatable("this link is not valid here"))
        link = msgspec.json.decode(data, type=DeviceLink)
        if self.now() > link.until:
            raise LinkSpent(
                translatable("this link has expired: create a new one on your other device")
            )
        return link

    async def redeem(self, token: str, store: Store) -> DeviceLink:
        """Like `read`, but uses the link up: a second time it is refused."""
        link = self.read(token)
        if not await store.spend(link.id, link.until, self.now()):
            raise LinkSpent(
                translatable(
                    "this link has already been used: create a new one on your other device"
                )
            )
        return link

    def _signature(self, data: bytes) -> bytes:
        """Uses a separate key, so that a link token never passes for a cookie, or vice versa."""
        own_key = hmac.digest(self.key, b"dicehall device", "sha256")
        return hmac.digest(own_key, data, "sha256")


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
