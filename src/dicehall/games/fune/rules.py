"""FUNE: thirteen combinations with five dice, for one or two seats.

Rule numbers are those of docs/rules/fune.md.
"""

from dataclasses import dataclass
from itertools import combinations

from dicehall.game.entry import check_value
from dicehall.game.messages import Message, translatable
from dicehall.game.protocol import check_move, check_roll
from dicehall.game.turns import D6, Chance, Decide, Over, Roll, Turn

DICE = 5
REROLLS = 2
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (
    "three-dice",
    "four-dice",
    "fune",
    "full-house",
    "short-straight",
    "long-straight",
    "choice",
)
BOXES = UPPER + LOWER
BONUS = 35
BONUS_AT = 63

Card = tuple[int | None, ...]
"""The points in each of `BOXES`; None if still open."""

TO_ROLL = 0
"""In `FuneState.dice`: this die is in the cup."""

KEEPS = {
    " ".join(["keep", *map(str, kept)]): kept
    for kept in sorted(
        kept for count in range(DICE) for kept in combinations(range(1, DICE + 1), count)
    )
}
"""The positions to keep, by move; keeping all five is not a move (FUNE 2)."""

SCORES = {f"score {box}": index for index, box in enumerate(BOXES)}


@dataclass(frozen=True, slots=True)
class FuneState:
    """Each seat's card, the seat to move, its dice by position, and how many times it has
    rolled."""

    cards: tuple[Card, ...]
    seat: int
    dice: tuple[int, ...]
    rolls: int

    @property
    def rerolls_left(self) -> int:
        return REROLLS + 1 - self.rolls


@dataclass(frozen=True, slots=True)
class Fune:
    """FUNE for one or two seats.

    >>> game = Fune()
    >>> state = game.roll(game.start(), (6, 6, 6, 2, 2))
    >>> game.scores(game.play(state, "score full-house"))
    (35,)
    """

    seats: int = 1

    def __post_init__(self) -> None:
        check_value("seats", self.seats, (1, 2))

    @property
    def name(self) -> str:
        return "fune"

    @property
    def options(self) -> dict[str, str]:
        return {}

    def start(self) -> FuneState:
        empty: Card = (None,) * len(BOXES)
        return FuneState((empty,) * self.seats, seat=0, dice=(TO_ROLL,) * DICE, rolls=0)

    def turn(self, state: FuneState) -> Turn:
        card = state.cards[state.seat]
        if None not in card:  # FUNE 7: seats alternate, so the next seat's card fills last
            return Over.at(self.scores(state))
        if TO_ROLL in state.dice:
            return Chance((D6,) * state.dice.count(TO_ROLL))
        keeps = tuple(KEEPS) if state.rerolls_left else ()
        scores = tuple(move for move, box in SCORES.items() if card[box] is None)  # FUNE 3
        return Decide(state.seat, keeps + scores)

    def play(self, state: FuneState, move: str) -> FuneState:
        check_move(self, state, move)
        if move in KEEPS:  # FUNE 2
            kept = KEEPS[move]
            dice = tuple(
                face if position in kept else TO_ROLL
                for position, face in enumerate(state.dice, start=1)
            )
            return FuneState(state.cards, state.seat, dice, state.rolls)
        box = SCORES[move]
        card = state.cards[state.seat]
        card = (*card[:box], points(BOXES[box], state.dice), *card[box + 1 :])
        return FuneState(
            cards=(*state.cards[: state.seat], card, *state.cards[state.seat + 1 :]),
            seat=(state.seat + 1) % self.seats,
            dice=(TO_ROLL,) * DICE,
            rolls=0,
        )

    def roll(self, state: FuneState, roll: Roll) -> FuneState:
        check_roll(self, state, roll)
        fresh = iter(roll)
        dice = tuple(next(fresh) if face == TO_ROLL else face for face in state.dice)
        return FuneState(state.cards, state.seat, dice, state.rolls + 1)

    def scores(self, state: FuneState) -> tuple[int, ...]:
        return tuple(map(total, state.cards))

    def why_not(self, state: FuneState, move: str) -> Message:
        if move in SCORES:
            return translatable("%(box)s is already confirmed", box=BOXES[SCORES[move]])
        if move in KEEPS:
            return translatable("you have used both re-rolls of this turn: confirm a combination")
        if move == "keep 1 2 3 4 5":
            return translatable(
                "you are keeping all five dice, so there is nothing to roll: confirm a "
                "combination instead"
            )
        return translatable(
            "%(move)r is not a move: keep some dice or score an open combination", move=move[:40]
        )


def points(box: str, dice: tuple[int, ...]) -> int:
    """The points of five dice in a box (FUNE 4 and 5).

    >>> points("short-straight", (1, 2, 2, 3, 4)), points("full-house", (1, 1, 1, 1, 1))
    (30, 0)
    """
    alike = sorted((dice.count(face) for face in set(dice)), reverse=True)
    match box:
        case "three-dice":
            return sum(dice) if alike[0] >= 3 else 0
        case "four-dice":
            return sum(dice) if alike[0] >= 4 else 0
        case "fune":
            return 50 if alike[0] == 5 else 0
        case "full-house":
            return 35 if alike == [3, 2] else 0
        case "short-straight":
            return 30 if _longest_run(dice) >= 4 else 0
        case "long-straight":
            return 40 if _longest_run(dice) == 5 else 0
        case "choice":
            return sum(dice)
        case _:
            face = UPPER.index(box) + 1
            return face * dice.count(face)


def upper_sum(card: Card) -> int:
    """The points in the six upper boxes so far."""
    return sum(points or 0 for points in card[: len(UPPER)])


def bonus(card: Card) -> int:
    """The bonus of a card (FUNE 6)."""
    return BONUS if upper_sum(card) >= BONUS_AT else 0


def total(card: Card) -> int:
    """A card's points so far, including the bonus."""
    return sum(points or 0 for points in card) + bonus(card)


def _longest_run(dice: tuple[int, ...]) -> int:
    longest = run = 0
    for face in D6.faces:
        run = run + 1 if face in dice else 0
        longest = max(longest, run)
    return longest
