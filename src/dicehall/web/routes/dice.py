"""The page that checks the dice of a match."""

import asyncio
from dataclasses import dataclass

from litestar import Response, get

from dicehall.game import Roll
from dicehall.game.turns import spell_face
from dicehall.match.dice import rolling as dice
from dicehall.match.dice.verification import VerifiedRoll, throws
from dicehall.web.actions import frequencies_of, verify_match
from dicehall.web.context import WebRequest, guest, page, server
from dicehall.web.views.charts import chart, shown
from dicehall.web.views.scenes import scene_of

STYLE = "dice.css"


@dataclass(frozen=True, slots=True)
class RollRow:
    """A roll in the table of the page."""

    number: int
    """From 1, as people count."""
    message: str
    dice: str
    """The names of the dice; what this browser needs to check the roll by itself."""
    roll: str
    """The faces as a record spells them."""
    fell: str
    promised: str
    right: bool
    drawn: tuple[tuple[str, str], ...]
    """The bytes in hexadecimal, each with its face; an empty face is one passed over."""

    @classmethod
    def of(cls, checked: VerifiedRoll) -> "RollRow":
        return cls(
            checked.number + 1,
            checked.message,
            " ".join(die.name for die in checked.thrown.dice),
            " ".join(map(spell_face, checked.thrown.roll)),
            _seen(checked.thrown.roll),
            _seen(checked.promised),
            checked.right,
            tuple(
                (f"{byte:02x}", "" if face is None else shown(spell_face(face)))
                for byte, face in checked.drawn
            ),
        )


@get("/matches/{match_id:str}/dice", include_in_schema=False, cost=3)
async def show_match_dice(request: WebRequest, match_id: str) -> Response[str]:
    """How the dice of a match came about, step by step, and whether they are as promised."""
    match = await server(request).matches.see(match_id)
    # Off the loop: every roll of the match is computed anew.
    verification = await asyncio.to_thread(verify_match, match)
    thrown = await asyncio.to_thread(lambda: list(throws(match.game, match.log)))
    return page(
        request,
        "dice.html",
        match=match,
        scene=scene_of(match, guest(request)),
        styles=[STYLE],
        verification=verification,
        commitments=[seat.commitment if seat else "" for seat in match.seats],
        rows=[RollRow.of(roll) for roll in verification.rolls] if verification else [],
        message=dice.message(match.id, match.words, 0),
        faces={die.name: [*map(spell_face, die.faces)] for one in thrown for die in one.dice},
        charts=[chart(fell) for fell in frequencies_of(thrown)],
    )


def _seen(roll: Roll) -> str:
    return " ".join(shown(spell_face(face)) for face in roll)
