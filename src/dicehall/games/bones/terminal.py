"""Knuckles and Knucklebones in plain text: two grids that face each other."""

from collections.abc import Iterable

from dicehall.games.bones.rules import COLUMNS, Bones, BonesState, Grid
from dicehall.words.language import _
from dicehall.words.viewer import Viewer

WIDTH = 6
RULE = "-" * WIDTH * COLUMNS


def draw(game: Bones, state: BonesState, viewer: Viewer) -> str:
    """The viewer's grid below, the other above, and the column scores between them; seat 0 is below
    if the viewer has neither seat or both."""
    near = viewer.you or 0
    above, below = state.grids[1 - near], state.grids[near]
    totals = [
        f"{name}: {total}" for name, total in zip(viewer.called, game.scores(state), strict=True)
    ]
    lines = [
        totals[1 - near],
        *reversed(_slots(game, above)),
        RULE,
        _row(map(game.column_score, above)),
        _row(f"({number})" for number in range(1, COLUMNS + 1)),
        _row(map(game.column_score, below)),
        RULE,
        *_slots(game, below),
        totals[near],
    ]
    if state.die is not None:
        lines.append("")
        lines.append(_("Die: %(die)d") % {"die": state.die})
    return "\n".join(lines)


def _slots(game: Bones, grid: Grid) -> list[str]:
    """The rows of a grid, starting at the middle of the table."""
    return [
        _row(column[slot] if slot < len(column) else "." for column in grid)
        for slot in range(game.height)
    ]


def _row(cells: Iterable[object]) -> str:
    return "".join(str(cell).center(WIDTH) for cell in cells).rstrip()


def rules(game: Bones) -> str:
    if game.scoring == "knucklebones":
        scoring = _("Matching dice in a column multiply: n of value v are worth v x n x n.")
    else:
        scoring = _("Matching dice in a column multiply: 5 5 is 25, 3 3 3 is 27; ones add up.")
    turns = _(
        "Each turn, roll a die and put it into one of your columns that has room.\n"
        "Every die of that value in the column facing it is knocked out.\n"
        "The game ends when one side is full; the higher total wins."
    )
    return f"{turns}\n{scoring}"


def notation(game: Bones) -> str:
    return _("Moves: column 1, column 2, column 3. Or just type the number.")
