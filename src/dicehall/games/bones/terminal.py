"""Knuckles and Knucklebones in plain text: two grids that face each other."""

from collections.abc import Iterable, Sequence

from dicehall.games.bones.rules import COLUMNS, HEIGHT, Bones, BonesState, Grid
from dicehall.words.language import _

WIDTH = 6
RULE = "-" * WIDTH * COLUMNS


def draw(game: Bones, state: BonesState, names: Sequence[str]) -> str:
    """Seat 1 above and seat 0 below, the columns' scores between them."""
    below, above = state.grids
    totals = game.scores(state)
    lines = [
        f"{names[1]}: {totals[1]}",
        *reversed(_slots(above)),
        RULE,
        _row(map(game.column_score, above)),
        _row(f"({number})" for number in range(1, COLUMNS + 1)),
        _row(map(game.column_score, below)),
        RULE,
        *_slots(below),
        f"{names[0]}: {totals[0]}",
    ]
    if state.die is not None:
        lines.append("")
        lines.append(_("Die: %(die)d") % {"die": state.die})
    return "\n".join(lines)


def _slots(grid: Grid) -> list[str]:
    """The three rows of a grid, from the middle of the table outward."""
    return [
        _row(column[slot] if slot < len(column) else "." for column in grid)
        for slot in range(HEIGHT)
    ]


def _row(cells: Iterable[object]) -> str:
    return "".join(str(cell).center(WIDTH) for cell in cells).rstrip()


def rules(game: Bones) -> str:
    """The rules in short."""
    if game.scoring == "knucklebones":
        scoring = _(
            "Equal dice in a column multiply: n dice of value v count v x n x n (6 6 is 24)."
        )
    else:
        scoring = _("Equal dice in a column multiply: 5 5 is 25, 3 3 3 is 27; ones only add up.")
    turns = _(
        "Each turn one die is rolled and goes into one of your columns that has room.\n"
        "Every die of that value in the column facing it is knocked out.\n"
        "The game ends when a grid is full; the higher total wins."
    )
    return f"{turns}\n{scoring}"


def notation(game: Bones) -> str:
    """How moves are written."""
    return _("Moves: column 1, column 2, column 3. The number alone will do.")
