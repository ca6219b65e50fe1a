"""FUNE on a full screen: five dice on the sea, and a card with a row for each choice."""

from collections.abc import Sequence

from dicehall.game_screen.canvas import ButtonInks, Canvas, Ink, draw_bar, shortened
from dicehall.game_screen.dice import WIDTH, draw_die, draw_slot
from dicehall.game_screen.protocol import BoardView, KeyResult, Selection
from dicehall.games.fune.rules import (
    BONUS,
    BONUS_AT,
    BOXES,
    DICE,
    KEEPS,
    TO_ROLL,
    UPPER,
    Card,
    Fune,
    FuneState,
    bonus,
    points,
    total,
    upper_sum,
)
from dicehall.games.fune.words import BOX_TITLES
from dicehall.words.language import _, ngettext
from dicehall.words.phrases import counted

SEA = "#0c2a3e"
PAPER = "#123a54"
PLAIN = Ink("#e6f1f7")
DIM = Ink("#7fa3b8")
TITLE = Ink("#ffe2a8", bold=True)
GAIN = Ink("#8fe3a5", bold=True)
NOTHING = Ink("#d98b8b")
LIT = Ink("#08202f", "#ffd98a", bold=True)
KEY = Ink("#0c2a3e", "#9cc7dd", bold=True)
BONE = Ink("#14303f", "#eef4f6", bold=True)
LOCKED = Ink("#3a2600", "#ffcf70", bold=True)
BUTTON = ButtonInks(KEY, Ink("#e6f1f7", "#1d5474"))
BEST_BUTTON = ButtonInks(LIT, Ink("#e6f1f7", "#1d5474"))
BAR = Ink("#ffcf70", "#1d5474")

BOX_KEYS = "asdfgjklzxvbn"
"""A letter for each box; none of them has another meaning on the screen."""
KEY_X, TITLE_X, CARD_X = 1, 5, 21
CARD_WIDTH = 8
NOTE_WIDTH = 7


def draw(view: BoardView, canvas: Canvas) -> None:
    """Draw the card on the left, the dice on the right."""
    canvas.fill(0, 0, canvas.width, canvas.height, PLAIN.on(SEA))
    y = max(0, (canvas.height - 18) // 2)
    wide = CARD_X + CARD_WIDTH * (view.game.seats + 1) + NOTE_WIDTH
    across = 5 * WIDTH + 8
    x = max(1, (canvas.width - wide - across - 4) // 2) if canvas.width > 104 else 0
    _draw_card(view, canvas, x, y, wide)
    left = x + wide + (4 if canvas.width > 104 else 2)
    _draw_dice(view, canvas, left, y + 1, across=canvas.width - left >= across)


def _draw_card(view: BoardView, canvas: Canvas, x: int, y: int, width: int) -> None:
    canvas.fill(x, y, width, 18, PLAIN.on(PAPER))
    cards = view.state.cards
    edges = [x + CARD_X + CARD_WIDTH * (seat + 1) for seat in range(len(cards))]
    for seat, edge in enumerate(edges):
        ink = TITLE if view.state.seat == seat else PLAIN
        canvas.right(edge, y, shortened(view.names[seat], CARD_WIDTH - 1), ink)
    row = y + 1
    for number, box in enumerate(BOXES):
        if number == len(UPPER):
            _draw_sums(canvas, x, row, cards, edges)
            row += 1
        _draw_box(view, canvas, x, row, number, box, edges, width)
        row += 1
    row += 1
    canvas.put(x + TITLE_X, row, _("Total"), TITLE)
    for card, edge in zip(cards, edges, strict=True):
        canvas.right(edge, row, str(total(card)), TITLE)


def _draw_sums(canvas: Canvas, x: int, y: int, cards: Sequence[Card], edges: Sequence[int]) -> None:
    canvas.put(x + TITLE_X, y, _("Upper sum"), DIM)
    for card, edge in zip(cards, edges, strict=True):
        text = f"+{BONUS}" if bonus(card) else f"{upper_sum(card)}/{BONUS_AT}"
        canvas.right(edge, y, text, GAIN if bonus(card) else DIM)


def _draw_box(
    view: BoardView,
    canvas: Canvas,
    x: int,
    y: int,
    number: int,
    box: str,
    edges: Sequence[int],
    width: int,
) -> None:
    """Draw a row of the card: its points, or what the dice would score."""
    move = f"score {box}"
    free = move in view.moves
    key = BOX_KEYS[number] if free else ""
    lit = free and view.selection.cursor == number
    back = LIT if lit else PLAIN.on(PAPER)
    canvas.fill(x, y, width, 1, back, key=key)
    if free:
        canvas.put(x + KEY_X, y, f" {key} ", LIT if view.is_best(move) else KEY, key)
    canvas.put(x + TITLE_X, y, shortened(_(BOX_TITLES[box]), CARD_X - TITLE_X), back, key)
    for seat, edge in enumerate(edges):
        written = view.state.cards[seat][number]
        text, ink = ("·", DIM) if written is None else (str(written), PLAIN)
        canvas.right(edge, y, text, back if lit else ink)
    if free:
        worth, edge = points(box, view.state.dice), edges[-1] + CARD_WIDTH
        ink = GAIN if worth else NOTHING
        canvas.right(edge - 1, y, f"+{worth}" if worth else "0", back if lit else ink)
        canvas.right(edge + NOTE_WIDTH - 1, y, view.note(move), back if lit else DIM)


def _draw_dice(view: BoardView, canvas: Canvas, x: int, y: int, *, across: bool) -> None:
    in_row = DICE if across else 3
    places = [
        (x + number % in_row * (WIDTH + 2), y + number // in_row * 5) for number in range(DICE)
    ]
    fallen = view.before_roll.dice if view.rolling else view.state.dice
    for number, (left, top) in enumerate(places, start=1):
        face = view.state.dice[number - 1]
        key = str(number) if view.moves else ""
        kept = number in view.selection.picked and (view.acting or view.rolling)
        if view.rolling:
            kept = fallen[number - 1] != TO_ROLL
        if face == TO_ROLL:
            draw_slot(canvas, left, top, DIM)
            continue
        draw_die(canvas, left, top, face, LOCKED if kept else BONE, key)
        label = _("stays") if kept else str(number)
        label = f"★ {label}" if number in KEEPS.get(view.best, ()) else label
        canvas.centre(left, top + 3, WIDTH, label, TITLE if kept else DIM, key)
    _draw_below(view, canvas, x, y + (6 if across else 11))


def _draw_below(view: BoardView, canvas: Canvas, x: int, y: int) -> None:
    """Draw the re-roll, and the distance to the bonus."""
    move = _keep(view.selection)
    if view.moves and view.state.rerolls_left:
        thrown = DICE - len(view.selection.picked)
        label = ngettext("roll %(count)s die", "roll %(count)s dice", thrown)
        label = label % {"count": counted(thrown)}
        inks = BEST_BUTTON if view.is_best(move) else BUTTON
        end = canvas.button(x, y, "space", _("space"), label, inks)
        canvas.put(end + 1, y, view.note(move), DIM)
    if TO_ROLL not in view.state.dice and not view.rolling:
        left = view.state.rerolls_left
        message = ngettext("%(count)s re-roll left", "%(count)s re-rolls left", left)
        canvas.put(x, y + 1, message % {"count": counted(left)}, DIM)
    card = view.state.cards[view.state.seat]
    draw_bar(canvas, x, y + 3, 25, upper_sum(card) / BONUS_AT, BAR)
    note = _("bonus %(bonus)d at %(sum)d") % {"bonus": BONUS, "sum": BONUS_AT}
    canvas.put(x, y + 4, note, DIM)


def take_up(game: Fune, state: FuneState, before: Selection) -> Selection:
    """Locked dice stay locked until the turn ends; the best box is highlighted."""
    picked = before.picked if state.rolls > 1 else ()
    return Selection(picked, cursor=_best_box(state))


def press(view: BoardView, key: str) -> KeyResult:
    """Lock dice, roll the others, or confirm a row."""
    selection, card = view.selection, view.state.cards[view.state.seat]
    free = [number for number, written in enumerate(card) if written is None]
    match key:
        case "1" | "2" | "3" | "4" | "5":
            return selection.toggled(int(key))
        case "space" | "r":
            return _keep(selection)
        case "enter":
            return f"score {BOXES[selection.cursor]}"
        case "up" | "down":
            step = -1 if key == "up" else 1
            place = (free.index(selection.cursor) + step) % len(free)
            return Selection(selection.picked, free[place])
        case _ if len(key) == 1 and key in BOX_KEYS:
            return f"score {BOXES[BOX_KEYS.index(key)]}"
    return None


def keys(game: Fune) -> tuple[tuple[str, str], ...]:
    return (
        ("1 … 5", _("lock or unlock a die")),
        (_("space"), _("roll the dice that are not locked")),
        ("↑ ↓ Enter", _("choose a row and confirm it")),
        (_("the letter of a row"), _("confirm it at once")),
    )


def _keep(selection: Selection) -> str:
    return " ".join(["keep", *map(str, selection.picked)])


def _best_box(state: FuneState) -> int:
    """The open box with the most points for these dice; the first among equals."""
    card = state.cards[state.seat]
    free = [number for number, written in enumerate(card) if written is None]
    return max(free, key=lambda number: points(BOXES[number], state.dice))
