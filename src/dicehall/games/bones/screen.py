"""Knuckles and Knucklebones on a full screen: grids face to face, or side by side in low
windows."""

from collections import Counter
from dataclasses import dataclass

from dicehall.game.records import Played
from dicehall.game_screen.canvas import Canvas, Ink
from dicehall.game_screen.dice import WIDTH, draw_die, draw_slot, draw_wire_die
from dicehall.game_screen.protocol import BoardView, KeyResult, Selection
from dicehall.games.bones.rules import COLUMNS, HEIGHT, MOVES, Bones, BonesState
from dicehall.words.language import _
from dicehall.words.lines import columns

GAP = 2
GRID_WIDTH = COLUMNS * WIDTH + (COLUMNS - 1) * GAP
PITCH = 4
"""Rows from one die to the next."""
GRID_HEIGHT = HEIGHT * PITCH - 1
FACING = 2 * GRID_HEIGHT + 9
"""With at least this many rows, the grids are one above the other."""
MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class BonesInks:
    """The colours of a table; dice are coloured by how many equal dice their column has."""

    cloth: str
    line: str
    """The colour of every other row, like scan lines; the cloth's colour if all rows look alike."""
    plain: Ink
    dim: Ink
    gain: Ink
    loss: Ink
    key: Ink
    best: Ink
    dice: tuple[Ink, Ink, Ink]
    last: Ink
    wire: bool = False


FELT = BonesInks(
    cloth="#17332b",
    line="#17332b",
    plain=Ink("#f1ead9"),
    dim=Ink("#6f9486"),
    gain=Ink("#8fe388", bold=True),
    loss=Ink("#ff9184", bold=True),
    key=Ink("#17332b", "#c9d9cf", bold=True),
    best=Ink("#17332b", "#ffd75e", bold=True),
    dice=(
        Ink("#33261c", "#efe6d0", bold=True),
        Ink("#3a2a00", "#f2c14e", bold=True),
        Ink("#07263f", "#7cc4f5", bold=True),
    ),
    last=Ink("#ffd75e", bold=True),
)
TUBE = BonesInks(
    cloth="#03120a",
    line="#051a0e",
    plain=Ink("#4dff88"),
    dim=Ink("#1f7a41"),
    gain=Ink("#b6ffcb", bold=True),
    loss=Ink("#ffb454", bold=True),
    key=Ink("#03120a", "#37c46a", bold=True),
    best=Ink("#03120a", "#c8ffd8", bold=True),
    dice=(Ink("#35c768"), Ink("#6bff9f"), Ink("#dcffe8")),
    last=Ink("#dcffe8", bold=True),
    wire=True,
)


def draw(view: BoardView, canvas: Canvas) -> None:
    """Draw both grids, the die in hand, and what each column would gain."""
    inks = _inks(view.game)
    for row in range(canvas.height):
        back = inks.line if row % 2 else inks.cloth
        canvas.fill(0, row, canvas.width, 1, inks.plain.on(back))
    near = view.viewer.you or 0
    if canvas.height >= FACING:
        x, y = (canvas.width - GRID_WIDTH) // 2, (canvas.height - FACING) // 2
        _draw_grid(view, canvas, x, y, 1 - near, rising=False)
        _draw_grid(view, canvas, x, y + GRID_HEIGHT + 5, near, rising=True)
        _draw_die_in_hand(view, canvas, x - WIDTH - 6, y + GRID_HEIGHT + 3)
        return
    room = min(canvas.width, 96)
    left, y = (canvas.width - room) // 2 + 4, max(0, (canvas.height - GRID_HEIGHT - 7) // 2)
    right = canvas.width - left - GRID_WIDTH
    _draw_grid(view, canvas, left, y, near, rising=None)
    _draw_grid(view, canvas, right, y, 1 - near, rising=None)
    _draw_die_in_hand(view, canvas, (canvas.width - WIDTH) // 2, y + 5)


def _draw_grid(
    view: BoardView, canvas: Canvas, x: int, y: int, seat: int, *, rising: bool | None
) -> None:
    """Draw a grid with its total and notes on its columns. With the grids one above the other, the
    notes lie between them: above the dice of the near grid (`rising`), below those of the far one.
    Side by side (`rising` is None), they lie below the dice of both."""
    inks, total = _inks(view.game), view.game.scores(view.state)[seat]
    top = y + 3 if rising else y + 2
    heading = y + 3 + GRID_HEIGHT if rising else y
    notes = y if rising else top + GRID_HEIGHT
    to_move = view.state.die is not None and view.state.seat == seat
    name = inks.last if to_move else inks.plain
    title, points = view.names[seat], str(total)
    start = x + (GRID_WIDTH - columns(title) - len(points) - 2) // 2
    end = canvas.put(start, heading, title, name)
    canvas.put(end + 2, heading, points, inks.plain.heavy)
    for column in range(COLUMNS):
        place = x + column * (WIDTH + GAP)
        _draw_column(view, canvas, place, top, seat, column, upward=rising is None)
        _draw_notes(view, canvas, place, notes, seat, column, flipped=bool(rising))


def _draw_column(
    view: BoardView, canvas: Canvas, x: int, y: int, seat: int, column: int, *, upward: bool
) -> None:
    """Draw a column's dice: the lowest next to the other grid, or at the bottom (`upward`)."""
    inks, near = _inks(view.game), view.viewer.you or 0
    dice, counts = view.state.grids[seat][column], Counter(view.state.grids[seat][column])
    key = _key(view, seat, column)
    fallen = _knocked_out(view, seat, column)
    placed = _placed(view, seat, column)
    for slot in range(HEIGHT):
        from_below = upward or seat != near
        row = y + PITCH * (HEIGHT - 1 - slot if from_below else slot)
        if slot < len(dice):
            ink = inks.dice[counts[dice[slot]] - 1]
            (draw_wire_die if inks.wire else draw_die)(canvas, x, row, dice[slot], ink, key)
            if slot == placed:
                canvas.put(x - 1, row + 1, "▸", inks.last)
        else:
            draw_slot(canvas, x, row, inks.dim, key)
            if slot < len(dice) + fallen:
                canvas.centre(x, row + 1, WIDTH, "✗", inks.loss, key)


def _draw_notes(
    view: BoardView, canvas: Canvas, x: int, y: int, seat: int, column: int, *, flipped: bool
) -> None:
    """Draw the column's score, what the die would change, and the key that places it."""
    inks, key = _inks(view.game), _key(view, seat, column)
    worth, change = _change(view, seat, column)
    rows = (y + 2, y + 1, y) if flipped else (y, y + 1, y + 2)
    canvas.centre(x, rows[0], WIDTH, str(worth), inks.plain.heavy, key)
    if change:
        sign, ink = (f"+{change}", inks.gain) if change > 0 else (f"{MINUS}{-change}", inks.loss)
        canvas.centre(x, rows[1], WIDTH, sign, ink, key)
    if not key:
        return
    move = MOVES[column]
    ink = inks.best if view.is_best(move) else inks.key
    note = view.note(move)
    canvas.fill(x, rows[2], WIDTH, 1, ink, key=key)
    canvas.centre(x, rows[2], WIDTH, f"{column + 1} {note}" if note else str(column + 1), ink, key)


def _draw_die_in_hand(view: BoardView, canvas: Canvas, x: int, y: int) -> None:
    inks, state = _inks(view.game), view.state
    if state.die is None:
        return
    painter = draw_wire_die if inks.wire else draw_die
    painter(canvas, x, y, state.die, inks.dice[0])
    if view.viewer.you is None or view.acting or view.rolling:
        return
    canvas.centre(x - 4, y + 4, WIDTH + 8, view.names[state.seat], inks.dim)


def _change(view: BoardView, seat: int, column: int) -> tuple[int, int]:
    """A column's score, and what the die would add or remove."""
    game: Bones = view.game
    state: BonesState = view.state
    worth = game.column_score(state.grids[seat][column])
    if MOVES[column] not in view.moves:
        return worth, 0
    after = game.play(state, MOVES[column])
    return worth, game.column_score(after.grids[seat][column]) - worth


def _key(view: BoardView, seat: int, column: int) -> str:
    """The key that places the die in a column, if that is legal."""
    free = MOVES[column] in view.moves and view.state.seat == seat
    return str(column + 1) if free else ""


def _knocked_out(view: BoardView, seat: int, column: int) -> int:
    """How many dice the last move removed from a column."""
    if view.last is None:
        return 0
    before, after = view.last.before.grids[seat][column], view.last.after.grids[seat][column]
    return max(0, len(before) - len(after))


def _placed(view: BoardView, seat: int, column: int) -> int | None:
    """The slot of this column that the last move filled."""
    last = view.last
    if last is None or not isinstance(last.event, Played) or last.event.seat != seat:
        return None
    if last.event.move != MOVES[column] or len(view.state.grids[seat][column]) == 0:
        return None
    return len(last.after.grids[seat][column]) - 1


def _inks(game: Bones) -> BonesInks:
    return TUBE if game.scoring == "knuckles" else FELT


def take_up(game: Bones, state: BonesState, before: Selection) -> Selection:
    """Nothing to select before a column is chosen."""
    return Selection()


def press(view: BoardView, key: str) -> KeyResult:
    """A number key plays its column."""
    return MOVES[int(key) - 1] if key in ("1", "2", "3") else None


def keys(game: Bones) -> tuple[tuple[str, str], ...]:
    return (("1 2 3", _("put the die into this column")),)
