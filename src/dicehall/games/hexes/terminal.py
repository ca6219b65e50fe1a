"""Pocket Hexes in plain text: the hexagon row by row."""

from dicehall.games.hexes.rules import DICE, EMPTY, HEXES, ROWS, Hexes, HexesState, surrounded
from dicehall.words.language import _
from dicehall.words.viewer import Viewer

WIDTH = 6
"""Of a hex: a number in brackets, and room around it. Rows are shifted by half of it."""


def draw(game: Hexes, state: HexesState, viewer: Viewer) -> str:
    """The round and its dice, then the hexagon: (6) may be scored, [6] has been."""
    values = {"round": state.round, "points": game.scores(state)[0]}
    heading = _("Round %(round)d, score %(points)d") % values
    parts = [heading, _rows(state)]
    if state.dice:
        parts.append(_dice(state))
    return "\n\n".join(parts)


def _rows(state: HexesState) -> str:
    """Every row between the names of its first and its last hex."""
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
    """The six dice, or a dash for one that has been placed."""
    names = "".join(die.name.rjust(5) for die in DICE)
    faces = "".join(("-" if face == EMPTY else str(face)).rjust(5) for face in state.dice)
    return f"{names}\n{faces}"


def rules(game: Hexes) -> str:
    """The rules in short."""
    return _(
        "Each round d4, d6, d8, d10 (0 to 9), d12 and d20 are rolled. Place three.\n"
        "A number goes next to a filled hex, and never next to a greater number.\n"
        "A 0 may go on any empty hex. A 1 only on a hex that touches no number.\n"
        "A number whose six neighbours are filled is surrounded. Once a round one such\n"
        "number may be scored. Border hexes never score.\n"
        "The game ends when no die that is left can be placed."
    )


def notation(game: Hexes) -> str:
    """How moves and the board are written."""
    return _(
        "Moves: place d8 e6, score e5, roll (the next round), finish.\n"
        "Rows are a to i from the top, hexes count from 1 at the left: the centre is e5.\n"
        "A surrounded number is written (6), one that has been scored [6]."
    )
