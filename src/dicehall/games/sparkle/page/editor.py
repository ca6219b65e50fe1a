"""Setting up a position of Sparkle: a tap gives a die its face, banks it or has it thrown.

The points of this turn are at least those of the banked dice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dicehall.game.positions import MOST_DIGITS, read_number
from dicehall.game.turns import D6, SPARK, SPARK_DIE, spell_face
from dicehall.game_page.editing import Setting, Tool, no_use, with_item
from dicehall.games.sparkle.rules import ALL, Positions, Sparkle, SparkleState, selections
from dicehall.words.language import _

BANKED, THROWN = "banked", "thrown"
FACES = {spell_face(face): face for face in (*D6.faces, SPARK)}
QUIET = (2, 3, 4, 6, 3)
"""What the other dice show when the first one is set: nothing that scores."""
MOST_POINTS = 10**MOST_DIGITS - 1
MOST_TURNS = MOST_EXTRA = 999
DIE_SPOTS = {f"die-{position}": position for position in ALL}


def tools(game: Sparkle) -> Sequence[Tool]:
    faces = [Tool(name, name, face) for name, face in FACES.items()]
    return [*faces, Tool(BANKED, _("Bank")), Tool(THROWN, _("Throw"))]


def settings(game: Sparkle, state: SparkleState) -> Sequence[Setting]:
    sets = [("0", _("none")), *((str(face), str(face)) for face in D6.faces)]
    return [
        Setting("number", _("Turn"), str(state.number)),
        Setting("total", _("Total"), str(state.total)),
        Setting("points", _("This turn"), str(state.points)),
        Setting("extra", _("Extra Dice"), str(state.extra)),
        Setting("waiting", _("Waiting set"), str(state.waiting), tuple(sets)),
    ]


def tap(game: Sparkle, state: SparkleState, tool: str, spot: str) -> SparkleState:
    if spot not in DIE_SPOTS:
        raise no_use()
    position = DIE_SPOTS[spot]
    if 0 in state.dice:  # the turn has not begun: now it has
        state = replace(state, dice=QUIET, throwing=())
    if tool == BANKED:
        banked = _toggled(state.banked, position)
        thrown = tuple(one for one in state.throwing if one not in banked)
        return _with_points(replace(state, banked=banked, throwing=thrown))
    if tool == THROWN:
        banked = tuple(one for one in state.banked if one != position)
        return replace(state, banked=banked, throwing=_toggled(state.throwing, position))
    if FACES.get(tool) not in (SPARK_DIE if position == 1 else D6).faces:
        raise no_use()
    dice = with_item(state.dice, position - 1, FACES[tool])
    return _with_points(replace(state, dice=dice))


def change(game: Sparkle, state: SparkleState, values: Mapping[str, str]) -> SparkleState:
    def number(name: str, least: int, most: int) -> int:
        return read_number(values.get(name, str(getattr(state, name))), least, most)

    return replace(
        state,
        number=number("number", 1, MOST_TURNS),
        total=number("total", 0, MOST_POINTS),
        points=number("points", 0, MOST_POINTS),
        extra=number("extra", 0, MOST_EXTRA),
        waiting=number("waiting", 0, len(D6.faces)),
    )


def _toggled(positions: Positions, position: int) -> Positions:
    return tuple(sorted({*positions} ^ {position}))


def _with_points(state: SparkleState) -> SparkleState:
    """The state with the points of its banked dice at least, and with their set waiting."""
    bank = selections(replace(state, banked=())).get(state.banked)
    if not bank:
        return state
    waiting = bank.set_of or state.waiting
    return replace(state, points=max(state.points, bank.points), waiting=waiting)
