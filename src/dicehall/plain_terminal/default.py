"""The default board, for games without their own: the scores and the fields of the state."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from dicehall.game import AnyGame, find_game
from dicehall.game.turns import spell_face
from dicehall.words.fields import NOTHING, Cell, StateField, fields_of
from dicehall.words.language import _
from dicehall.words.lines import WIDTH, at_left, at_right, columns, wrapped
from dicehall.words.outline import Paragraph, rules_outline, usual_moves
from dicehall.words.phrases import either
from dicehall.words.viewer import Viewer

WIDEST_TITLE = 24


def draw(game: AnyGame, state: Any, viewer: Viewer) -> str:
    """Draw the scores and the fields of the state."""
    scores, names = game.scores(state), viewer.called
    lines = [f"{name}: {score}" for name, score in zip(names, scores, strict=True)]
    shown = fields_of(state, names, scores)
    if shown:
        margin = min(WIDEST_TITLE, max(columns(field.title) for field in shown)) + 2
        lines.append("")
        lines += [line for field in shown for line in _lines(field, margin)]
    return "\n".join(lines)


def rules(game: AnyGame) -> str:
    """The rules from the game's docstring, and its options."""
    entry = find_game(game.name)
    lines = [line for paragraph in rules_outline(game) for line in _paragraph(paragraph)]
    for option, values in entry.choices.items():
        choices = _("%(option)s is %(values)s.") % {"option": option, "values": either(values)}
        lines += wrap(_("Options: %(options)s") % {"options": choices}, WIDTH)
    return "\n".join(lines)


def notation(game: AnyGame) -> str:
    """How moves are written."""
    return _("Moves: %(moves)s") % {"moves": wrapped(usual_moves(game))}


def _lines(field: StateField, margin: int) -> Iterator[str]:
    """A field beside its title, or below it if the title is long."""
    rows = [
        ([f"{label}:"] if label else []) + [_spelled(cell, dice=field.dice) for cell in row]
        for label, row in zip(field.labels or [""] * len(field.rows), field.rows, strict=True)
    ]
    widths = [
        max(columns(row[place]) for row in rows if place < len(row))
        for place in range(max(map(len, rows), default=0))
    ]
    laid = [
        line
        for row in rows
        for line in wrap(_aligned(row, widths) or NOTHING, WIDTH - margin) or [NOTHING]
    ]
    if columns(field.title) > WIDEST_TITLE:
        yield field.title[:WIDTH]
    else:
        laid[0] = f"{at_left(field.title, margin)}{laid[0]}".rstrip()
        yield laid.pop(0)
    yield from (f"{'':<{margin}}{line}".rstrip() for line in laid)


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    """The cells of a row, aligned with those of the other rows."""
    cells = (at_right(cell, width) for cell, width in zip(row, widths, strict=False))
    return " ".join(cells).rstrip()


def _spelled(cell: Cell, *, dice: bool) -> str:
    if cell is None:
        return NOTHING
    return spell_face(cell) if dice and isinstance(cell, int) else str(cell)


def _paragraph(paragraph: Paragraph) -> list[str]:
    match paragraph.kind:
        case "list":
            return [
                line
                for item in paragraph.lines
                for line in wrap(item, WIDTH, initial_indent="- ", subsequent_indent="  ")
            ]
        case "steps":
            return [
                line
                for number, item in enumerate(paragraph.lines, start=1)
                for line in wrap(item, WIDTH, initial_indent=f"{number}. ", subsequent_indent="   ")
            ]
        case "code":
            return [f"    {line}"[:WIDTH] for line in paragraph.lines]
        case _:
            return wrap(paragraph.lines[0], WIDTH)
