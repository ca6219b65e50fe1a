"""The page of Pocket Hexes: a board of 61 hexes, six dice below it, and what each die may do."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from dicehall.game import Over, Roll
from dicehall.games.hexes.page.pictures import Trial
from dicehall.games.hexes.page.pictures import examples as examples
from dicehall.games.hexes.page.pictures import sample as sample
from dicehall.games.hexes.page.trail import HexesTrail
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
    may_stand,
    open_rings,
    surrounded,
)
from dicehall.page.scene import Scene
from dicehall.words.language import _, ngettext
from dicehall.words.phrases import listed
from dicehall.words.refusals import explain


@dataclass(frozen=True, slots=True)
class HexView:
    """A hex of the board, and what may be done there."""

    name: str
    number: int | None
    mark: str
    """open (may be scored), waiting (surrounded), scored, lit, allowed, forbidden, or nothing."""
    traveller: str
    """Stays with a number from its die to its hex; empty in pictures without a history."""
    recent: bool
    """Whether the number was placed in this round, so that it may still be on its way."""
    dice: str
    """The dice that the viewer may place here."""
    score: str
    """The move that scores it, if the viewer may make it."""
    label: str
    """What its button says."""


@dataclass(frozen=True, slots=True)
class HexesDie:
    """A die of this round."""

    name: str
    number: int | None
    """None if it has been placed and nothing tells what it showed."""
    traveller: str
    playable: bool
    idle: bool
    """Whether it is no longer of use."""
    note: str
    """Why it cannot be chosen."""
    guide: str
    """Where it may go."""


@dataclass(frozen=True, slots=True)
class HexesView:
    """The rows of the board, the dice, and how the game stands."""

    rows: tuple[tuple[HexView, ...], ...]
    lines: tuple[str, ...]
    """The rows in words."""
    dice: tuple[HexesDie, ...]
    roll: int
    score: int
    round: int
    free: int
    ahead: str
    """The move that ends the round or the game; `roll` is offered even before it is legal."""
    why: str
    """Why that move cannot be made yet."""


def view(scene: Scene) -> HexesView:
    """Everything that is drawn; without moves it is a picture."""
    state: HexesState = scene.state
    trail: HexesTrail = scene.history.trail or HexesTrail()
    hexes, rolls = _hexes(scene, trail), scene.history.rolls
    ends = (0, *accumulate(ROWS))
    rows = tuple(tuple(hexes[start:end]) for start, end in pairwise(ends))
    ahead = ("finish" if "finish" in scene.moves else "roll") if scene.acting else ""
    return HexesView(
        rows=rows,
        lines=tuple(map(_describe, rows)),
        dice=_dice(scene, trail),
        roll=rolls,
        score=scene.game.scores(state)[0],
        round=state.round,
        free=state.board.count(EMPTY),
        ahead=ahead,
        why="" if ahead in (*scene.moves, "") else explain(scene.game.why_not(state, ahead)),
    )


def read_move(form: Mapping[str, Sequence[str]]) -> str:
    """A button that is a move by itself, or a hex for the chosen die.

    >>> read_move({"die": ["d8"], "hex": ["e6"]})
    'place d8 e6'
    >>> read_move({"die": ["d8"], "move": ["score e5"]})
    'score e5'
    """
    if "move" in form:
        return " ".join(form["move"])
    return " ".join(["place", *form.get("die", ()), *form.get("hex", ())])


def _hexes(scene: Scene, trail: HexesTrail) -> list[HexView]:
    state: HexesState = scene.state
    numbers = {spot: number for spot, number in enumerate(state.board) if number != EMPTY}
    if isinstance(scene, Trial) and scene.spot is not None:
        numbers[scene.spot] = scene.number
    marks, this_round = _marks(scene), f"n{scene.history.rolls}-"
    scores = {SCORES[move]: move for move in scene.moves if move in SCORES}
    dice: dict[int, list[str]] = {}
    for move in scene.moves:
        if move in PLACES:
            number, spot = PLACES[move]
            dice.setdefault(spot, []).append(DICE[number].name)
    return [
        HexView(
            name=name,
            number=numbers.get(spot),
            mark=marks.get(spot, ""),
            traveller=trail.travellers[spot],
            recent=trail.travellers[spot].startswith(this_round),
            dice=" ".join(dice.get(spot, ())),
            score=scores.get(spot, ""),
            label=_label(state, spot) if spot in dice or spot in scores else "",
        )
        for spot, name in enumerate(HEXES)
    ]


def _marks(scene: Scene) -> dict[int, str]:
    """What is special about hexes; what comes later outdoes what comes before."""
    state: HexesState = scene.state
    marks = {spot: "waiting" for spot in INNER if surrounded(state.board, spot)}
    if not isinstance(scene.turn, Over):
        marks |= dict.fromkeys(open_rings(state), "open")
    marks |= dict.fromkeys(state.scored, "scored")
    if isinstance(scene, Trial):
        legal = [spot for spot in range(len(HEXES)) if may_stand(state.board, spot, scene.number)]
        if scene.spot is None:
            marks |= dict.fromkeys(legal, "lit")
        else:
            marks[scene.spot] = "allowed" if scene.spot in legal else "forbidden"
    return marks


def _label(state: HexesState, spot: int) -> str:
    """What can be done here: a number is scored, an empty hex has numbers around it."""
    name, number = HEXES[spot], state.board[spot]
    if number != EMPTY:
        return _("Score the %(number)d on %(hex)s") % {"number": number, "hex": name}
    near = [state.board[other] for other in NEIGHBOURS[spot] if state.board[other] != EMPTY]
    if not near:
        return _("%(hex)s, next to no number") % {"hex": name}
    return _("%(hex)s, next to %(numbers)s") % {"hex": name, "numbers": listed(near)}


def _dice(scene: Scene, trail: HexesTrail) -> tuple[HexesDie, ...]:
    dice: Roll = scene.state.dice
    shown = trail.rolled if trail.rolled and dice else dice
    hexes = Counter(PLACES[move][0] for move in scene.moves if move in PLACES)
    return tuple(_die(scene, number, face, hexes[number]) for number, face in enumerate(shown))


def _die(scene: Scene, number: int, face: int, hexes: int) -> HexesDie:
    """A die, the number that it showed when it was rolled, and on how many hexes it may go."""
    name, placed = DICE[number].name, scene.state.dice[number] == EMPTY
    rolls = scene.history.rolls
    stuck = scene.acting and scene.state.placements_left > 0 and not hexes
    return HexesDie(
        name=name,
        number=None if face == EMPTY else face,
        traveller=f"n{rolls}-{name}" if rolls and not placed else "",
        playable=hexes > 0,
        idle=placed or (scene.acting and not hexes),
        note=_("placed") if placed else _("no hex") if stuck else "",
        guide=_guide(face, hexes) if hexes else "",
    )


def _guide(face: int, hexes: int) -> str:
    """Where a number may go, and on how many hexes."""
    if face == 0:
        rule = _("A 0 goes on any empty hex")
    elif face == 1:
        rule = _("A 1 goes where it touches no number")
    else:
        rule = _("%(number)d goes next to numbers up to %(number)d") % {"number": face}
    count = ngettext("%(count)d hex", "%(count)d hexes", hexes) % {"count": hexes}
    return f"{rule}: {count}."


def _describe(row: tuple[HexView, ...]) -> str:
    """A row in words."""
    said = {
        "open": _("surrounded"),
        "waiting": _("surrounded"),
        "scored": _("scored"),
        "allowed": _("allowed"),
        "forbidden": _("not allowed"),
    }
    filled = []
    for one in row:
        if one.number is None:
            continue
        number = _("%(number)d on %(hex)s") % {"number": one.number, "hex": one.name}
        filled.append(f"{number} ({said[one.mark]})" if one.mark else number)
    numbers = listed(filled) if filled else _("empty")
    return _("Row %(row)s: %(numbers)s.") % {"row": row[0].name[0], "numbers": numbers}
