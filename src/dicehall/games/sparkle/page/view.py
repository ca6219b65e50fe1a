"""The page of Sparkle: five dice in fixed places, on the table or banked, and the threshold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dicehall.game.records import Played
from dicehall.game_page.scene import Scene
from dicehall.games.sparkle.page.choices import NOTHING, Choice, choices, status, tension
from dicehall.games.sparkle.page.effects import (
    Effects,
    ask_before_fizzle,
    effects,
    explained,
    stakes,
)
from dicehall.games.sparkle.page.flights import Flight, flights
from dicehall.games.sparkle.page.ladder import Ladder, ladder
from dicehall.games.sparkle.page.marks import Bracket, DieMark, brackets, marks
from dicehall.games.sparkle.page.trail import SparkleTrail
from dicehall.games.sparkle.rules import ALL, Positions, Sparkle, SparkleState, selections
from dicehall.games.sparkle.words import face_name
from dicehall.words.language import _

BAR_LENGTH = 1000
BEYOND = 1.25
"""How far the bar reaches beyond the threshold, so that its mark is visible."""
DIAMONDS = 5
"""How many Extra Dice always have a place; more are drawn too, up to `MOST_DIAMONDS`."""
MOST_DIAMONDS = 8


@dataclass(frozen=True, slots=True)
class SparkleDie:
    """A die at its place; `rolled` is the number of the roll it shows."""

    position: int
    face: int
    """0 while it is rolling."""
    name: str
    banked: bool
    rolled: int
    void: bool
    """Whether it makes its roll void."""
    mark: DieMark | None
    """The label of a die on the table."""

    @property
    def scores(self) -> bool:
        return self.mark is not None and not self.mark.reason

    @property
    def group(self) -> str:
        """The places of the dice that one tap selects."""
        return " ".join(map(str, self.mark.group)) if self.mark else ""


@dataclass(frozen=True, slots=True)
class BarView:
    """The progress to the threshold, in points and as shares of the bar."""

    most: int
    reached: int
    safe: int
    at_stake: int
    mark: int


@dataclass(frozen=True, slots=True)
class SparkleView:
    """The dice and the score; spectators get no choices."""

    dice: tuple[SparkleDie, ...]
    brackets: tuple[Bracket, ...]
    state: SparkleState
    ladder: Ladder
    bar: BarView
    status: str
    diamonds: tuple[bool, ...]
    """A place for each Extra Die, and whether it is there."""
    fizzle: str
    """What accepting a fizzle means; empty if the roll scores."""
    question: str
    """The question before accepting it; empty if there is none."""
    tension: int
    """How tense the roll in the air is, from 0 to 2."""
    effects: Effects
    void_breath_ms: int
    """How long a void roll stands: long for the first, short for others in a row."""
    lifts: bool
    """Whether dice are rolling and nothing else needs to be shown first."""
    explained: str
    """What has just happened."""
    choices: dict[str, Choice]
    flights: dict[str, Flight]
    is_best: bool

    @property
    def offers_new_game(self) -> bool:
        """Whether another game can be started beside this one."""
        return True

    @property
    def choice(self) -> Choice | None:
        """The texts for an empty selection."""
        return self.choices.get("")

    @property
    def lone(self) -> Flight | None:
        """The only re-roll that Extra Dice can pay, if there is exactly one."""
        payable = [flight for flight in self.flights.values() if not flight["reroll"]]
        return payable[0] if len(payable) == 1 else None


def view(scene: Scene) -> SparkleView:
    """What the seat has, and what it can do."""
    game: Sparkle = scene.game  # type: ignore[assignment]
    state: SparkleState = scene.state
    trail: SparkleTrail = scene.history.trail or SparkleTrail()
    seen = effects(scene)
    over = not scene.running and bool(scene.match_id)
    places = min(max(state.extra, DIAMONDS), MOST_DIAMONDS)
    fizzled = not (state.throwing or selections(state))
    return SparkleView(
        dice=_dice(scene, trail, seen),
        brackets=brackets(state),
        state=state,
        ladder=ladder(game, state),
        bar=_bar(game, state),
        status=status(game, state, NOTHING),
        diamonds=tuple(number < state.extra for number in range(places)),
        fizzle=stakes(game, state) if fizzled else "",
        question=ask_before_fizzle(game, state) if fizzled else "",
        tension=tension(state) if state.throwing else 0,
        effects=seen,
        void_breath_ms=800 if len(trail.voids) < 2 else 150,
        lifts=bool(state.throwing) and not (seen.void or seen.gain or seen.loss or seen.extra),
        explained=explained(scene, seen, trail),
        choices=choices(scene) if scene.moves else {},
        flights=flights(scene) if scene.moves else {},
        is_best=over and state.total > 0 and state.total == scene.best,
    )


def read_move(form: Mapping[str, Sequence[str]]) -> str:
    """The button's verb with the selected dice, or for a re-roll with those to roll again.

    A form with a field `table` is of the older kind, in which the dice to keep were selected.
    """
    verb = " ".join(form.get("verb", ()))
    picked = sorted(form.get("dice", ()))
    if verb == "reroll" and "table" in form:
        table = " ".join(form["table"]).split()
        picked = [position for position in table if position not in picked]
    elif verb == "reroll":
        picked = sorted(form.get("fly", ()))
    return " ".join([verb] if verb == "fizzle" else [verb, *picked])


def _dice(scene: Scene, trail: SparkleTrail, seen: Effects) -> tuple[SparkleDie, ...]:
    state: SparkleState = scene.state
    faces, banked = _lying(scene)
    faces |= dict(zip(state.throwing, seen.void, strict=False))
    marked = marks(state)
    return tuple(
        SparkleDie(
            position=position,
            face=face,
            name=face_name(face) if face else _("in the air"),
            banked=position in banked,
            rolled=trail.thrown[position - 1],
            void=bool(seen.void) and position in state.throwing and face == state.waiting,
            mark=marked.get(position),
        )
        for position, face in faces.items()
    )


def _lying(scene: Scene) -> tuple[dict[int, int], Positions]:
    """The face of each die, 0 if it is rolling, and which dice are banked. Until all five are
    rolled again, they stay where the last move left them, so the table is never empty."""
    state: SparkleState = scene.state
    last = scene.last
    if state.throwing != ALL or last is None or not isinstance(last.event, Played):
        faces = dict(zip(ALL, state.dice, strict=True)) | dict.fromkeys(state.throwing, 0)
        return faces, state.banked
    before: SparkleState = last.before
    verb, *chosen = last.event.move.split()
    ended = verb in ("end", "fizzle")
    banked = (*before.banked, *map(int, chosen)) if ended else ()
    return dict(zip(ALL, before.dice, strict=True)), banked


def _bar(game: Sparkle, state: SparkleState) -> BarView:
    threshold = game.threshold(state.number)
    reached = state.total + state.points
    bankable = max((bank.points for bank in selections(state).values()), default=0)
    most = max(round(threshold * BEYOND), reached + bankable)

    def length(points: int) -> int:
        return round(BAR_LENGTH * points / most)

    return BarView(
        most=most,
        reached=reached,
        safe=length(state.total),
        at_stake=length(reached) - length(state.total),
        mark=length(threshold),
    )
