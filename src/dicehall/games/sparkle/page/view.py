"""The page of Sparkle: five dice in fixed places, on the table or banked, and the way to go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dicehall.game.turns import SPARK, Roll
from dicehall.games.sparkle.page.choices import Choice, choices, status
from dicehall.games.sparkle.page.trail import SparkleTrail
from dicehall.games.sparkle.rules import ALL, Bank, Positions, Sparkle, SparkleState, selections
from dicehall.games.sparkle.words import face_name
from dicehall.page.scene import Scene
from dicehall.words.language import _, ngettext

BAR_LENGTH = 1000
BEYOND = 1.25
"""How far the bar reaches beyond the threshold, so that its mark is seen."""


@dataclass(frozen=True, slots=True)
class SparkleDie:
    """A die at its place; `rolled` is the number of the roll that it shows."""

    position: int
    face: int
    """0 while it is in the air."""
    name: str
    banked: bool
    picked: bool
    rolled: int


@dataclass(frozen=True, slots=True)
class BarView:
    """The way to the threshold, in points, and in parts of the bar's length."""

    most: int
    reached: int
    safe: int
    at_stake: int
    mark: int


@dataclass(frozen=True, slots=True)
class FizzleView:
    """A roll with nothing in it: what accepting it means."""

    stakes: str
    ends_game: bool


@dataclass(frozen=True, slots=True)
class SparkleView:
    """The dice and the score; the choices are empty for those who only watch."""

    dice: tuple[SparkleDie, ...]
    state: SparkleState
    threshold: int
    bar: BarView
    status: str
    fizzle: FizzleView | None
    told: str
    """What happened last."""
    voids: tuple[Roll, ...]
    """The rolls since the last move that did not count."""
    void_value: int
    """The number of the set that made them void."""
    choices: dict[str, Choice]
    choice: Choice | None
    """What goes with the dice that are picked already."""
    is_best: bool

    @property
    def table(self) -> str:
        """The places of the dice on the table."""
        return _spell(self.state.table)


def view(scene: Scene) -> SparkleView:
    """What the seat has, and what it may do."""
    game: Sparkle = scene.game  # type: ignore[assignment]
    state: SparkleState = scene.state
    trail: SparkleTrail = scene.history.trail or SparkleTrail()
    picked = _picked(scene, trail)
    offered = choices(scene) if scene.moves else {}
    over = not scene.running and bool(scene.match_id)
    return SparkleView(
        dice=_dice(state, picked, trail),
        state=state,
        threshold=game.threshold(state.number),
        bar=_bar(game, state),
        status=status(game, state, Bank(0, 0), may_end=False),
        fizzle=_fizzle(game, state),
        told="".join(scene.told[-1:]),
        voids=trail.voids,
        void_value=trail.void_value,
        choices=offered,
        choice=offered.get(_spell(picked)),
        is_best=over and state.total > 0 and state.total == scene.best,
    )


def read_move(form: Mapping[str, Sequence[str]]) -> str:
    """The button's verb with the dice that are picked, or for a re-roll with those that are not."""
    verb = " ".join(form.get("verb", ()))
    picked = sorted(form.get("dice", ()))
    if verb == "reroll":
        table = " ".join(form.get("table", ())).split()
        picked = [position for position in table if position not in picked]
    return " ".join([verb] if verb == "fizzle" else [verb, *picked])


def sample(game: Sparkle) -> Scene:
    """A set with the Spark, and a one that certifies it."""
    state = SparkleState(
        number=1,
        total=0,
        points=60,
        dice=(SPARK, 6, 6, 1, 4),
        banked=(1, 2, 3),
        throwing=(),
        waiting=0,
        extra=5,
    )
    return Scene.still(game, state)


def examples(game: Sparkle) -> Sequence[tuple[str, Scene]]:
    """A set that is banked, its certificate, and a fizzle."""
    rolled = game.roll(game.start(), (SPARK, 6, 6, 1, 2))
    waiting = game.play(rolled, "roll 1 2 3")
    certified = game.roll(waiting, (5, 2))
    fizzled = game.roll(waiting, (4, 2))
    return (
        (
            _("The Spark and two 6s make a set, which must be banked; the 1 may go with it."),
            Scene.still(game, rolled),
        ),
        (
            _("The set is banked and waits for its certificate while dice 4 and 5 fly."),
            Scene.still(game, waiting),
        ),
        (_("A 5 scores: the set is certified."), Scene.still(game, certified)),
        (
            _("Nothing scores: a fizzle. Extra Dice may save the 60 points."),
            Scene.still(game, fizzled),
        ),
    )


def _dice(state: SparkleState, picked: Positions, trail: SparkleTrail) -> tuple[SparkleDie, ...]:
    faces = [0 if position in state.throwing else state.dice[position - 1] for position in ALL]
    return tuple(
        SparkleDie(
            position=position,
            face=face,
            name=face_name(face) if face else _("in the air"),
            banked=position in state.banked,
            picked=position in picked,
            rolled=trail.thrown[position - 1],
        )
        for position, face in zip(ALL, faces, strict=True)
    )


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


def _fizzle(game: Sparkle, state: SparkleState) -> FizzleView | None:
    if state.throwing or selections(state):
        return None
    lost = ngettext("%(points)d point is lost", "%(points)d points are lost", state.points)
    values = {"points": state.points, "total": state.total}
    if state.total < game.threshold(state.number):
        return FizzleView(_("the game ends with %(total)d") % values, ends_game=True)
    stakes = lost if state.points else _("nothing is lost")
    return FizzleView(
        _("%(stakes)s, the game goes on") % {"stakes": stakes % values}, ends_game=False
    )


def _picked(scene: Scene, trail: SparkleTrail) -> Positions:
    """After a re-roll, the dice that stayed are picked still, if they can be banked."""
    verb, *flown = trail.last_move.split() or [""]
    if not scene.moves or verb != "reroll":
        return ()
    stayed = tuple(position for position in scene.state.table if str(position) not in flown)
    return stayed if stayed in selections(scene.state) else ()


def _spell(positions: Positions) -> str:
    return " ".join(map(str, positions))
