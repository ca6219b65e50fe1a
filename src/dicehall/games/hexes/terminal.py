"""Pocket Hexes in plain text: the hexagon row by row."""

from dicehall.games.hexes.rules import DICE, EMPTY, HEXES, ROWS, Hexes, HexesState, surrounded
from dicehall.words.language import _
from dicehall.words.viewer import Viewer

WIDTH = 6
"""Of a hex: a number in brackets and the space around it. Rows are shifted by half of it."""


def draw(game: Hexes, state: HexesState, viewer: Viewer) -> str:
    """The round and its dice, then the board: (6) can be scored, [6] has been."""
    values = {"round": state.round, "points": game.scores(state)[0]}
    heading = _("Round %(round)d, score %(points)d") % values
    parts = [heading, _rows(state)]
    if state.dice:
        parts.append(_dice(state))
    return "\n\n".join(parts)


def _rows(state: HexesState) -> str:
    """The rows, each between the names of its first and last hex."""
    lines = []
    first = 0
    for length in ROWS:
        spots = range(first, first + length)
        cells = "".join(_cell(state, spot).center(WIDTH) for spot in spots)
        indent = " " * (WIDTH // 2 * (max(ROWS) - length))
        lines.append(f"{indent}{HEXES[spots[0]]} {cells} {HEXES[spots[-1]]}")
        first += length
    return "\n".join(lines)


def _cell(state: HexesState, spot: int) -> str:
    number = state.board[spot]
    if number == EMPTY:
        return "."
    if spot in state.scored:
        return f"[{number}]"
    return f"({number})" if surrounded(state.board, spot) else str(number)


def _dice(state: HexesState) -> str:
    """The six dice; a dash for one that was placed."""
    names = "".join(die.name.rjust(5) for die in DICE)
    faces = "".join(("-" if face == EMPTY else str(face)).rjust(5) for face in state.dice)
    return f"{names}\n{faces}"


def rules(game: Hexes) -> str:
    return _(
        "Each round, roll d4, d6, d8, d10 (0 to 9), d12 and d20. Place three of them.\n"
        "A number goes next to a filled hex, and never next to a greater number.\n"
        "A 0 can go on any empty hex, a 1 only on a hex that touches no number.\n"
        "A number is surrounded when its six neighbours are filled. Once a round, you\n"
        "can score one surrounded number. Border hexes never score.\n"
        "The game ends when none of the remaining dice can be placed."
    )


def notation(game: Hexes) -> str:
    """How moves and the board are written."""
    return _(
        "Moves: place d8 e6, score e5, roll (the next round), finish.\n"
        "Rows are a to i from the top; hexes count from 1 at the left: the centre is e5.\n"
        "A surrounded number is shown as (6), a scored one as [6]."
    )
