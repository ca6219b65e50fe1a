"""Knuckles and Knucklebones in words."""

from dicehall.game import Decide
from dicehall.game.records import Event, Played, Rolled
from dicehall.games.bones.rules import MOVES, Bones, BonesState, dice_in
from dicehall.words.language import _, ngettext
from dicehall.words.phrases import counted


def tell(game: Bones, before: BonesState, event: Event, after: BonesState, name: str) -> str:
    """What a roll or a move did; `name` is the acting player's."""
    match event:
        case Rolled(roll=(die,)):
            return _("%(name)s rolled a %(die)d.") % {"name": name, "die": die}
        case Played(seat=seat, move=move):
            return _tell_move(game, before, seat, move, after, name)
    raise AssertionError(event)


def _tell_move(
    game: Bones, before: BonesState, seat: int, move: str, after: BonesState, name: str
) -> str:
    other = 1 - seat
    count = dice_in(before.grids[other]) - dice_in(after.grids[other])
    values = {
        "name": name,
        "die": before.die,
        "column": MOVES.index(move) + 1,
        "count": counted(count),
        "before": game.scores(before)[other],
        "after": game.scores(after)[other],
    }
    if not count:
        return _("%(name)s put the %(die)d into column %(column)d.") % values
    message = ngettext(
        "%(name)s put the %(die)d into column %(column)d"
        " and knocked out %(count)s die: %(before)d → %(after)d.",
        "%(name)s put the %(die)d into column %(column)d"
        " and knocked out %(count)s dice: %(before)d → %(after)d.",
        count,
    )
    return message % values


def name_move(state: BonesState, move: str) -> str:
    """A move in a few words."""
    return _("column %(column)d") % {"column": MOVES.index(move) + 1}


def ask(game: Bones, state: BonesState) -> str:
    """What is asked of the seat that decides."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    if len(turn.moves) > 1:
        return _("Put the %(die)d into one of your columns.") % {"die": state.die}
    values = {"die": state.die, "column": MOVES.index(turn.moves[0]) + 1}
    return _("Put the %(die)d into column %(column)d: the others are full.") % values
