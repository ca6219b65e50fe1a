"""The dice in the tray of Pocket Hexes: faces, where each can go, and where it went."""

from collections import Counter
from dataclasses import dataclass

from dicehall.game import Over, Roll
from dicehall.game_page.scene import Scene
from dicehall.games.hexes.page.solids import Solid, solid
from dicehall.games.hexes.rules import DICE, EMPTY, PLACES, dead_ends
from dicehall.words.language import _, ngettext


@dataclass(frozen=True, slots=True)
class HexesDie:
    """A die of this round, or the place of one."""

    name: str
    solid: Solid
    number: int | None
    """None if it was placed, or not rolled yet."""
    traveller: str
    """The id under which its number moves to a hex; empty in pictures without a history."""
    travels: bool
    """Whether it can still be placed."""
    playable: bool
    unfit: bool
    """Whether it is due but fits nowhere."""
    note: str
    """Why it cannot be selected."""
    guide: str
    """Where it can go, or that it would end the game."""
    ends: bool
    """Whether placing it could end the game on some hex."""


def view_dice(scene: Scene) -> tuple[HexesDie, ...]:
    """All six dice; none in a picture of only the board."""
    dice: Roll = scene.state.dice
    if not dice and not scene.match_id:
        return ()
    hexes = Counter(PLACES[move][0] for move in scene.moves if move in PLACES)
    ending = Counter(PLACES[move][0] for move in (dead_ends(scene.state) if scene.acting else ()))
    faces = dice or (EMPTY,) * len(DICE)
    return tuple(
        [
            _die(scene, number, face, hexes[number], ending[number])
            for number, face in enumerate(faces)
        ]
    )


def _die(scene: Scene, number: int, face: int, hexes: int, ending: int) -> HexesDie:
    """A die, its face, how many hexes it fits on, and on how many of them it ends the game."""
    name, rolls, state = DICE[number].name, scene.history.rolls, scene.state
    there = face != EMPTY
    due = there and state.placements_left > 0
    unfit = due and not hexes and (scene.acting or isinstance(scene.turn, Over))
    return HexesDie(
        name=name,
        solid=solid(name),
        number=face if there else None,
        traveller=f"n{rolls}-{name}" if rolls and there else "",
        travels=due,
        playable=hexes > 0,
        unfit=unfit,
        note=_("placed") if state.dice and not there else _("doesn't fit") if unfit else "",
        guide=_guide(face, hexes, ending) if hexes else "",
        ends=ending > 0,
    )


def _guide(face: int, hexes: int, ending: int) -> str:
    """Where a number can go, and on how many hexes; a warning of the end comes first."""
    if ending == hexes:
        return _("Nothing else would fit, so this ends the game.")
    if ending:
        return _("Placing it on a red hex ends the game.")
    if face == 0:
        rule = _("A 0 goes on any empty hex")
    elif face == 1:
        rule = _("A 1 must touch no number")
    else:
        rule = _("%(number)d goes next to numbers up to %(number)d") % {"number": face}
    count = ngettext("%(count)d hex", "%(count)d hexes", hexes) % {"count": hexes}
    return _("%(rule)s: %(count)s.") % {"rule": rule, "count": count}
