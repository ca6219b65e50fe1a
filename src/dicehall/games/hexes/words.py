"""The sentences of Pocket Hexes."""

from dicehall.game import Decide
from dicehall.game.records import Event, Played, Rolled
from dicehall.games.hexes.rules import (
    DICE,
    EMPTY,
    HEXES,
    INNER,
    PLACEMENTS,
    PLACES,
    SCORES,
    Hexes,
    HexesState,
    dead_ends,
    may_stand,
    open_rings,
    placements,
    surrounded,
)
from dicehall.words.language import _, ngettext
from dicehall.words.phrases import counted, listed, together
from dicehall.words.viewer import Viewer

MEAN_SCORES = {"": {"easy": 49, "normal": 90, "hard": 137, "best": 203}}
"""The mean score of each level, as measured in docs/strength.md."""


def tell(game: Hexes, before: HexesState, event: Event, after: HexesState, name: str) -> str:
    """Describe a roll or a move; `name` is the acting player's."""
    match event:
        case Rolled(roll=roll):
            dice = listed(f"{face} ({die.name})" for die, face in zip(DICE, roll, strict=True))
            return _("%(name)s rolled %(faces)s.") % {"name": name, "faces": dice}
        case Played(move="roll"):
            return _("%(name)s began round %(round)d.") % {"name": name, "round": after.round}
        case Played(move="finish"):
            return _("%(name)s finished the game.") % {"name": name}
        case Played(move=move) if move in SCORES:
            number = after.board[SCORES[move]]
            values = {"number": number, "total": game.scores(after)[0]}
            return _("Ring of %(number)d: +%(number)d, total %(total)d.") % values
        case Played(move=move):
            return _tell_placement(before, move, after, name)


def _tell_placement(before: HexesState, move: str, after: HexesState, name: str) -> str:
    die, spot = PLACES[move]
    values = {"name": name, "number": before.dice[die], "die": DICE[die].name, "hex": HEXES[spot]}
    sentence = _("%(name)s placed the %(number)d (%(die)s) on %(hex)s.") % values
    rings = [
        after.board[spot]
        for spot in INNER
        if surrounded(after.board, spot) and not surrounded(before.board, spot)
    ]
    if not rings:
        return sentence
    message = ngettext(
        "Now the %(numbers)s is surrounded.", "Now the %(numbers)s are surrounded.", len(rings)
    )
    return together(sentence, message % {"numbers": listed(sorted(rings, reverse=True))})


def tell_turning(
    game: Hexes, before: HexesState, played: Played, after: HexesState, viewer: Viewer
) -> str:
    """Describe the highest ring."""
    points = after.board[SCORES[played.move]]
    if played.seat == viewer.you:
        message = ngettext(
            "Your highest ring scored %(points)d point.",
            "Your highest ring scored %(points)d points.",
            points,
        )
    else:
        message = ngettext(
            "%(name)s's highest ring scored %(points)d point.",
            "%(name)s's highest ring scored %(points)d points.",
            points,
        )
    return message % {"name": viewer.names[played.seat], "points": points}


def name_move(state: HexesState, move: str) -> str:
    if move in PLACES:
        die, spot = PLACES[move]
        values = {"number": state.dice[die], "die": DICE[die].name, "hex": HEXES[spot]}
        return _("the %(number)d (%(die)s) on %(hex)s") % values
    if move in SCORES:
        spot = SCORES[move]
        values = {"number": state.board[spot], "hex": HEXES[spot]}
        return _("score the %(number)d on %(hex)s") % values
    return _("roll the next round") if move == "roll" else _("finish the game")


SMALL = 6
"""A small number."""


def tell_outlook(game: Hexes, state: HexesState, move: str) -> str:
    """What a placement surrounds, or the room that it takes from small numbers."""
    if move not in PLACES:
        return ""
    after = game.play(state, move)
    closed = [
        after.board[spot]
        for spot in INNER
        if surrounded(after.board, spot) and not surrounded(state.board, spot)
    ]
    if closed:
        return _("surrounds %(numbers)s") % {"numbers": listed(map(str, closed))}
    lost = _room(state) - _room(after)
    message = ngettext(
        "leaves one hex fewer for a %(small)d", "leaves %(count)d hexes fewer for a %(small)d", lost
    )
    return message % {"small": SMALL, "count": lost} if lost > 0 else ""


def _room(state: HexesState) -> int:
    """The hexes on which a small number fits."""
    return sum(may_stand(state.board, spot, SMALL) for spot in range(len(HEXES)))


def ask(game: Hexes, state: HexesState) -> str:
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    if "finish" in turn.moves:
        prompt = _("Nothing fits any more: score a surrounded number, or finish.")
    elif "roll" in turn.moves and open_rings(state):
        prompt = _("Score a surrounded number, or roll the next round.")
    elif "roll" in turn.moves:
        prompt = _("Roll the next round.")
    else:
        prompt = ask_placement(state)
        if open_rings(state):
            prompt = together(prompt, _("You can also score a surrounded number."))
        if ending := dead_ends(state):
            prompt = together(prompt, _warn(ending, every=len(ending) == len(placements(state))))
    return prompt


def _warn(ending: frozenset[str], *, every: bool) -> str:
    """Which placements would end the game at once."""
    if every:
        return _("Any placement would end the game.")
    spots: dict[int, list[str]] = {}
    for die, spot in sorted(PLACES[move] for move in ending):
        spots.setdefault(die, []).append(HEXES[spot])
    dice = [f"{DICE[die].name} {' '.join(names)}" for die, names in spots.items()]
    message = _("These would end the game, as nothing else would fit: %(moves)s.")
    return message % {"moves": "; ".join(dice)}


def ask_placement(state: HexesState) -> str:
    """How many dice to place."""
    left = state.placements_left
    if left == PLACEMENTS:
        return _("Place %(count)s of the dice.") % {"count": counted(left)}
    message = ngettext("Place %(count)s more die.", "Place %(count)s more dice.", left)
    return message % {"count": counted(left)}


def tell_end(state: HexesState) -> str:
    """Why a game that was played out ended (Hexes 8)."""
    if EMPTY not in state.board:
        return _("The board is full.")
    left = [number for number in state.dice if number != EMPTY]
    return _("No die fits any more (%(numbers)s).") % {"numbers": listed(left)}
