"""FUNE in plain text: the dice, the cards, and what the dice are worth."""

from collections.abc import Iterable, Sequence

from dicehall.games.fune.rules import (
    BONUS_AT,
    BOXES,
    DICE,
    LOWER,
    TO_ROLL,
    UPPER,
    Fune,
    FuneState,
    bonus,
    points,
    total,
    upper_sum,
)
from dicehall.games.fune.words import BOX_TITLES
from dicehall.words.language import _
from dicehall.words.lines import at_left, at_right, columns, wrapped
from dicehall.words.viewer import Viewer

TITLE_WIDTH = 16
CARD_WIDTH = 9


def draw(game: Fune, state: FuneState, viewer: Viewer) -> str:
    """The cards side by side; below them the dice and the open combinations, best first."""
    parts = [_cards(state, viewer.called)]
    if TO_ROLL not in state.dice:
        parts += [_dice(state), _worth(state)]
    return "\n\n".join(parts)


def _cards(state: FuneState, names: Sequence[str]) -> str:
    widths = [max(CARD_WIDTH, columns(name) + 2) for name in names]

    def row(title: str, cells: Iterable[object]) -> str:
        aligned = (at_right(str(cell), width) for cell, width in zip(cells, widths, strict=True))
        return at_left(title, _title_width()) + "".join(aligned)

    def boxes(some: Sequence[str]) -> list[str]:
        return [
            row(_(BOX_TITLES[box]), (_written(card[BOXES.index(box)]) for card in cards))
            for box in some
        ]

    cards = state.cards
    return "\n".join(
        [
            row("", names),
            *boxes(UPPER),
            row(_("Upper sum"), (f"{upper_sum(card)} / {BONUS_AT}" for card in cards)),
            row(_("Bonus"), map(bonus, cards)),
            *boxes(LOWER),
            row(_("Total"), map(total, cards)),
        ]
    )


def _written(points: int | None) -> str:
    return "." if points is None else str(points)


def _dice(state: FuneState) -> str:
    positions = "".join(f"({position}) " for position in range(1, DICE + 1))
    faces = "".join(f" {face}  " for face in state.dice)
    indent, title = (at_left(text, _title_width()) for text in ("", _("Dice")))
    return f"{indent}{positions.rstrip()}\n{title}{faces.rstrip()}"


def _title_width() -> int:
    """The width of the row titles, in any language."""
    return max(TITLE_WIDTH, *(columns(_(title)) + 2 for title in BOX_TITLES.values()))


def _worth(state: FuneState) -> str:
    """The points of the dice in each open combination, best first."""
    card = state.cards[state.seat]
    open_boxes = [box for box, written in zip(BOXES, card, strict=True) if written is None]
    worth = {box: points(box, state.dice) for box in open_boxes}
    best_first = sorted(worth, key=lambda box: -worth[box])
    return wrapped(f"{_(BOX_TITLES[box])} {worth[box]}" for box in best_first)


def rules(game: Fune) -> str:
    return _(
        "Thirteen turns with five dice. Roll up to three times, locking the dice you\n"
        "want to keep, then confirm one open combination; each counts once, even for 0.\n"
        "Ones to Sixes: the sum of that face. 63 points in these earn a bonus of 35.\n"
        "Three Dice, Four Dice: the sum of all dice if that many are alike.\n"
        "FUNE: 50 for five the same. Full House: 35 for three and two the same.\n"
        "Short Straight: 30 for four in a row. Long Straight: 40 for five in a row.\n"
        "Choice: the sum of all dice."
    )


def notation(game: Fune) -> str:
    return _(
        "Moves: keep 1 4 (keep the dice at these positions, roll the others),\n"
        "keep (roll all five), score full-house."
    )
