"""The balance of luck and skill, as a bar chart from the start to the result.

Positions are percentages of the chart's width, as in `curve`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from dicehall.game_page.advice import SHOWN, least_loss, say_amount, say_difference, say_value
from dicehall.game_page.scene import Scene
from dicehall.players.review import Balance, Review, balance, to_first
from dicehall.players.worth import POINTS
from dicehall.web.views.histories import Timeline
from dicehall.web.views.review import costliest
from dicehall.words.language import _
from dicehall.words.numbers import say_number
from dicehall.words.telling import whose

MARGIN = 4.0
"""Free space on both sides, so that the marks at the ends are not cut off."""


@dataclass(frozen=True, slots=True)
class BalanceStep:
    """One row of the chart: a bar, or a point where nothing changes."""

    kind: str
    """`point`, `gain` or `loss`."""
    label: str
    amount: str
    left: float
    width: float


@dataclass(frozen=True, slots=True)
class BalanceView:
    """The chart of one seat."""

    steps: tuple[BalanceStep, ...]


def balance_view(review: Review, scene: Scene, seat: int) -> BalanceView | None:
    """The balance from the perspective of a seat; None if no move was made."""
    found = balance(review, scene.game.seats)
    if found is None:
        return None
    return BalanceView(tuple(_steps(found, review, scene, seat)))


def _steps(found: Balance, review: Review, scene: Scene, seat: int) -> Iterator[BalanceStep]:
    """The rows of the chart: the start, each gain or loss, and the result."""
    sign, unit = to_first(seat), review.unit
    gains = list(_gains(found, review, scene, seat))
    places = [sign * found.start]
    for _label, gain in gains:
        places.append(places[-1] + gain)
    low, high = min(places), max(places)
    scale = (100 - 2 * MARGIN) / (high - low or 1.0)

    def at(value: float) -> float:
        return round(MARGIN + (value - low) * scale, 2)

    began = _("At the start") if review.curve[0][0] == 0 else _("At the first move")
    yield BalanceStep("point", began, say_value(places[0], unit), at(places[0]), 0.0)
    for (label, gain), before, after in zip(gains, places, places[1:], strict=False):
        left, right = sorted((at(before), at(after)))
        kind = "gain" if gain > 0 else "loss"
        yield BalanceStep(kind, label, _signed(gain * SHOWN[unit]), left, round(right - left, 2))
    yield BalanceStep("point", _("Result"), _result(found, unit, sign), at(places[-1]), 0.0)


def _gains(found: Balance, review: Review, scene: Scene, seat: int) -> Iterator[tuple[str, float]]:
    """What each part of the balance gained for a seat, its own dice and moves first."""
    alone = len(found.dice) == 1
    for one in (seat,) if alone else (seat, 1 - seat):
        values = {"whose": whose(one, scene.viewer)}
        sign = to_first(one) * to_first(seat)
        yield _("The dice") if alone else _("%(whose)s dice") % values, sign * found.dice[one]
        yield _("%(whose)s moves") % values, sign * found.moves[one]
    if abs(found.other) >= least_loss(review.unit):
        label = _("Estimates corrected") if review.played_out else _("Not played out")
        yield label, to_first(seat) * found.other


def _result(found: Balance, unit: str, sign: int) -> str:
    if unit == POINTS:
        return say_number(found.result)
    outcomes = {1: _("won"), 0: _("drawn"), -1: _("lost")}
    return outcomes[round(sign * found.result)]


def _signed(amount: float) -> str:
    """An amount with its sign.

    >>> _signed(12.34), _signed(-3.21), _signed(-0.01)
    ('+12.3', '−3.2', '0.0')
    """
    rounded = round(amount, 1)
    if not rounded:
        return "0.0"
    return say_number(rounded, 1, signed=True).replace("-", "\u2212")


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
        sentence = timeline[worst.moment + 1].recent[-1].sentence(scene.viewer)
        values = {
            "move": sentence,
            "loss": say_difference(worst.best_value, worst.value, review.unit),
        }
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
        return _("Luck made no difference.")
    if luck > 0:
        message = _("Luck gained you %(luck)s.") if own else _("Luck gained %(luck)s.")
    else:
        message = _("Luck cost you %(luck)s.") if own else _("Luck cost %(luck)s.")
    return message % {"luck": say_amount(abs(luck), unit)}


def _say_moves(cost: float, unit: str, *, own: bool) -> str:
    if cost < least_loss(unit):
        return _("Your moves cost nothing.") if own else _("The moves cost nothing.")
    message = _("Your moves cost %(cost)s.") if own else _("The moves cost %(cost)s.")
    return message % {"cost": say_amount(cost, unit)}
