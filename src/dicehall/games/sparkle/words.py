"""The sentences of Sparkle."""

from collections.abc import Iterator

from dicehall.game import Decide
from dicehall.game.records import Event, Played, Rolled
from dicehall.game.turns import SPARK, Roll
from dicehall.games.sparkle.rules import (
    ALL,
    SINGLES,
    Positions,
    Sparkle,
    SparkleState,
    fizzle_chance,
    selections,
)
from dicehall.words.language import N_, _, ngettext
from dicehall.words.numbers import say_percent
from dicehall.words.phrases import counted, listed, together
from dicehall.words.viewer import Viewer

OPTION_TITLES = {
    "curve": (N_("Thresholds"), ""),
    "classic": (N_("Classic"), N_("100, 200, 400 … every turn")),
    "gentle": (N_("Gentle"), N_("50, doubling every third turn")),
}
"""Titles of the options and their values, with a line on each value."""

FOR_NEWCOMERS = {"curve": "gentle"}
"""The option that pages preselect. Records and programs keep the default of the rules."""


MEAN_SCORES = {
    "": {"easy": 47, "normal": 72, "hard": 92, "perfect": 191},
    "gentle": {"easy": 157, "normal": 241, "hard": 322, "perfect": 647},
}
"""The mean score of each level, by curve, as measured in docs/strength.md."""


def face_name(face: int) -> str:
    """The name of a face."""
    return _("Spark") if face == SPARK else str(face)


def tell(game: Sparkle, before: SparkleState, event: Event, after: SparkleState, name: str) -> str:
    """Describe a roll or a move; `name` is the acting player's."""
    match event:
        case Rolled() if after.throwing:
            sentence = _("The %(face)d matches the waiting set: the roll is void and rolled again.")
            return sentence % {"face": before.waiting}
        case Rolled(roll=roll):
            message = _("%(name)s rolled %(faces)s.")
            if len(roll) == 1:
                message = _("%(name)s rolled a %(faces)s.")
            sentence = message % {"name": name, "faces": _named(roll)}
            return together(sentence, *_tell_worth(before, after))
        case Played(move=move):
            verb, *rest = move.split()
            sentence = _MOVES[verb](before, tuple(map(int, rest)), after, name)
            if after.number > before.number and after.extra > before.extra:
                sentence = together(sentence, _("Three turns completed: you gain an Extra Die."))
            return sentence


def _tell_worth(before: SparkleState, after: SparkleState) -> Iterator[str]:
    """Describe what the dice on the table score after a roll."""
    banks = selections(after)
    if not banks:
        yield _("Nothing scores.")
        if after.extra > before.extra:
            yield _("Five dice fizzled: you gain an Extra Die.")
        return
    if before.waiting:
        yield _("The waiting set is certified.")
    if is_heap(after):
        yield _("A heap: %(points)d points.") % {"points": banks[ALL].points}
        return
    taken: set[int] = set()
    for chosen, points in _sets(after):  # two if the Spark can join either of two pairs
        message = _("Or %(faces)s: %(points)d points.")
        if not taken:
            message = _("%(faces)s make a set: %(points)d points.")
        yield message % {"faces": _named(after.faces(chosen)), "points": points}
        taken.update(chosen)
    beside = tuple(position for position in after.table if position not in taken)
    yield from _tell_singles(after.faces(beside))


def _tell_singles(faces: Roll) -> Iterator[str]:
    for points in (10, 5):
        scoring = [face for face in faces if SINGLES.get(face) == points]
        if not scoring:
            continue
        # Not `ngettext`: languages without a plural say "each" too.
        message = _("%(faces)s scores %(points)d.")
        if len(scoring) > 1:
            message = _("%(faces)s score %(points)d each.")
        yield message % {"faces": _named(tuple(scoring)), "points": points}


def _tell_roll(before: SparkleState, chosen: Positions, after: SparkleState, name: str) -> str:
    """Describe a bank after which the dice are rolled again."""
    bank = selections(before)[chosen]
    thrown = len(after.throwing)
    values = {
        "name": name,
        "faces": _named(before.faces(chosen)),
        "points": bank.points,
        "count": counted(thrown),
    }
    if not after.banked:
        sentence = _("%(name)s banked %(faces)s for %(points)d points: all five dice came back.")
    else:
        sentence = ngettext(
            "%(name)s banked %(faces)s for %(points)d points and rolled %(count)s die.",
            "%(name)s banked %(faces)s for %(points)d points and rolled %(count)s dice.",
            thrown,
        )
    if not after.waiting:
        return sentence % values
    waits = _("The set of %(value)ds waits for its certificate.") % {"value": after.waiting}
    return together(sentence % values, waits)


def _tell_end(before: SparkleState, chosen: Positions, after: SparkleState, name: str) -> str:
    values = {
        "name": name,
        "faces": _named(before.faces(chosen)),
        "points": selections(before)[chosen].points,
        "total": after.total,
    }
    sentence = _(
        "%(name)s banked %(faces)s for %(points)d points and ended the turn: %(total)d in total."
    )
    return sentence % values


def _tell_reroll(before: SparkleState, chosen: Positions, after: SparkleState, name: str) -> str:
    message = ngettext(
        "%(name)s paid %(count)s Extra Die to re-roll %(dice)s.",
        "%(name)s paid %(count)s Extra Dice to re-roll %(dice)s.",
        len(chosen),
    )
    dice = name_dice(before, chosen)
    return message % {"name": name, "count": counted(len(chosen)), "dice": dice}


def _tell_fizzle(before: SparkleState, chosen: Positions, after: SparkleState, name: str) -> str:
    if after.lost:
        return _tell_last_fizzle(before)
    if not before.points:
        return _("Fizzle: the turn scored nothing.")
    message = ngettext(
        "Fizzle: %(points)d point lost.", "Fizzle: %(points)d points lost.", before.points
    )
    return message % {"points": before.points}


def _tell_last_fizzle(before: SparkleState) -> str:
    """Describe how a game ended. With Extra Dice left, a re-roll might have saved it."""
    sentence = _("Fizzled with nothing at stake.")
    if before.points:
        message = ngettext(
            "Fizzled with %(points)d point at stake.",
            "Fizzled with %(points)d points at stake.",
            before.points,
        )
        sentence = message % {"points": before.points}
    return together(sentence, _("Extra Dice could have saved it.")) if before.extra else sentence


_MOVES = {"roll": _tell_roll, "end": _tell_end, "reroll": _tell_reroll, "fizzle": _tell_fizzle}


def tell_turning(
    game: Sparkle, before: SparkleState, played: Played, after: SparkleState, viewer: Viewer
) -> str:
    """Describe the best turn."""
    values = {
        "name": viewer.names[played.seat],
        "number": before.number,
        "points": after.total - before.total,
    }
    if played.seat == viewer.you:
        return _("Your turn %(number)d scored %(points)d points.") % values
    return _("%(name)s's turn %(number)d scored %(points)d points.") % values


def name_move(state: SparkleState, move: str) -> str:
    verb, *rest = move.split()
    chosen = tuple(map(int, rest))
    reroll = ngettext(
        "pay %(count)s Extra Die to re-roll %(dice)s",
        "pay %(count)s Extra Dice to re-roll %(dice)s",
        len(chosen),
    )
    message = {
        "roll": _("bank %(dice)s, then roll"),
        "end": _("bank %(dice)s, then end the turn"),
        "reroll": reroll,
        "fizzle": _("accept the fizzle"),
    }[verb]
    dice = name_dice(state, chosen) if chosen else ""
    return message % {"dice": dice, "count": counted(len(chosen))}


def tell_effect(game: Sparkle, state: SparkleState, move: str) -> str:
    """How often the throw after a move fizzles."""
    if not move.startswith(("roll", "reroll")):
        return ""
    chance = fizzle_chance(game.play(state, move))
    if not chance:
        return _("cannot fizzle")
    return _("fizzles %(share)s of the time") % {"share": say_percent(float(100 * chance))}


def tell_outlook(game: Sparkle, state: SparkleState, move: str) -> str:
    """What ending the turn keeps, what a fizzle costs, or how many Extra Dice are left."""
    after = game.play(state, move)
    if move == "fizzle":
        return "" if after.lost else _("loses the points of this turn")
    if move.startswith("end"):
        gain = after.total - state.total
        message = ngettext("keeps %(points)d point", "keeps %(points)d points", gain)
        return message % {"points": gain}
    if move.startswith("reroll"):
        message = ngettext("leaves %(count)d Extra Die", "leaves %(count)d Extra Dice", after.extra)
        return message % {"count": after.extra}
    message = ngettext(
        "puts %(points)d point at stake", "puts %(points)d points at stake", after.points
    )
    return message % {"points": after.points}


def name_dice(state: SparkleState, chosen: Positions) -> str:
    """Dice by position and face."""
    named = listed(f"{position} ({face_name(state.dice[position - 1])})" for position in chosen)
    return ngettext("die %(dice)s", "dice %(dice)s", len(chosen)) % {"dice": named}


def ask(game: Sparkle, state: SparkleState) -> str:
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    missing = game.threshold(state.number) - state.total - state.points
    if "fizzle" in turn.moves:
        prompt = _ask_fizzle(state)
    elif is_heap(state):
        prompt = _("Bank the heap, then roll all five dice again.")
    elif _sets(state):
        prompt = _("Bank the set, then roll again: it needs its certificate.")
    elif any(move.startswith("end") for move in turn.moves):
        prompt = _("Bank scoring dice, then roll again or end the turn.")
    elif missing > 0:
        prompt = _("Bank scoring dice, then roll again: %(missing)d points to go.")
    else:
        prompt = _("Bank scoring dice, then roll again.")
    return prompt % {"missing": missing}


def _ask_fizzle(state: SparkleState) -> str:
    if not state.extra:
        return _("Nothing scores: accept the fizzle.")
    message = ngettext(
        "Nothing scores: pay your Extra Die to re-roll a die, or accept the fizzle.",
        "Nothing scores: pay some of your %(extra)d Extra Dice to re-roll, or accept the fizzle.",
        state.extra,
    )
    return message % {"extra": state.extra}


def is_heap(state: SparkleState) -> bool:
    """Whether the dice on the table are five alike: no other bank takes five without a set."""
    bank = selections(state).get(ALL)
    return bank is not None and not bank.set_of


def _sets(state: SparkleState) -> list[tuple[Positions, int]]:
    """The smallest selection with each set of the roll, and its points."""
    sets: dict[int, tuple[Positions, int]] = {}
    for chosen, bank in sorted(selections(state).items(), key=lambda item: len(item[0])):
        if bank.set_of:
            sets.setdefault(bank.set_of, (chosen, bank.points))
    return list(sets.values())


def _named(faces: Roll) -> str:
    return listed(map(face_name, faces))
