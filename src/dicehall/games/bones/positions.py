"""Positions of Knuckles and Knucklebones as text: both grids, the die in hand, the seat to move.

    553._.2-_.6._-4-0

A column is written from its lowest slot upward.
"""

from dicehall.game.messages import translatable
from dicehall.game.positions import NOTHING, read_faces, read_number, require, spell_faces, split
from dicehall.games.bones.rules import COLUMNS, Bones, BonesState, Column, Grid, dice_in

GRID = ".".join(["column"] * COLUMNS)


def spell(game: Bones, state: BonesState) -> str:
    grids = [".".join(spell_faces(column) or NOTHING for column in grid) for grid in state.grids]
    return "-".join([*grids, spell_faces([state.die]), str(state.seat)])


def parse(game: Bones, text: str) -> BonesState:
    first, second, die, seat = split(text, "-", "grid-grid-die-seat")
    grids = _read_grid(game, first), _read_grid(game, second)
    (face,) = read_faces(die, [_faces(game)])
    return BonesState(grids, read_number(seat, 0, 1), face)


def check(game: Bones, state: BonesState) -> None:
    first, second = state.grids
    for one, other in zip(first, second, strict=True):  # Bones 6
        for face in one:
            message = translatable("facing columns cannot share a %(face)d", face=face)
            require(face not in other, message)
    moving, waiting = state.grids[state.seat], state.grids[1 - state.seat]
    # The seat that moved last has the die that it placed; before the first move, seat 0 is to move.
    message = translatable("seat %(seat)d cannot be to move here", seat=state.seat)
    require(dice_in(waiting) > 0 or state == game.start()._replace(die=state.die), message)
    full = COLUMNS * game.height  # Bones 4: only the seat that moved last can have filled its grid
    require(dice_in(moving) < full, message)
    over = dice_in(waiting) == full
    require(not (over and state.die), translatable("the game is over: no die is rolled"))


def _read_grid(game: Bones, text: str) -> Grid:
    return tuple(_read_column(game, column) for column in split(text, ".", GRID))


def _read_column(game: Bones, text: str) -> Column:
    if text == NOTHING:
        return ()
    message = translatable("a column holds at most %(height)d dice", height=game.height)
    require(len(text) <= game.height, message)
    faces = read_faces(text, [_faces(game)] * len(text))
    return tuple(face for face in faces if face)


def _faces(game: Bones) -> range:
    return range(1, game.faces + 1)
