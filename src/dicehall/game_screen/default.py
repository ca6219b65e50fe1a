"""The default screen, for games without their own: a plain-text board and a list of moves."""

from dicehall.game import AnyGame
from dicehall.game_screen.canvas import Canvas, Ink, shortened
from dicehall.game_screen.protocol import BoardView, KeyResult, Selection
from dicehall.plain_terminal.boards import draw as draw_plainly
from dicehall.words.language import _
from dicehall.words.lines import columns
from dicehall.words.telling import name_move

CLOTH = "#1d2430"
PLAIN = Ink("#dfe5ee", CLOTH)
DIM = Ink("#8d99ab", CLOTH)
CHOSEN = Ink("#10141b", "#8fc7ff", bold=True)
NOTE = Ink("#9be29b", CLOTH)

LIST_WIDTH = 34
TOP = 1


def draw(view: BoardView, canvas: Canvas) -> None:
    """Draw the board on the left and the moves on the right."""
    canvas.fill(0, 0, canvas.width, canvas.height, PLAIN)
    edge = canvas.width - LIST_WIDTH if view.moves else canvas.width
    lines = draw_plainly(view.game, view.state, view.viewer).split("\n")
    for row, line in enumerate(lines[: canvas.height - TOP]):
        canvas.put(2, TOP + row, shortened(line, edge - 4), PLAIN)
    _draw_moves(view, canvas, edge)


def _draw_moves(view: BoardView, canvas: Canvas, x: int) -> None:
    moves, shown = view.moves, canvas.height - 2 * TOP
    first = max(0, min(view.selection.cursor - shown // 2, len(moves) - shown))
    for row, move in enumerate(moves[first : first + shown]):
        number = first + row
        ink = CHOSEN if number == view.selection.cursor else PLAIN
        note = "★" if view.is_best(move) and not view.note(move) else view.note(move)
        room = LIST_WIDTH - 8 - columns(note)
        label = f" {number + 1:>2}  {shortened(name_move(view.game, view.state, move), room)} "
        canvas.fill(x, TOP + row, LIST_WIDTH - 2, 1, ink, key=f"move {number}")
        canvas.put(x, TOP + row, label, ink)
        canvas.right(x + LIST_WIDTH - 3, TOP + row, note, ink if ink is CHOSEN else NOTE)


def take_up(game: AnyGame, state: object, before: Selection) -> Selection:
    """Start with the first move of the list."""
    return Selection()


def press(view: BoardView, key: str) -> KeyResult:
    """Move through the list, or play the highlighted move."""
    moves, cursor = view.moves, view.selection.cursor
    match key.split():
        case ["up"]:
            return Selection(cursor=max(0, cursor - 1))
        case ["down"]:
            return Selection(cursor=min(len(moves) - 1, cursor + 1))
        case ["enter" | "space"]:
            return moves[cursor]
        case ["move", number]:
            return moves[int(number)]
        case [digit] if digit.isdecimal() and 0 < int(digit) <= len(moves):
            return moves[int(digit) - 1]
    return None


def keys(game: AnyGame) -> tuple[tuple[str, str], ...]:
    """The keys of the list."""
    return (
        ("↑ ↓", _("go through the moves")),
        ("Enter", _("play the highlighted move")),
        ("1 … 9", _("play the move with this number")),
    )
