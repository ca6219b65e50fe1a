"""How the faces at a table react to what has just happened.

A face keeps its expression until the next move.
"""

from collections.abc import Callable
from dataclasses import dataclass

from dicehall.game import find_game
from dicehall.game.acting import acting_seat
from dicehall.game.records import Played
from dicehall.game_page.history import History, Step

NAMES = {2: "glad", 1: "gloat", -1: "flinch", -2: "despair"}
"""The expression for each feeling. These, `thinking` and `sad` are classes in `who.css`."""

MANY = 10
"""A loss hurts much from this many points on, if it is also a third of what the seat had."""
EARLY = 40
"""While all seats together have fewer points, taking the lead means nothing."""
BEHIND = 0.15
"""Taking the lead counts if the seat was behind by this share of all points."""


@dataclass(frozen=True, slots=True)
class Expression:
    """What a face shows."""

    name: str = ""
    """Empty for a neutral face."""
    fresh: bool = False
    """Whether the newest event caused it."""
    says: str = ""
    """What a computer player says about it; usually nothing."""


@dataclass(frozen=True, slots=True)
class FeltEvent:
    """The event that the faces react to: the number of events up to it, and what each seat feels,
    from -2 (hurt) to 2 (triumph)."""

    moment: int
    feelings: tuple[int, ...]


def find_felt_event(history: History) -> FeltEvent | None:
    """The latest event since the last move, including that move, that anyone has feelings about."""
    for ago, step in enumerate(reversed(history.recent)):
        if any(felt := feelings(step)):
            return FeltEvent(history.moment - ago, felt)
        if isinstance(step.event, Played):
            return None
    return None


def feelings(step: Step) -> tuple[int, ...]:
    """What each seat feels about a step. What pleases the acting seat hurts the others.

    A game's `page` may define `feeling(step)`, the feeling of the acting seat; the default is
    `feeling_by_scores`.
    """
    own: Callable[[Step], int]
    own = getattr(find_game(step.game.name).part("page"), "feeling", feeling_by_scores)
    felt = max(-2, min(2, own(step)))
    acting = acting_seat(step.game, step.before, step.event, step.after) if felt else 0
    return tuple(felt if seat == acting else -felt for seat in range(step.game.seats))


def feeling_by_scores(step: Step) -> int:
    """What a seat feels about points that a move takes, and about taking the lead."""
    if step.game.seats != 2 or not isinstance(step.event, Played):
        return 0
    was, now = (tuple(step.game.scores(state)) for state in (step.before, step.after))
    mine, other = step.event.seat, 1 - step.event.seat
    leads = sum(was) >= EARLY and was[mine] - was[other] <= -BEHIND * sum(was)
    leads = leads and now[mine] > now[other]
    if now[mine] < was[mine]:
        return -_hurt(was[mine], now[mine])
    if now[other] < was[other]:
        return 2 if leads else _hurt(was[other], now[other])
    return 1 if leads else 0


def _hurt(was: int, now: int) -> int:
    """How much a loss of points hurts: 1 or 2."""
    lost = was - now
    return 2 if lost >= MANY and 3 * lost >= was else 1
