"""The page that verifies the dice of a match."""

from dataclasses import dataclass

from litestar import Response, get

from dicehall.game import Roll
from dicehall.game.slots import Slot
from dicehall.game.turns import spell_face, spell_roll
from dicehall.match.dice import rolling as dice
from dicehall.match.dice.by_slot import BY_SLOT
from dicehall.match.dice.verification import VerifiedRoll, throws
from dicehall.web.actions import frequencies_of, verify_match
from dicehall.web.context import WebRequest, guest, page, server
from dicehall.web.views.charts import chart, shown
from dicehall.web.views.scenes import scene_of

STYLE = "dice.css"
FIRST_SLOT = Slot(seat=0, turn=1, throw=1, die=1)


@dataclass(frozen=True, slots=True)
class RollRow:
    """A roll in the page's table."""

    number: int
    """Counted from 1."""
    messages: tuple[str, ...]
    slots: tuple[Slot, ...]
    """The slot of each die; none if the roll follows from its number."""
    dice: str
    """The names of the dice, which the browser needs to check the roll by itself."""
    roll: str
    """The faces, spelled as in a record."""
    fell: str
    promised: str
    right: bool
    drawn: tuple[tuple[str, str], ...]
    """The bytes in hexadecimal, each with its face; the face of a skipped byte is empty."""

    @classmethod
    def of(cls, checked: VerifiedRoll) -> "RollRow":
        return cls(
            checked.number + 1,
            checked.messages,
            checked.thrown.slots,
            " ".join(die.name for die in checked.thrown.dice),
            spell_roll(checked.thrown.roll),
            _faces(checked.thrown.roll),
            _faces(checked.promised),
            checked.right,
            tuple(
                (f"{byte:02x}", "" if face is None else shown(spell_face(face)))
                for byte, face in checked.drawn
            ),
        )


@get("/matches/{match_id:str}/dice", include_in_schema=False, cost=3)
async def show_match_dice(request: WebRequest, match_id: str) -> Response[str]:
    """How each roll of a match was computed, and whether the dice are as promised."""
    matches = server(request).matches
    match, offload = await matches.see(match_id), matches.offload
    by_slot = match.dice_by == BY_SLOT
    # This recomputes every roll of the match.
    verification = await offload(verify_match, match)
    thrown = await offload(lambda: list(throws(match.game, match.log)))
    return page(
        request,
        "dice.html",
        match=match,
        scene=scene_of(match, guest(request)),
        styles=[STYLE],
        verification=verification,
        commitments=[seat.commitment if seat else "" for seat in match.seats],
        rows=[RollRow.of(roll) for roll in verification.rolls] if verification else [],
        message=dice.message(match.dice_id, match.words, FIRST_SLOT if by_slot else 0),
        by_slot=by_slot,
        faces={die.name: [*map(spell_face, die.faces)] for throw in thrown for die in throw.dice},
        charts=[chart(counts) for counts in frequencies_of(thrown)],
    )


def _faces(roll: Roll) -> str:
    return " ".join(shown(spell_face(face)) for face in roll)
