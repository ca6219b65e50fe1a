"""What a house refuses to a program."""

import json

from dicehall.game.messages import outside
from dicehall.game.refused import Refused


class HouseRefused(Refused):
    """A request that changed nothing; `code` says why, in one word, and `legal` what could be done
    instead. All codes are listed at /api/docs."""

    def __init__(self, status: int, code: str, reason: str, legal: tuple[str, ...] = ()) -> None:
        super().__init__(outside(reason), legal=legal)
        self.status = status
        self.code = code

    @classmethod
    def read(cls, status: int, answer: bytes) -> "HouseRefused":
        """From an answer; one that comes from something between us and the house has no code."""
        try:
            told = json.loads(answer)
            return cls(status, told["code"], told["reason"], tuple(told.get("legal", ())))
        except (ValueError, LookupError, TypeError):
            return cls(status, f"http-{status}", answer[:200].decode(errors="replace"))
