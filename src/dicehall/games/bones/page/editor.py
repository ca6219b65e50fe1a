"""Setting up a position of Knuckles or Knucklebones: a tap puts a die on a column or in the hand.

The seat to move changes automatically if the rules leave no choice.
"""

from collections.abc import Mapping, Sequence

from dicehall.game.messages import translatable
from dicehall.game.refused import BadPosition
from dicehall.game_page.editing import Setting, Tool, no_use, with_item
from dicehall.games.bones.rules import COLUMNS, Bones, BonesState, dice_in
from dicehall.words.language import _

AWAY = "away"
HAND = "hand"
COLUMN_SPOTS = {
    f"{seat}-{number}": (seat, number - 1) for seat in (0, 1) for number in range(1, COLUMNS + 1)
}


def tools(game: Bones) -> Sequence[Tool]:
    faces = [Tool(str(face), str(face), face) for face in range(1, game.faces + 1)]
    return [*faces, Tool(AWAY, _("Take off"))]


def settings(game: Bones, state: BonesState) -> Sequence[Setting]:
    seats = tuple((str(seat), _("Player %(number)d") % {"number": seat + 1}) for seat in (0, 1))
    return [Setting("mover", _("To move"), str(state.seat), seats)]


def tap(game: Bones, state: BonesState, tool: str, spot: str) -> BonesState:
    faces = [str(face) for face in range(1, game.faces + 1)]
    if tool not in (AWAY, *faces) or spot not in (HAND, *COLUMN_SPOTS):
        raise no_use()
    face = None if tool == AWAY else int(tool)
    if spot == HAND:
        return state._replace(die=face)
    seat, number = COLUMN_SPOTS[spot]
    column = state.grids[seat][number]
    if face and len(column) == game.height:
        raise BadPosition(
            translatable("a column holds at most %(height)d dice", height=game.height)
        )
    column = (*column, face) if face else column[:-1]
    first, second = with_item(state.grids, seat, with_item(state.grids[seat], number, column))
    return _with_mover(game, state._replace(grids=(first, second)))


def change(game: Bones, state: BonesState, values: Mapping[str, str]) -> BonesState:
    return state._replace(seat=int(values.get("mover", state.seat) == "1"))


def _with_mover(game: Bones, state: BonesState) -> BonesState:
    """The state with a seat to move that is possible: the other one has placed a die, and no full
    grid is to move."""
    full = COLUMNS * game.height
    moving, waiting = dice_in(state.grids[state.seat]), dice_in(state.grids[1 - state.seat])
    if moving == full or (moving and not waiting):
        state = state._replace(seat=1 - state.seat)
    elif not (moving or waiting):
        state = state._replace(seat=0)
    over = full in map(dice_in, state.grids)
    return state._replace(die=None) if over else state
