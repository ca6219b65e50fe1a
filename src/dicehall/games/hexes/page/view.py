"""The page of Pocket Hexes: a board of 61 hexes, six dice beside it, and the possible moves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from dicehall.game import Over
from dicehall.game.messages import Message
from dicehall.game.records import Played
from dicehall.game_page.history import Step
from dicehall.game_page.scene import Scene
from dicehall.games.hexes.page.dice import HexesDie, view_dice
from dicehall.games.hexes.page.pictures import PlacementPicture
from dicehall.games.hexes.page.pictures import examples as examples
from dicehall.games.hexes.page.pictures import sample as sample
from dicehall.games.hexes.rules import (
    DICE,
    EMPTY,
    HEXES,
    INNER,
    NEIGHBOURS,
    PLACES,
    ROWS,
    SCORES,
    HexesState,
    dead_ends,
    may_stand,
    open_rings,
    surrounded,
)
from dicehall.games.hexes.words import ask_placement, tell_end
from dicehall.words.language import _, ngettext
from dicehall.words.phrases import counted, either, listed
from dicehall.words.refusals import explain, sentence


@dataclass(frozen=True, slots=True)
class HexesTrail:
    """A number keeps its id when it moves from its die to its hex."""

    travellers: tuple[str, ...] = ("",) * len(HEXES)
    """For each hex, the roll and die that its number came from; empty if from neither."""

    def after(self, step: Step, moment: int, rolls: int) -> "HexesTrail":
        match step.event:
            case Played(move=move) if move in PLACES:
                die, spot = PLACES[move]
                named = f"n{rolls}-{DICE[die].name}"
                return replace(
                    self,
                    travellers=(*self.travellers[:spot], named, *self.travellers[spot + 1 :]),
                )
        return self


def refusals(scene: Scene) -> tuple[list[str], Mapping[int, str]]:
    """The sentences, and for each empty hex its dice with the number of the sentence: `d4 0 d20
    1`."""
    state: HexesState = scene.state
    found: dict[Message | str | None, int] = {}
    refused: dict[int, str] = {}
    choosable = {PLACES[move][0] for move in scene.moves if move in PLACES}
    dice = [DICE[number].name for number in sorted(choosable)]
    for spot, name in enumerate(HEXES):
        if state.board[spot] != EMPTY or not dice:
            continue
        reasons = [(die, scene.game.why_not(state, f"place {die} {name}")) for die in dice]
        refused[spot] = " ".join(
            f"{die} {found.setdefault(why, len(found))}" for die, why in reasons if why
        )
    return [sentence(why) for why in found], refused


GREAT = 15
"""A ring of this many points is celebrated."""


@dataclass(frozen=True, slots=True)
class HexView:
    """A hex of the board, and what can be done there."""

    name: str
    number: int | None
    mark: str
    """ring (can be scored), later (a ring after this round's score is used), left (a ring when the
    game is over), scored, lit, allowed, forbidden, or empty."""
    border: bool
    """Whether it is a border hex, which never scores."""
    best: bool
    """Whether it is the ring to score before rolling."""
    gain: int | None
    """Its points, if it was scored just now."""
    closes: bool
    """Whether the last move completed the ring around it."""
    glow: int | None
    """Its place in a ring that was just completed or scored, clockwise from the upper left: a glow
    runs around in this order."""
    traveller: str
    """The id of a number from its die to its hex; empty in pictures without a history."""
    recent: bool
    """Whether the number was placed in this round, so that it may still be moving."""
    dice: str
    """The dice that the viewer can place here."""
    ends: str
    """Those of them after which nothing else would fit: the game would end."""
    refused: str
    """The other dice, each with the number of the refusal that says why not."""
    score: str
    """The move that scores it, if the viewer can make it."""
    label: str
    """The label of its button."""


@dataclass(frozen=True, slots=True)
class HexesView:
    """The rows of the board, the dice, and the state of the game."""

    rows: tuple[tuple[HexView, ...], ...]
    lines: tuple[str, ...]
    """The rows in words."""
    dice: tuple[HexesDie, ...]
    roll: int
    score: int
    round: int
    free: int
    prompt: str
    """The prompt or, after the end, why the game ended."""
    ended: bool
    rings: str
    """Which numbers can be scored, now or in the next round."""
    great: int | None
    """The number that was scored just now, if it is a high one."""
    ahead: str
    """The move that ends the round or the game; `roll` is shown even before it is legal."""
    why: str
    """Why that move is not possible yet."""
    until: str
    """The same in very few words."""
    leaving: str
    """The question before leaving a ring unscored; empty without one."""
    refusals: list[str]
    """Why dice cannot go where they do not fit."""


def view(scene: Scene) -> HexesView:
    """Everything on the page; without moves, a picture."""
    state: HexesState = scene.state
    trail: HexesTrail = scene.history.trail or HexesTrail()
    marks, scored, best = _marks(scene), _just_scored(scene), _best_ring(scene)
    reasons, refused = refusals(scene)
    hexes = _hexes(scene, trail, marks, refused)
    ends = (0, *accumulate(ROWS))
    rows = tuple(tuple(hexes[start:end]) for start, end in pairwise(ends))
    ahead = ("finish" if "finish" in scene.moves else "roll") if scene.acting else ""
    waits = ahead not in (*scene.moves, "")
    gain = None if scored is None else state.board[scored]
    return HexesView(
        rows=rows,
        lines=tuple(map(_describe, rows)),
        dice=view_dice(scene),
        roll=scene.history.rolls,
        score=scene.game.scores(state)[0],
        round=state.round,
        free=state.board.count(EMPTY),
        prompt=_ask(scene) if scene.match_id and not scene.passing else "",
        ended=isinstance(scene.turn, Over),
        rings=_tell_rings(state, marks) if scene.match_id else "",
        great=gain if gain is not None and gain >= GREAT else None,
        ahead=ahead,
        why=explain(scene.game.why_not(state, ahead)) if waits else "",
        until=_("after %(count)s more") % {"count": counted(state.placements_left)}
        if waits
        else "",
        leaving="" if best is None else _ask_to_leave(state.board[best], ahead),
        refusals=reasons,
    )


def read_move(form: Mapping[str, Sequence[str]]) -> str:
    """A button that is a move by itself, or a hex for the selected die.

    >>> read_move({"die": ["d8"], "hex": ["e6"]})
    'place d8 e6'
    >>> read_move({"die": ["d8"], "move": ["score e5"]})
    'score e5'
    """
    if "move" in form:
        return " ".join(form["move"])
    return " ".join(["place", *form.get("die", ()), *form.get("hex", ())])


def _hexes(
    scene: Scene, trail: HexesTrail, marks: Mapping[int, str], refused: Mapping[int, str]
) -> list[HexView]:
    state: HexesState = scene.state
    scored, best = _just_scored(scene), _best_ring(scene)
    numbers = {spot: number for spot, number in enumerate(state.board) if number != EMPTY}
    if isinstance(scene, PlacementPicture) and scene.spot is not None:
        numbers[scene.spot] = scene.number
    ending = _dice_by_spot(dead_ends(state) if scene.acting else ())
    closed = _just_closed(scene)
    glowing = _glowing((*closed, *(() if scored is None else (scored,))))
    this_round = f"n{scene.history.rolls}-"
    scores = {SCORES[move]: move for move in scene.moves if move in SCORES}
    dice = _dice_by_spot(scene.moves)
    return [
        HexView(
            name=name,
            number=numbers.get(spot),
            mark=marks.get(spot, ""),
            border=len(NEIGHBOURS[spot]) < 6,
            best=spot == best,
            gain=state.board[spot] if spot == scored else None,
            closes=spot in closed,
            glow=glowing.get(spot),
            traveller=trail.travellers[spot],
            recent=trail.travellers[spot].startswith(this_round),
            dice=" ".join(dice.get(spot, ())),
            ends=" ".join(ending.get(spot, ())),
            refused=refused.get(spot, ""),
            score=scores.get(spot, ""),
            label=_label(state, spot, ending) if spot in dice or spot in scores else "",
        )
        for spot, name in enumerate(HEXES)
    ]


def _marks(scene: Scene) -> dict[int, str]:
    """The marks of the hexes; later entries override earlier ones."""
    state: HexesState = scene.state
    over = isinstance(scene.turn, Over)
    ringed = [spot for spot in INNER if surrounded(state.board, spot)]
    marks = dict.fromkeys(ringed, "left" if over else "later")
    if not over:
        marks |= dict.fromkeys(open_rings(state), "ring")
    marks |= dict.fromkeys(state.scored, "scored")
    if isinstance(scene, PlacementPicture):
        legal = [spot for spot in range(len(HEXES)) if may_stand(state.board, spot, scene.number)]
        if scene.spot is None:
            marks |= dict.fromkeys(legal, "lit")
        else:
            marks[scene.spot] = "allowed" if scene.spot in legal else "forbidden"
    return marks


def _dice_by_spot(moves: Iterable[str]) -> dict[int, list[str]]:
    """For each hex, the dice that these moves place there."""
    dice: dict[int, list[str]] = {}
    for number, spot in sorted(PLACES[move] for move in moves if move in PLACES):
        dice.setdefault(spot, []).append(DICE[number].name)
    return dice


def _label(state: HexesState, spot: int, ending: Mapping[int, list[str]]) -> str:
    """What can be done here: score a number, or fill an empty hex, with its neighbours."""
    place = _neighbourhood(state, spot)
    if spot not in ending:
        return place
    values = {"hex": place, "dice": either(ending[spot])}
    return _("%(hex)s: placing the %(dice)s here would end the game") % values


def _neighbourhood(state: HexesState, spot: int) -> str:
    name, number = HEXES[spot], state.board[spot]
    if number != EMPTY:
        return _("Score the %(number)d on %(hex)s") % {"number": number, "hex": name}
    near = [state.board[other] for other in NEIGHBOURS[spot] if state.board[other] != EMPTY]
    if not near:
        return _("%(hex)s, next to no number") % {"hex": name}
    return _("%(hex)s, next to %(numbers)s") % {"hex": name, "numbers": listed(near)}


def _just_scored(scene: Scene) -> int | None:
    """The hex that the last move scored, if it scored one."""
    match scene.last.event if scene.last else None:
        case Played(move=move) if move in SCORES:
            return SCORES[move]
    return None


def _just_closed(scene: Scene) -> tuple[int, ...]:
    """The hexes that the last move surrounded."""
    match scene.last:
        case Step(before=before, event=Played(move=move), after=after) if move in PLACES:
            near = (PLACES[move][1], *NEIGHBOURS[PLACES[move][1]])
            return tuple(
                spot
                for spot in near
                if surrounded(after.board, spot) and not surrounded(before.board, spot)
            )
    return ()


def _glowing(rings: Iterable[int]) -> dict[int, int]:
    """For each hex of these rings, its place in the order of the glow."""
    order: dict[int, int] = {}
    for spot in rings:
        left, right, upper_left, upper_right, lower_left, lower_right = NEIGHBOURS[spot]
        around = (upper_left, upper_right, right, lower_right, lower_left, left)
        order = {near: place for place, near in enumerate(around)} | order
    return order


def _best_ring(scene: Scene) -> int | None:
    """The highest ring that can be scored, once nothing else is left to do in this round; a ring of
    0 is worth nothing."""
    rings = [SCORES[move] for move in scene.moves if move in SCORES]
    ended = "roll" in scene.moves or "finish" in scene.moves
    best = max(rings, key=scene.state.board.__getitem__, default=None)
    return best if ended and best is not None and scene.state.board[best] else None


def _ask_to_leave(number: int, ahead: str) -> str:
    """Ask before leaving a ring unscored (Hexes 6 and 8)."""
    if ahead == "finish":
        return _("Finish without the %(number)d? You lose its points.") % {"number": number}
    question = _("Leave the %(number)d for later? You lose this round's score.")
    return question % {"number": number}


def _ask(scene: Scene) -> str:
    """The prompt without the rings, or why the game ended."""
    if isinstance(scene.turn, Over):
        return tell_end(scene.state)
    match scene.moves:
        case ("roll", *_others) if _best_ring(scene) is not None:
            return _("A ring! Score one before you roll.")
        case ("roll", *_others):
            return _("Roll the next round.")
        case (*_others, "finish"):
            return _("Nothing fits any more.")
        case (first, *_others) if first in PLACES:
            return ask_placement(scene.state)
    return scene.prompt


def _tell_rings(state: HexesState, marks: Mapping[int, str]) -> str:
    """What can be done with the rings."""
    by_mark: dict[str, list[int]] = {}
    for spot, mark in sorted(marks.items(), key=lambda one: -state.board[one[0]]):
        by_mark.setdefault(mark, []).append(state.board[spot])
    if rings := by_mark.get("ring"):
        if len(rings) > 1:
            message = _("%(count)d rings: score one. The best is worth %(number)d.")
            return message % {"count": len(rings), "number": rings[0]}
        message = ngettext(
            "The %(number)d is ringed: tap it for %(number)d point.",
            "The %(number)d is ringed: tap it for %(number)d points.",
            rings[0],
        )
        return message % {"number": rings[0]}
    if rings := by_mark.get("later"):
        return _("One ring per round: %(count)d more can wait.") % {"count": len(rings)}
    return ""


def _describe(row: tuple[HexView, ...]) -> str:
    """A row in words."""
    marks = {
        "ring": _("surrounded"),
        "later": _("surrounded, can be scored in a later round"),
        "left": _("surrounded"),
        "scored": _("scored"),
        "allowed": _("allowed"),
        "forbidden": _("not allowed"),
    }
    filled = []
    for one in row:
        if one.number is None:
            continue
        number = _("%(number)d on %(hex)s") % {"number": one.number, "hex": one.name}
        filled.append(f"{number} ({marks[one.mark]})" if one.mark else number)
    numbers = listed(filled) if filled else _("empty")
    return _("Row %(row)s: %(numbers)s.") % {"row": row[0].name[0], "numbers": numbers}
