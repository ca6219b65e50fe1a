"""The sentences of FUNE."""

from itertools import product

from dicehall.game import Decide
from dicehall.game.records import Event, Played, Rolled
from dicehall.game.turns import D6
from dicehall.games.fune.rules import (
    BONUS,
    BONUS_AT,
    BOXES,
    DICE,
    KEEPS,
    SCORES,
    UPPER,
    Fune,
    FuneState,
    bonus,
    points,
)
from dicehall.words.language import N_, _, ngettext
from dicehall.words.numbers import say_percent
from dicehall.words.phrases import counted, in_a_row, listed, together
from dicehall.words.viewer import Viewer

STRENGTHS = {
    "easy": N_("Scores about 190 points a game."),
    "normal": N_("Wins 2 of 3 against Pip."),
    "hard": N_("Wins 2 of 3 against Marrow."),
    "perfect": N_("Wins 2 of 3 against Ember. Alone, proven perfect."),
}
"""The strength of each level, as measured in docs/strength.md."""

MEAN_SCORES = {"": {"easy": 191, "normal": 211, "hard": 232, "perfect": 255}}
"""The mean solitaire score of each level, from the same page."""

SHARES = {"fune": {"easy": 68, "normal": 68, "hard": 65}}
"""The share of wins, in percent, that the next level has against each, from the same page."""

RATINGS = {"fune": {"easy": 1368, "normal": 1487, "hard": 1610, "perfect": 1724}}
"""The rating of each level, from the same page."""

COSTS = {"fune": {"easy": 64, "normal": 44, "hard": 23, "perfect": 0}}
"""What the moves of each level give away per match: the points that it is below *perfect*."""

BOX_TITLES = {
    "ones": N_("Ones"),
    "twos": N_("Twos"),
    "threes": N_("Threes"),
    "fours": N_("Fours"),
    "fives": N_("Fives"),
    "sixes": N_("Sixes"),
    "three-dice": N_("Three Dice"),
    "four-dice": N_("Four Dice"),
    "fune": N_("FUNE"),
    "full-house": N_("Full House"),
    "short-straight": N_("Short Straight"),
    "long-straight": N_("Long Straight"),
    "choice": N_("Choice"),
}
"""The title of each box; translate it with `_` where it is shown."""


def tell(game: Fune, before: FuneState, event: Event, after: FuneState, name: str) -> str:
    """Describe a roll or a move; `name` is the acting player's."""
    match event:
        case Rolled(roll=(face,)):
            return _("%(name)s rolled a %(face)d.") % {"name": name, "face": face}
        case Rolled(roll=roll):
            return _("%(name)s rolled %(faces)s.") % {"name": name, "faces": listed(roll)}
        case Played(move=move) if move in KEEPS:
            return _tell_keep(before, KEEPS[move], name)
        case Played(seat=seat, move=move):
            return _tell_score(before, seat, move, after, name)


def _tell_keep(before: FuneState, kept: tuple[int, ...], name: str) -> str:
    if not kept:
        return _("%(name)s rolled all five dice again.") % {"name": name}
    thrown = DICE - len(kept)
    message = ngettext(
        "%(name)s kept %(faces)s and rolled %(count)s die.",
        "%(name)s kept %(faces)s and rolled %(count)s dice.",
        thrown,
    )
    return message % {"name": name, "faces": _faces(before, kept), "count": counted(thrown)}


def _tell_score(before: FuneState, seat: int, move: str, after: FuneState, name: str) -> str:
    box = SCORES[move]
    values = {
        "name": name,
        "points": after.cards[seat][box],
        "box": _(BOX_TITLES[BOXES[box]]),
    }
    sentence = _("%(name)s scored %(points)d in %(box)s.") % values
    if bonus(after.cards[seat]) == bonus(before.cards[seat]):
        return sentence
    values = {"sum": BONUS_AT, "bonus": BONUS}
    return together(sentence, _("The upper sum reaches %(sum)d: a bonus of %(bonus)d.") % values)


def tell_turning(
    game: Fune, before: FuneState, played: Played, after: FuneState, viewer: Viewer
) -> str:
    """Describe the box that decided the game."""
    box = SCORES[played.move]
    values = {
        "name": viewer.names[played.seat],
        "box": _(BOX_TITLES[BOXES[box]]),
        "points": after.cards[played.seat][box],
        "bonus": BONUS,
    }
    with_bonus = bonus(after.cards[played.seat]) > bonus(before.cards[played.seat])
    if played.seat == viewer.you:
        if with_bonus:
            return _("Your %(box)s for %(points)d points, and the bonus of %(bonus)d.") % values
        return _("Your %(box)s for %(points)d points.") % values
    if with_bonus:
        return _("%(name)s's %(box)s for %(points)d points, and the bonus of %(bonus)d.") % values
    return _("%(name)s's %(box)s for %(points)d points.") % values


def name_move(state: FuneState, move: str) -> str:
    if move in SCORES:
        box = BOXES[SCORES[move]]
        values = {"box": _(BOX_TITLES[box]), "points": points(box, state.dice)}
        return _("%(box)s for %(points)d") % values
    kept = KEEPS[move]
    return _("keep %(faces)s") % {"faces": _faces(state, kept)} if kept else _("re-roll all five")


def _faces(state: FuneState, kept: tuple[int, ...]) -> str:
    return in_a_row(state.dice[position - 1] for position in kept)


FIXED = ("fune", "long-straight", "full-house", "short-straight", "four-dice", "three-dice")
"""The boxes that need a combination."""


def tell_outlook(game: Fune, state: FuneState, move: str) -> str:
    """What a score means for the bonus, or which combination a re-roll can make."""
    if move not in SCORES:
        return _tell_chance(state, KEEPS[move])
    box = SCORES[move]
    ahead = points(BOXES[box], state.dice) - 3 * (box + 1)
    if box >= len(UPPER) or bonus(state.cards[state.seat]) or not ahead:
        return ""
    if ahead > 0:
        message = ngettext(
            "brings the bonus %(count)d point nearer",
            "brings the bonus %(count)d points nearer",
            ahead,
        )
    else:
        message = ngettext(
            "is %(count)d point short of what the bonus needs",
            "is %(count)d points short of what the bonus needs",
            -ahead,
        )
    return message % {"count": abs(ahead)}


def _tell_chance(state: FuneState, kept: tuple[int, ...]) -> str:
    """The open combination that the next roll makes most profitably, and how often."""
    card = state.cards[state.seat]
    stays = [state.dice[position - 1] for position in kept]
    rolls = [(*stays, *roll) for roll in product(D6.faces, repeat=DICE - len(stays))]

    def hits(box: str) -> list[int]:
        return [scored for roll in rolls if (scored := points(box, roll))]

    made = {box: hits(box) for box in FIXED if card[BOXES.index(box)] is None}
    best = max(made, key=lambda box: sum(made[box]), default="")
    if not best or not made[best]:
        return ""
    share = say_percent(100 * len(made[best]) / len(rolls))
    return _("makes %(box)s with %(share)s of the next rolls") % {
        "box": _(BOX_TITLES[best]),
        "share": share,
    }


def ask(game: Fune, state: FuneState) -> str:
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    if not state.rerolls_left:
        return _("Confirm a combination.")
    prompt = _("Lock the dice to keep and re-roll (%(left)d left), or confirm a combination.")
    return prompt % {"left": state.rerolls_left}
