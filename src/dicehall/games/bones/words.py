"""The sentences of Knuckles and Knucklebones."""

from collections.abc import Sequence

from dicehall.game import Decide, Over
from dicehall.game.records import Event, Played, Rolled
from dicehall.games.bones.rules import MOVES, Bones, BonesState, dice_in
from dicehall.words.language import N_, _, ngettext
from dicehall.words.phrases import counted
from dicehall.words.viewer import Viewer

STRENGTHS = {
    "easy": N_("Barely better than chance."),
    "normal": N_("Wins 6 of 10 against Pip."),
    "hard": N_("Wins 6 of 10 against Marrow."),
    "perfect": N_("Looks five rolls ahead: close to perfect."),
    "perfect proven": N_("Plays perfectly. Proven."),
}
"""The strength of each level, as measured in docs/strength.md."""

SHARES = {
    "knucklebones": {"easy": 65, "normal": 62, "hard": 62},
    "knuckles": {"easy": 61, "normal": 60, "hard": 60},
}
"""The share of wins, in percent, that the next level has against each, from the same page."""

RATINGS = {
    "knucklebones": {"easy": 1446, "normal": 1545, "hard": 1604, "perfect": 1689},
    "knuckles": {"easy": 1483, "normal": 1556, "hard": 1610, "perfect": 1684},
}
"""The rating of each level, from the same page."""

COSTS = {
    "knucklebones": {"easy": 0.30, "normal": 0.25, "hard": 0.11},
    "knuckles": {"easy": 0.28, "normal": 0.26, "hard": 0.10},
}
"""What the moves of each level give away per match, in wins (docs/your-page.md)."""


def tell(game: Bones, before: BonesState, event: Event, after: BonesState, name: str) -> str:
    """Describe a roll or a move; `name` is the acting player's."""
    match event:
        case Rolled(roll=(die,)):
            return _("%(name)s rolled a %(die)d.") % {"name": name, "die": die}
        case Played() as played:
            return _tell_placing(game, before, played, after, name, yours=False)
    raise AssertionError(event)


def tell_move(
    game: Bones, before: BonesState, played: Played, after: BonesState, viewer: Viewer
) -> str:
    """Describe a move to a viewer who may have lost dice by it."""
    name, yours = viewer.named(played.seat), viewer.you == 1 - played.seat
    return _tell_placing(game, before, played, after, name, yours=yours)


def _tell_placing(
    game: Bones, before: BonesState, played: Played, after: BonesState, name: str, *, yours: bool
) -> str:
    count, points = knocked_out(game, played, before, after)
    values = {
        "name": name,
        "die": before.die,
        "column": MOVES.index(played.move) + 1,
        "count": counted(count),
        "points": points,
    }
    if not count:
        return _("%(name)s put the %(die)d into column %(column)d.") % values
    if yours:
        message = ngettext(
            "%(name)s put the %(die)d into column %(column)d"
            " and knocked out your %(die)d: \u2212%(points)d.",
            "%(name)s put the %(die)d into column %(column)d"
            " and knocked out your %(count)s %(die)ds: \u2212%(points)d.",
            count,
        )
    else:
        message = ngettext(
            "%(name)s put the %(die)d into column %(column)d"
            " and knocked out a %(die)d: \u2212%(points)d.",
            "%(name)s put the %(die)d into column %(column)d"
            " and knocked out %(count)s %(die)ds: \u2212%(points)d.",
            count,
        )
    return message % values


def tell_briefly(
    game: Bones, before: BonesState, played: Played, after: BonesState, name: str
) -> str:
    """Describe a move in a few characters."""
    points = knocked_out(game, played, before, after)[1]
    values = {"name": name, "die": before.die, "column": MOVES.index(played.move) + 1}
    if not points:
        return _("%(name)s: %(die)d → column %(column)d") % values
    return _("%(name)s: %(die)d → column %(column)d, \u2212%(points)d") % {
        **values,
        "points": points,
    }


def ask_briefly(moves: Sequence[str]) -> str:
    """The prompt for a player who sees the die, in a few words."""
    if len(moves) > 1:
        return _("Tap a column.")
    return _("Tap column %(column)d.") % {"column": MOVES.index(moves[0]) + 1}


def knocked_out(
    game: Bones, played: Played, before: BonesState, after: BonesState
) -> tuple[int, int]:
    """How many of the opponent's dice a move knocked out, and their points."""
    other = 1 - played.seat
    count = dice_in(before.grids[other]) - dice_in(after.grids[other])
    return count, game.scores(before)[other] - game.scores(after)[other]


def tell_turning(
    game: Bones, before: BonesState, played: Played, after: BonesState, viewer: Viewer
) -> str:
    """Describe the move that decided the match."""
    seat, was, now = played.seat, game.scores(before), game.scores(after)
    gained, taken = now[seat] - was[seat], was[1 - seat] - now[1 - seat]
    values = {
        "name": viewer.names[seat],
        "die": before.die,
        "column": MOVES.index(played.move) + 1,
        "points": max(gained, taken),
    }
    message = _taking(viewer, seat, taken) if taken >= gained else _gaining(viewer, seat, gained)
    return message % values


def _taking(viewer: Viewer, seat: int, points: int) -> str:
    if seat == viewer.you:
        return ngettext(
            "Your %(die)d in column %(column)d took %(points)d point away.",
            "Your %(die)d in column %(column)d took %(points)d points away.",
            points,
        )
    return ngettext(
        "%(name)s's %(die)d in column %(column)d took %(points)d point away.",
        "%(name)s's %(die)d in column %(column)d took %(points)d points away.",
        points,
    )


def _gaining(viewer: Viewer, seat: int, points: int) -> str:
    if seat == viewer.you:
        return ngettext(
            "Your %(die)d in column %(column)d scored %(points)d point.",
            "Your %(die)d in column %(column)d scored %(points)d points.",
            points,
        )
    return ngettext(
        "%(name)s's %(die)d in column %(column)d scored %(points)d point.",
        "%(name)s's %(die)d in column %(column)d scored %(points)d points.",
        points,
    )


def name_move(state: BonesState, move: str) -> str:
    return _("column %(column)d") % {"column": MOVES.index(move) + 1}


def tell_effect(game: Bones, state: BonesState, move: str) -> str:
    """What a move knocks out."""
    count, points = knocked_out(game, Played(state.seat, move), state, game.play(state, move))
    if not count:
        return ""
    message = ngettext("knocks out %(points)d point", "knocks out %(points)d points", points)
    return message % {"points": points}


def tell_outlook(game: Bones, state: BonesState, move: str) -> str:
    """What the opponent's next die can knock out."""
    after = game.play(state, move)
    if isinstance(game.turn(after), Over):
        return ""
    losses = [_most_lost(game, game.roll(after, (face,))) for face in range(1, game.faces + 1)]
    hits = [loss for loss in losses if loss]
    if not hits:
        return _("leaves nothing to knock out")
    message = ngettext(
        "exposes %(points)d point to %(hits)s of %(rolls)s rolls",
        "exposes %(points)d points to %(hits)s of %(rolls)s rolls",
        max(hits),
    )
    return message % {
        "points": max(hits),
        "hits": counted(len(hits)),
        "rolls": counted(len(losses)),
    }


def _most_lost(game: Bones, state: BonesState) -> int:
    """The most points that the die in hand can knock out."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    plays = [Played(state.seat, move) for move in turn.moves]
    return max(knocked_out(game, one, state, game.play(state, one.move))[1] for one in plays)


def ask(game: Bones, state: BonesState) -> str:
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    if len(turn.moves) > 1:
        return _("Put the %(die)d into a column.") % {"die": state.die}
    values = {"die": state.die, "column": MOVES.index(turn.moves[0]) + 1}
    return _("Put the %(die)d into column %(column)d: the others are full.") % values
