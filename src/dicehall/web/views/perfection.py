"""How far from perfect a match was, in three lines: the dice, the moves, and the costliest one."""

from dataclasses import dataclass

from dicehall.game_page.advice import SHOWN, least_loss, say_difference
from dicehall.game_page.scene import Scene
from dicehall.players.luck import Balance, balance
from dicehall.players.review import Review
from dicehall.players.worth import POINTS
from dicehall.web.views.histories import Timeline
from dicehall.web.views.review import costliest
from dicehall.words.language import _
from dicehall.words.numbers import say_number


@dataclass(frozen=True, slots=True)
class Perfection:
    """The three lines of one seat."""

    whose: str
    """Whose they are; empty if they are the viewer's."""
    dice: str
    moves: str
    costliest: str
    moment: int | None
    """When the costliest decision was due; None without one."""


def perfection(review: Review, scene: Scene, timeline: Timeline) -> tuple[Perfection, ...]:
    """The lines of the viewer's seat or, for others, of every seat; none if no move was made."""
    found = balance(review, scene.game.seats)
    if found is None:
        return ()
    seats = scene.mine if len(scene.mine) == 1 else range(scene.game.seats)
    return tuple(_perfection(found, review, scene, timeline, seat) for seat in seats)


def _perfection(
    found: Balance, review: Review, scene: Scene, timeline: Timeline, seat: int
) -> Perfection:
    worst = next(iter(costliest(review, (seat,), most=1)), None)
    line = _("No single decision clearly cost anything.")
    if worst:
        told = timeline[worst.moment + 1].recent[-1].told(scene.viewer)
        values = {"move": told, "loss": say_difference(worst.best_value, worst.value, review.unit)}
        line = _("The decision that cost most (%(loss)s): %(move)s") % values
    return Perfection(
        whose="" if seat == scene.viewer.you else scene.names[seat],
        dice=_say_dice(found.luck(seat), review.unit, own=seat == scene.viewer.you),
        moves=_say_moves(-found.moves[seat], review.unit, own=seat == scene.viewer.you),
        costliest=line,
        moment=worst.moment if worst else None,
    )


def _say_dice(luck: float, unit: str, *, own: bool) -> str:
    if abs(luck) < least_loss(unit):
        return _("The dice gave nothing and took nothing.")
    if luck > 0:
        message = _("The dice gave you %(luck)s.") if own else _("The dice gave %(luck)s.")
    else:
        message = _("The dice took %(luck)s from you.") if own else _("The dice took %(luck)s.")
    return message % {"luck": _amount(abs(luck), unit)}


def _say_moves(cost: float, unit: str, *, own: bool) -> str:
    if cost < least_loss(unit):
        return _("Your moves cost nothing.") if own else _("The moves cost nothing.")
    message = _("Your moves cost %(cost)s.") if own else _("The moves cost %(cost)s.")
    return message % {"cost": _amount(cost, unit)}


def _amount(amount: float, unit: str) -> str:
    message = _("%(lost)s points") if unit == POINTS else _("%(lost)s percentage points")
    return message % {"lost": say_number(amount * SHOWN[unit], 1)}
