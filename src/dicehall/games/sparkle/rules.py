"""Sparkle: press your luck with five dice, one of which has a wild face.

Rule numbers are those of docs/rules/sparkle.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

from dicehall.game.entry import check_value
from dicehall.game.messages import Message, translatable, translatable_plural
from dicehall.game.protocol import check_move, check_roll
from dicehall.game.turns import D6, SPARK_DIE, Chance, Decide, Over, Roll, Turn
from dicehall.games.sparkle.banks import (
    ALL,
    SINGLES,
    Bank,
    Positions,
    banks_of,
    heap_of,
    parts_of,
    set_of,
    why_no_bank,
)

__all__ = [
    "ALL",
    "DICE",
    "EXTRA_DICE",
    "MOVES",
    "SINGLES",
    "Bank",
    "Positions",
    "Sparkle",
    "SparkleState",
    "comes_back",
    "fizzle_chance",
    "heap_of",
    "parts_of",
    "selections",
    "set_of",
    "spell",
]

DICE = (SPARK_DIE, D6, D6, D6, D6)
EXTRA_DICE = 5


@dataclass(frozen=True, slots=True)
class SparkleState:
    """A state of the game, before a roll or a decision."""

    number: int
    """The number of the turn, from 1."""
    total: int
    points: int
    """Banked in this turn, not yet safe."""
    dice: tuple[int, ...]
    """The last face of each die in this turn, by position; 0 before it was rolled."""
    banked: Positions
    throwing: Positions
    """The dice to be rolled now; empty while the seat decides."""
    waiting: int
    """The number of the set that waits for its certificate, or 0."""
    extra: int
    lost: bool = False

    @property
    def table(self) -> Positions:
        """The dice of this roll that are not banked."""
        return _others(self.banked)

    def faces(self, positions: Positions) -> Roll:
        return _faces(self.dice, positions)


CURVES = ("classic", "gentle")


@dataclass(frozen=True, slots=True)
class Sparkle:
    """Sparkle with its curve of thresholds, `classic` or `gentle`.

    >>> from dicehall.game.turns import SPARK
    >>> game = Sparkle()
    >>> state = game.roll(game.start(), (SPARK, 6, 6, 1, 2))
    >>> [move for move in game.turn(state).moves if not move.startswith("reroll")]
    ['roll 1 2 3', 'roll 1 2 3 4']
    """

    curve: str = "classic"

    def __post_init__(self) -> None:
        check_value("curve", self.curve, CURVES)

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
        """The threshold of a turn (Sparkle 2).

        >>> [Sparkle("gentle").threshold(number) for number in (1, 3, 4, 7)]
        [50, 50, 100, 200]
        """
        if self.curve == "classic":
            return 100 << (number - 1)
        return 50 << ((number - 1) // 3)

    def survives_fizzle(self, state: SparkleState) -> bool:
        """Whether the game continues after a fizzle (Sparkle 10)."""
        return state.total >= self.threshold(state.number)

    def start(self) -> SparkleState:
        return _new_turn(number=1, total=0, extra=EXTRA_DICE)

    def turn(self, state: SparkleState) -> Turn:
        if state.lost:
            return Over.at(self.scores(state))
        if state.throwing:
            return _chance(state.throwing)
        table, banks = _others(state.banked), selections(state)
        rolls = [_ROLLS[chosen] for chosen in banks] or ["fizzle"]
        missing = self.threshold(state.number) - state.total - state.points
        ends = [
            _ENDS[chosen]
            for chosen, bank in banks.items()
            if bank.points >= missing and not bank.set_of and chosen != table  # Sparkle 7 to 9
        ]
        return Decide(0, (*rolls, *ends, *_rerolls(table, min(state.extra, len(ALL)))))

    def play(self, state: SparkleState, move: str) -> SparkleState:
        verb, chosen = _MEANINGS.get(move, ("", ()))
        banks = selections(state)
        if not self._allows(state, verb, chosen, banks):
            check_move(self, state, move)
        number, total, dice, banked = state.number, state.total, state.dice, state.banked
        points, waiting, extra = state.points, state.waiting, state.extra
        if verb == "reroll":  # Sparkle 11
            extra -= len(chosen)
            return SparkleState(number, total, points, dice, banked, chosen, waiting, extra)
        if verb == "fizzle":  # Sparkle 10
            if self.survives_fizzle(state):
                return _next_turn(state, total)
            return SparkleState(number, total, 0, dice, banked, (), waiting, extra, lost=True)
        bank = banks[chosen]
        points += bank.points
        if verb == "end":  # Sparkle 9
            return _next_turn(state, total + points)
        throwing = _others(banked + chosen) or ALL  # Sparkle 8
        banked = _others(throwing)
        return SparkleState(number, total, points, dice, banked, throwing, bank.set_of, extra)

    def roll(self, state: SparkleState, roll: Roll) -> SparkleState:
        check_roll(self, state, roll)
        if state.waiting and state.waiting in roll:  # Sparkle 7: void, the same dice again
            return state
        dice = _fallen(state.dice, state.throwing, roll)
        table, waiting, extra = _others(state.banked), state.waiting, state.extra
        if banks_of(table, _faces(dice, table)):
            waiting = 0  # Sparkle 7: a roll that scores is the certificate
        elif state.throwing == ALL:
            extra += 1  # Sparkle 11
        number, total, points, banked = state.number, state.total, state.points, state.banked
        return SparkleState(number, total, points, dice, banked, (), waiting, extra)

    def scores(self, state: SparkleState) -> tuple[int, ...]:
        return (state.total,)

    def _allows(
        self, state: SparkleState, verb: str, chosen: Positions, banks: Mapping[Positions, Bank]
    ) -> bool:
        """Whether a move is legal; faster than listing the legal moves."""
        if state.lost or state.throwing:
            return False
        match verb:
            case "roll":
                return chosen in banks
            case "end":
                return chosen in banks and not self.why_no_end(state, chosen)
            case "reroll":
                return len(chosen) <= state.extra and {*chosen}.isdisjoint(state.banked)
            case _:
                return verb == "fizzle" and not banks

    def why_no_end(self, state: SparkleState, chosen: Positions) -> Message | None:
        """Why the turn cannot end with this bank; None if it can (Sparkle 9)."""
        bank = selections(state)[chosen]
        if comes_back(state, chosen):
            return translatable("all five dice are banked: they come back and must be rolled")
        if bank.set_of:
            return translatable("a set is waiting for its certificate: roll again")
        reached, threshold = state.total + state.points + bank.points, self.threshold(state.number)
        if reached < threshold:
            return translatable_plural(
                "%(reached)d of %(threshold)d points: %(count)d to go",
                "%(reached)d of %(threshold)d points: %(count)d to go",
                threshold - reached,
                reached=reached,
                threshold=threshold,
            )
        return None

    def why_not(self, state: SparkleState, move: str) -> Message | None:
        verb, *rest = move.split() or [""]
        chosen = tuple(int(word) if word in "12345" else 0 for word in rest)
        if move == "fizzle":
            return translatable("this roll scores: bank at least one die")
        if verb not in ("roll", "end", "reroll") or move != spell(verb, tuple(sorted({*chosen}))):
            return translatable(
                "%(move)r is not a move: roll, end or reroll, with positions in ascending order",
                move=move[:40],
            )
        for position in chosen:
            if position not in state.table:
                return translatable("die %(position)d is not on the table", position=position)
        if verb == "reroll":
            if not chosen:
                return translatable("choose the dice to re-roll")
            return translatable_plural(
                "%(count)d die to re-roll, but only %(extra)d Extra Dice left",
                "%(count)d dice to re-roll, but only %(extra)d Extra Dice left",
                len(chosen),
                extra=state.extra,
            )
        if not selections(state):
            return translatable(
                "nothing in this roll scores: pay Extra Dice to re-roll or accept the fizzle"
            )
        if chosen in selections(state):
            return self.why_no_end(state, chosen)
        return why_no_bank(state.faces(state.table), state.faces(chosen))


def selections(state: SparkleState) -> Mapping[Positions, Bank]:
    """All selections of the dice on the table that can be banked (Sparkle 3 to 6)."""
    table = _others(state.banked)
    return banks_of(table, _faces(state.dice, table))


def comes_back(state: SparkleState, chosen: Positions) -> bool:
    """Whether banking these dice banks all five, which come back and must be rolled (Sparkle 8)."""
    return len(state.banked) + len(chosen) == len(ALL)


def fizzle_chance(state: SparkleState) -> Fraction:
    """The chance that the roll that is due scores nothing. A void roll is rolled again, so it
    does not count (Sparkle 7).

    >>> fizzle_chance(Sparkle().start())
    Fraction(25, 432)
    """
    kept = tuple(position for position in state.table if position not in state.throwing)
    return _fizzle_chance(state.throwing, state.faces(kept), state.waiting)


def spell(verb: str, positions: Positions) -> str:
    """The move for a verb and the positions of some dice."""
    return " ".join([verb, *map(str, positions)])


def _new_turn(number: int, total: int, extra: int) -> SparkleState:
    return SparkleState(
        number, total, points=0, dice=(0,) * 5, banked=(), throwing=ALL, waiting=0, extra=extra
    )


def _next_turn(state: SparkleState, total: int) -> SparkleState:
    gift = state.number % 3 == 0  # Sparkle 11
    return _new_turn(state.number + 1, total, state.extra + gift)


@cache  # 31 subsets of five dice
def _chance(throwing: Positions) -> Chance:
    return Chance(tuple(DICE[position - 1] for position in throwing))


@cache  # each die is banked, kept without scoring or rolled, for each set that can wait
def _fizzle_chance(throwing: Positions, kept: Roll, waiting: int) -> Fraction:
    if not SINGLES.keys().isdisjoint(kept):
        return Fraction(0)
    faces = [[face for face in DICE[die - 1].faces if face != waiting] for die in throwing]
    dull = [[face for face in shown if face not in SINGLES] for shown in faces]
    table = ALL[: len(kept) + len(throwing)]  # only the faces matter
    misses = sum(not banks_of(table, kept + roll) for roll in product(*dull))
    return Fraction(misses, prod(map(len, faces)))


@cache  # those 31, and zero to five Extra Dice
def _rerolls(table: Positions, most: int) -> tuple[str, ...]:
    """The moves that re-roll at most `most` of the dice on the table (Sparkle 11)."""
    return tuple(_REROLLS[chosen] for chosen in parts_of(table) if len(chosen) <= most)


@cache  # each die was banked before, is banked now, or neither: 3 ** 5
def _others(positions: Positions) -> Positions:
    """The other positions of the five."""
    return tuple(position for position in ALL if position not in positions)


def _fallen(dice: tuple[int, ...], throwing: Positions, roll: Roll) -> Roll:
    """The faces of all five dice after a roll of some."""
    if throwing == ALL:
        return roll
    faces = list(dice)
    for position, face in zip(throwing, roll, strict=True):
        faces[position - 1] = face
    return tuple(faces)


def _faces(dice: tuple[int, ...], positions: Positions) -> Roll:
    return dice if positions == ALL else tuple([dice[position - 1] for position in positions])


_ROLLS = {chosen: spell("roll", chosen) for chosen in parts_of(ALL)}
_ENDS = {chosen: spell("end", chosen) for chosen in parts_of(ALL)}
_REROLLS = {chosen: spell("reroll", chosen) for chosen in parts_of(ALL)}
_MEANINGS: dict[str, tuple[str, Positions]] = {
    "fizzle": ("fizzle", ()),
    **{move: ("roll", chosen) for chosen, move in _ROLLS.items()},
    **{move: ("end", chosen) for chosen, move in _ENDS.items()},
    **{move: ("reroll", chosen) for chosen, move in _REROLLS.items()},
}
"""The verb and the positions of each move."""
MOVES = tuple(_MEANINGS)
