"""Knuckles and Knucklebones in words."""

from dicehall.game import Decide
from dicehall.game.records import Event, Played, Rolled
from dicehall.games.bones.rules import MOVES, Bones, BonesState, dice_in
from dicehall.words.language import N_, _, ngettext
from dicehall.words.phrases import counted

STRENGTHS = {
    "easy": N_("A little better than blind chance."),
    "normal": N_("Wins 6 of 10 against Pip."),
    "hard": N_("Wins 6 of 10 against Marrow."),
    "perfect": N_("Looks five rolls ahead: close to perfect."),
    "perfect proven": N_("Plays perfectly, proven."),
}
"""How strong each level is, as docs/strength.md has measured it."""


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


def tell_turning(
    game: Bones, before: BonesState, played: Played, after: BonesState, whose: str
) -> str:
    """What a move did that decided the match."""
    seat, was, now = played.seat, game.scores(before), game.scores(after)
    gained, taken = now[seat] - was[seat], was[1 - seat] - now[1 - seat]
    values = {
        "whose": whose,
        "die": before.die,
        "column": MOVES.index(played.move) + 1,
        "points": max(gained, taken),
    }
    if taken >= gained:
        message = ngettext(
            "%(whose)s %(die)d in column %(column)d took %(points)d point away.",
            "%(whose)s %(die)d in column %(column)d took %(points)d points away.",
            taken,
        )
    else:
        message = ngettext(
            "%(whose)s %(die)d in column %(column)d brought %(points)d point.",
            "%(whose)s %(die)d in column %(column)d brought %(points)d points.",
            gained,
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
        return _("Put the %(die)d into a column.") % {"die": state.die}
    values = {"die": state.die, "column": MOVES.index(turn.moves[0]) + 1}
    return _("Put the %(die)d into column %(column)d: the others are full.") % values
