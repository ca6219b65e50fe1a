"""The labels of the dice on the table: what each scores, with which others, or why not."""

from dataclasses import dataclass

from dicehall.games.sparkle.rules import ALL, SINGLES, Positions, SparkleState, selections
from dicehall.games.sparkle.words import face_name, is_heap
from dicehall.words.language import _
from dicehall.words.numbers import say_number


@dataclass(frozen=True, slots=True)
class DieMark:
    """How a die can be banked; `reason` is empty if it can be."""

    tag: str = ""
    group: Positions = ()
    """The dice that one tap selects together."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Bracket:
    """Spans the dice of a set or heap, from the first to the last."""

    first: int
    last: int


def marks(state: SparkleState) -> dict[int, DieMark]:
    """The marks of the dice on the table; none while dice are rolling."""
    if state.throwing or state.lost:
        return {}
    return {position: _mark(state, position) for position in state.table}


def brackets(state: SparkleState) -> tuple[Bracket, ...]:
    """A bracket for each set of the roll."""
    if state.throwing or state.lost:
        return ()
    return tuple(Bracket(group[0], group[-1]) for group, _points in groups(state))


def groups(state: SparkleState) -> list[tuple[Positions, int]]:
    """The dice that only score together, and their points; for a set, all dice that can be in
    it."""
    banks = selections(state)
    if is_heap(state):
        return [(ALL, banks[ALL].points)]
    members: dict[int, set[int]] = {}
    points: dict[int, int] = {}
    for chosen, bank in banks.items():
        if bank.set_of and len(chosen) == 3:
            members.setdefault(bank.set_of, set()).update(chosen)
            points[bank.set_of] = bank.points
    return [(tuple(sorted(members[value])), points[value]) for value in sorted(members)]


def _mark(state: SparkleState, position: int) -> DieMark:
    banks = selections(state)
    face = state.dice[position - 1]
    if not banks:
        return DieMark(
            reason=_("Nothing scores here: pay Extra Dice to re-roll, or accept the fizzle.")
        )
    if all(position not in chosen for chosen in banks):
        values = {"position": position, "face": face_name(face)}
        return DieMark(
            reason=_("Die %(position)d stays: a %(face)s scores only in three of a kind.") % values
        )
    together = _together(state, position)
    single = _("+%(points)d") % {"points": SINGLES[face]} if face in SINGLES else ""
    if not together:
        return DieMark(single)
    fourth = any(len(group) == 4 and group[-1] == position for group, _points in groups(state))
    return DieMark(_shared_tag(state, position) or (single if fourth else ""), together)


def _together(state: SparkleState, position: int) -> Positions:
    """The best of the smallest sets or heaps with this die. Of four alike, the last die goes with
    the two before it, so that the Spark can be left out."""
    banks = selections(state)
    with_it = [
        chosen
        for chosen, bank in banks.items()
        if position in chosen and (is_heap(state) or (bank.set_of and len(chosen) == 3))
    ]
    if with_it and position == max(max(chosen) for chosen in with_it):
        with_it.reverse()
    return max(with_it, key=lambda chosen: banks[chosen].points, default=())


def _shared_tag(state: SparkleState, position: int) -> str:
    """The dice of a set share one tag, on the second of them, which is never the Spark."""
    for group, points in groups(state):
        if group[len(group) // 2 if is_heap(state) else 1] == position:
            message = _("heap +%(points)s") if is_heap(state) else _("set +%(points)s")
            return message % {"points": say_number(points)}
    return ""
