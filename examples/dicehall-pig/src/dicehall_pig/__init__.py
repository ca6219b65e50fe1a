"""Pig: roll as often as you dare.

On your turn, roll one die as often as you like:

- A 2 to 6 is added to the points of your turn.
- A 1 loses them all and ends your turn.
- If you hold, you keep the points of your turn for good, and your turn ends.

The first player to hold 100 points wins.
"""

from dataclasses import dataclass, replace

from dicehall import D6, Chance, Decide, Entry, Over, Roll, Turn, check_move, check_roll

GOAL = 100


@dataclass(frozen=True, slots=True)
class PigState:
    """Each seat's total, the seat to move, the points of its turn, and the die."""

    totals: tuple[int, int]
    seat: int
    points: int
    die: int | None
    rolling: bool


@dataclass(frozen=True, slots=True)
class Pig:
    """Pig for two seats."""

    name = "pig"
    seats = 2

    @property
    def options(self) -> dict[str, str]:
        return {}

    def start(self) -> PigState:
        return PigState(totals=(0, 0), seat=0, points=0, die=None, rolling=False)

    def turn(self, state: PigState) -> Turn:
        if max(state.totals) >= GOAL:
            return Over.at(state.totals)
        if state.rolling:
            return Chance((D6,))
        return Decide(state.seat, ("roll", "hold") if state.points else ("roll",))

    def play(self, state: PigState, move: str) -> PigState:
        check_move(self, state, move)
        if move == "roll":
            return replace(state, rolling=True)
        first, second = state.totals
        held = (first, second + state.points) if state.seat else (first + state.points, second)
        return replace(state, totals=held, seat=1 - state.seat, points=0)

    def roll(self, state: PigState, roll: Roll) -> PigState:
        check_roll(self, state, roll)
        (die,) = roll
        if die == 1:
            return replace(state, seat=1 - state.seat, points=0, die=die, rolling=False)
        return replace(state, points=state.points + die, die=die, rolling=False)

    def scores(self, state: PigState) -> tuple[int, ...]:
        return state.totals

    def why_not(self, state: PigState, move: str) -> str:
        if move == "hold":
            return "you have nothing to hold yet: roll first"
        return f"{move[:40]!r} is not a move: roll or hold"


PIG = Entry(
    "pig",
    "Pig",
    Pig,
    seats=(2,),
    line="Roll as often as you dare.",
    package="dicehall_pig",
)
