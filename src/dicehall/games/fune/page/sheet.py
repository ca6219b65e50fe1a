"""The score sheet of FUNE, for six players or six games."""

from collections.abc import Iterator

from dicehall.game_page.sheets import Shape, Text, box
from dicehall.games.fune.rules import BONUS, BONUS_AT, LOWER, UPPER, Fune
from dicehall.games.fune.words import BOX_TITLES
from dicehall.words.language import _

LEFT, TOP = 15.0, 32.0
TITLE, COLUMN, ROW = 60.0, 20.0, 13.0
COLUMNS = 6
GREY = 0.9


def sheet(game: Fune) -> list[Shape]:
    bonus = _("Bonus: %(bonus)d from %(points)d") % {"bonus": BONUS, "points": BONUS_AT}
    rows = [
        (_("Name"), 1.0),
        *((_(BOX_TITLES[name]), 1.0) for name in UPPER),
        (_("Upper sum"), GREY),
        (bonus, GREY),
        *((_(BOX_TITLES[name]), 1.0) for name in LOWER),
        (_("Total"), GREY),
    ]
    heading = Text(LEFT, 24, 9, _("FUNE"))
    return [heading, *(shape for n, row in enumerate(rows) for shape in _row(n, *row))]


def _row(number: int, title: str, grey: float) -> Iterator[Shape]:
    top = TOP + number * ROW
    yield box(LEFT, top, TITLE, ROW, grey)
    yield Text(LEFT + 3, top + 8, 4.6, title)
    for column in range(COLUMNS):
        yield box(LEFT + TITLE + column * COLUMN, top, COLUMN, ROW, grey)
