"""A server's refusal of a request."""

import json

from dicehall.game.messages import outside
from dicehall.game.refused import Refused


class ServerRefused(Refused):
    """A refused request; it changed nothing. `code` says why in one word, `legal` lists what would
    be allowed instead. /api/docs lists all codes."""

    def __init__(self, status: int, code: str, reason: str, legal: tuple[str, ...] = ()) -> None:
        super().__init__(outside(reason), legal=legal)
        self.status = status
        self.code = code

    @classmethod
    def read(cls, status: int, body: bytes) -> "ServerRefused":
        """From a response; one from a proxy in between has no code of ours."""
        try:
            refusal = json.loads(body)
            return cls(status, refusal["code"], refusal["reason"], tuple(refusal.get("legal", ())))
        except (ValueError, LookupError, TypeError):
            return cls(status, f"http-{status}", body[:200].decode(errors="replace"))
