"""Sparkle: press your luck with five dice, one of which has a wild face.

Rule numbers are those of docs/rules/sparkle.md.
"""

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import NamedTuple

from dicehall.game.protocol import check_move, check_roll
from dicehall.game.turns import D6, SPARK, SPARK_DIE, Chance, Decide, Over, Roll, Turn

DICE = (SPARK_DIE, D6, D6, D6, D6)
ALL = (1, 2, 3, 4, 5)
EXTRA_DICE = 5
SINGLES = {1: 10, 5: 5, SPARK: 10}

Positions = tuple[int, ...]
"""Places of dice, 1 to 5, in ascending order."""


class Bank(NamedTuple):
    """What a selection of dice is worth, and the number of the set in it (0 if it holds none)."""

    points: int
    set_of: int


@dataclass(frozen=True, slots=True)
class SparkleState:
    """A game between two answers of the dice or the seat."""

    number: int
    """Which turn this is, from 1."""
    total: int
    points: int
    """Banked in this turn, not yet safe."""
    dice: tuple[int, ...]
    """The face that each die showed last in this turn, by position; 0 before it has fallen."""
    banked: Positions
    throwing: Positions
    """The dice in the air; empty while the seat decides."""
    waiting: int
    """The number of the set that waits for its certificate, or 0."""
    extra: int
    lost: bool = False

    @property
    def table(self) -> Positions:
        """The dice of this roll: not banked."""
        return tuple(position for position in ALL if position not in self.banked)

    def faces(self, positions: Positions) -> Roll:
        return tuple(self.dice[position - 1] for position in positions)


@dataclass(frozen=True, slots=True)
class Sparkle:
    """Sparkle with its curve of thresholds, `classic` or `gentle`.

    >>> game = Sparkle()
    >>> state = game.roll(game.start(), (SPARK, 6, 6, 1, 2))
    >>> [move for move in game.turn(state).moves if not move.startswith("reroll")]
    ['roll 1 2 3', 'roll 1 2 3 4']
    """

    curve: str = "classic"

    @property
    def name(self) -> str:
        return "sparkle"

    @property
    def seats(self) -> int:
        return 1

    @property
    def options(self) -> dict[str, str]:
        return {} if self.curve == "classic" else {"curve": self.curve}

    def threshold(self, number: int) -> int:
        """The total that turn `number` asks for (Sparkle 2).

        >>> [Sparkle("gentle").threshold(number) for number in (1, 3, 4, 7)]
        [50, 50, 100, 200]
        """
        if self.curve == "classic":
            return 100 << (number - 1)
        return 50 << ((number - 1) // 3)

    def start(self) -> SparkleState:
        return _new_turn(number=1, total=0, extra=EXTRA_DICE)

    def turn(self, state: SparkleState) -> Turn:
        if state.lost:
            return Over.at(self.scores(state))
        if state.throwing:
            return Chance(tuple(DICE[position - 1] for position in state.throwing))
        banks = selections(state)
        rolls = tuple(_spell("roll", chosen) for chosen in banks)
        ends = tuple(
            _spell("end", chosen) for chosen in banks if not self.why_no_end(state, chosen)
        )
        rerolls = tuple(
            _spell("reroll", chosen)
            for chosen in _subsets(state.table)
            if len(chosen) <= state.extra
        )
        return Decide(0, (rolls + ends if banks else ("fizzle",)) + rerolls)

    def play(self, state: SparkleState, move: str) -> SparkleState:
        check_move(self, state, move)
        verb, *rest = move.split()
        chosen = tuple(map(int, rest))
        if verb == "reroll":  # Sparkle 11
            return replace(state, throwing=chosen, extra=state.extra - len(chosen))
        if verb == "fizzle":  # Sparkle 10
            lost = state.total < self.threshold(state.number)
            return replace(state, points=0, lost=True) if lost else _next_turn(state, state.total)
        bank = selections(state)[chosen]
        points = state.points + bank.points
        if verb == "end":  # Sparkle 9
            return _next_turn(state, state.total + points)
        banked = tuple(sorted(state.banked + chosen))
        if banked == ALL:  # Sparkle 8
            banked = ()
        throwing = tuple(position for position in ALL if position not in banked)
        return replace(state, points=points, banked=banked, throwing=throwing, waiting=bank.set_of)

    def roll(self, state: SparkleState, roll: Roll) -> SparkleState:
        check_roll(self, state, roll)
        if state.waiting and state.waiting in roll:  # Sparkle 7: void, the same dice again
            return state
        dice = list(state.dice)
        for position, face in zip(state.throwing, roll, strict=True):
            dice[position - 1] = face
        after = replace(state, dice=tuple(dice), throwing=())
        if selections(after):  # Sparkle 7: a roll that scores is the certificate
            return replace(after, waiting=0)
        five_fizzled = state.throwing == ALL  # Sparkle 11
        return replace(after, extra=state.extra + five_fizzled)

    def scores(self, state: SparkleState) -> tuple[int, ...]:
        return (state.total,)

    def why_no_end(self, state: SparkleState, chosen: Positions) -> str:
        """What forbids to end the turn with this bank; empty if nothing does (Sparkle 9)."""
        bank = selections(state)[chosen]
        if len(state.banked) + len(chosen) == len(ALL):
            return "all five dice are banked: they come back and must be rolled"
        if bank.set_of:
            return "a set is waiting for its certificate: roll again"
        reached, threshold = state.total + state.points + bank.points, self.threshold(state.number)
        if reached < threshold:
            return f"{reached} of {threshold} points: {threshold - reached} are missing"
        return ""

    def why_not(self, state: SparkleState, move: str) -> str:
        verb, *rest = move.split() or [""]
        chosen = tuple(int(word) if word in "12345" else 0 for word in rest)
        if move == "fizzle":
            return "this roll scores: bank some of it"
        if verb not in ("roll", "end", "reroll") or move != _spell(verb, tuple(sorted({*chosen}))):
            return f"{move[:40]!r} is no move: roll, end or reroll, positions in ascending order"
        for position in chosen:
            if position not in state.table:
                return f"die {position} is not on the table"
        if verb == "reroll":
            if not chosen:
                return "choose the dice to re-roll"
            return f"{len(chosen)} dice to re-roll, but only {state.extra} Extra Dice left"
        if not selections(state):
            return "nothing in this roll scores: re-roll with Extra Dice or accept the fizzle"
        if chosen in selections(state):
            return self.why_no_end(state, chosen)
        return _why_no_bank(state, chosen)


def selections(state: SparkleState) -> dict[Positions, Bank]:
    """Every selection of the dice on the table that may be banked (Sparkle 3 to 6)."""
    table = state.table
    banks = _banks(state.faces(table))
    return {tuple(table[i] for i in chosen): bank for chosen, bank in banks.items()}


def set_of(value: int) -> int:
    """The points of three alike."""
    return 100 if value == 1 else 10 * value


def heap_of(value: int) -> int:
    """The points of five alike."""
    return 1000 if value == 1 else 100 * value


@cache
def _banks(faces: Roll) -> dict[tuple[int, ...], Bank]:
    """The selections of a roll by index; empty if the roll fizzles."""
    banks = {}
    for chosen in _subsets(tuple(range(len(faces)))):
        bank = _bank(faces, tuple(faces[i] for i in chosen))
        if bank:
            banks[chosen] = bank
    return banks


def _bank(faces: Roll, chosen: Roll) -> Bank | None:
    """What the chosen faces of a roll score; None if one does not, or a duty is left undone."""
    heap, sets = _duties(faces)
    if heap:
        return Bank(heap_of(heap), 0) if len(chosen) == len(faces) else None
    if not sets:
        return _with_singles(chosen, Bank(0, 0))
    banks = [
        _with_singles(rest, Bank(set_of(value), value))
        for value, combination in sets.items()
        if (rest := _without(chosen, combination)) is not None
    ]
    return max(filter(None, banks), default=None)  # Sparkle 5: of two pairs the better


def _duties(faces: Roll) -> tuple[int, dict[int, Roll]]:
    """The value of the heap that must be banked, or the sets of which one must (Sparkle 5, 6)."""
    wild = SPARK in faces
    counts = {value: faces.count(value) for value in faces if value != SPARK}
    for value, count in counts.items():
        if count + wild == len(ALL):
            return value, {}
    sets: dict[int, Roll] = {value: (value,) * 3 for value in counts if counts[value] >= 3}
    if wild and not sets:
        sets = {value: (SPARK, value, value) for value in counts if counts[value] == 2}
    return 0, sets


def _without(faces: Roll, combination: Roll) -> Roll | None:
    """The faces beside a combination; None if they do not hold it."""
    rest = list(faces)
    for face in combination:
        if face not in rest:
            return None
        rest.remove(face)
    return tuple(rest)


def _with_singles(faces: Roll, bank: Bank) -> Bank | None:
    """The bank with dice that score one by one; None if one of them does not."""
    if any(face not in SINGLES for face in faces):
        return None
    return Bank(bank.points + sum(SINGLES[face] for face in faces), bank.set_of)


def _why_no_bank(state: SparkleState, chosen: Positions) -> str:
    heap, sets = _duties(state.faces(state.table))
    if heap:
        return "the roll is a heap: bank all five dice"
    if sets and all(_without(state.faces(chosen), needed) is None for needed in sets.values()):
        named = " or ".join(f"{value}s" for value in sets)
        return f"the roll holds a set of {named}: the selection must contain it"
    if not chosen:
        return "choose at least one scoring die"
    return "every die of the selection must score: alone only a 1, a 5 or the Spark does"


def _new_turn(number: int, total: int, extra: int) -> SparkleState:
    return SparkleState(
        number, total, points=0, dice=(0,) * 5, banked=(), throwing=ALL, waiting=0, extra=extra
    )


def _next_turn(state: SparkleState, total: int) -> SparkleState:
    gift = state.number % 3 == 0  # Sparkle 11
    return _new_turn(state.number + 1, total, state.extra + gift)


@cache
def _subsets(items: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The non-empty parts, in ascending order."""
    return tuple(
        sorted(part for size in range(1, len(items) + 1) for part in combinations(items, size))
    )


def _spell(verb: str, positions: Positions) -> str:
    return " ".join([verb, *map(str, positions)])
