"""Pocket Hexes on a full screen: hexes drawn with half-blocks, and the six dice beside them."""

from dicehall.game_screen.canvas import ButtonInks, Canvas, Ink
from dicehall.game_screen.protocol import BoardView, KeyResult, Selection
from dicehall.games.hexes.rules import (
    CENTRE,
    DICE,
    EMPTY,
    HEXES,
    INNER,
    ROWS,
    Hexes,
    HexesState,
    dead_ends,
    may_stand,
    open_rings,
    surrounded,
)
from dicehall.words.language import _, ngettext
from dicehall.words.phrases import counted

WOOD = "#2b1d14"
HOLE = "#5b4330"
BORDER = "#46321f"
FREE = "#5f7a3d"
RING = "#ffd166"
SCORED = "#8c7ae6"
CURSOR = "#f7f1e3"
HEAT = ("#3d6e8f", "#3f8f86", "#6f9a4b", "#b98a3a", "#c96a3c", "#b8484a")
"""Numbers from 0 to 20, from cool to warm."""
PLAIN = Ink("#f3e6d3")
DIM = Ink("#b0957a")
TITLE = Ink("#ffd166", bold=True)
NUMBER = Ink("#fff8ec", bold=True)
DARK = Ink("#2b1d14", bold=True)
BUTTON = ButtonInks(Ink(WOOD, "#d8b98f", bold=True), Ink("#f3e6d3", "#5a402c"))
BEST = ButtonInks(Ink(WOOD, RING, bold=True), Ink("#f3e6d3", "#5a402c"))

CELL, PITCH = 5, 6
BOARD_WIDTH, BOARD_HEIGHT = max(ROWS) * PITCH, 2 * len(ROWS) + 1
SIDE_WIDTH = 22

ROW_OF = tuple(row for row, length in enumerate(ROWS) for _place in range(length))
FIRST = tuple(sum(ROWS[:row]) for row in range(len(ROWS)))


def draw(view: BoardView, canvas: Canvas) -> None:
    """Draw the board on the left, the round and its dice on the right."""
    canvas.fill(0, 0, canvas.width, canvas.height, PLAIN.on(WOOD))
    x = max(1, (canvas.width - BOARD_WIDTH - SIDE_WIDTH - 3) // 2)
    y = max(0, (canvas.height - BOARD_HEIGHT) // 2)
    for spot in range(len(HEXES)):
        _draw_hex(view, canvas, x, y, spot)
    _draw_side(view, canvas, x + BOARD_WIDTH + 2, y)


def _place_of(spot: int) -> tuple[int, int]:
    """The column and row at which the middle of a hex begins, relative to the board."""
    row = ROW_OF[spot]
    indent = (max(ROWS) - ROWS[row]) * PITCH // 2
    return indent + (spot - FIRST[row]) * PITCH, 2 * row + 1


def _draw_hex(view: BoardView, canvas: Canvas, left: int, top: int, spot: int) -> None:
    """Draw one row of full cells between two of half cells, which are shared with the rows above
    and below."""
    across, down = _place_of(spot)
    x, y = left + across, top + down
    back = _colour(view, spot)
    key = f"hex {spot}" if view.moves else ""
    for row, block in ((y - 1, "▄"), (y + 1, "▀")):
        canvas.put(x + 1, row, block * (CELL - 2), Ink(back), key)
    canvas.fill(x, y, CELL, 1, PLAIN.on(back), key=key)
    text, ink = _written(view, spot)
    canvas.centre(x, y, CELL, text, ink.on(back), key)
    if view.moves and view.selection.cursor == spot:
        canvas.put(x, y, "▌", Ink(CURSOR, back), key)
        canvas.put(x + CELL - 1, y, "▐", Ink(CURSOR, back), key)


def _colour(view: BoardView, spot: int) -> str:
    state: HexesState = view.state
    number = state.board[spot]
    if spot in state.scored:
        return SCORED
    if number == EMPTY:
        free = view.moves and _fits(view, spot)
        return FREE if free else HOLE if spot in INNER else BORDER
    if surrounded(state.board, spot):
        return RING
    return HEAT[min(number * len(HEAT) // 21, len(HEAT) - 1)]


def _written(view: BoardView, spot: int) -> tuple[str, Ink]:
    """What a hex shows: its number, or the coach's value."""
    state: HexesState = view.state
    number = state.board[spot]
    if number == EMPTY:
        move = _placement(view.selection, spot)
        if view.is_best(move):
            return "★", TITLE
        return (view.note(move) if view.moves else ""), PLAIN
    if spot in state.scored:
        return f"{number}", NUMBER
    return str(number), DARK if surrounded(state.board, spot) else NUMBER


def _draw_side(view: BoardView, canvas: Canvas, x: int, y: int) -> None:
    """Draw the round, the score, the dice and the other moves."""
    state: HexesState = view.before_roll or view.state
    canvas.put(x, y + 1, _("Round %(round)d") % {"round": state.round}, TITLE)
    score = view.game.scores(state)[0]
    message = ngettext("%(points)d point", "%(points)d points", score)
    canvas.right(x + SIDE_WIDTH - 2, y + 1, message % {"points": score}, PLAIN.heavy)
    for number, face in enumerate(view.state.dice):
        _draw_die(view, canvas, x, y + 3 + number, number, face)
    if not view.moves:
        return
    row = y + 10
    if "roll" in view.moves or "finish" in view.moves:
        move = "roll" if "roll" in view.moves else "finish"
        label = _("next round") if move == "roll" else _("finish")
        canvas.button(x, row, "r", "r", label, BEST if view.is_best(move) else BUTTON)
        canvas.put(x, row + 1, view.note(move), DIM)
        row += 2
    if open_rings(view.state):
        canvas.put(x, row, "██", Ink(RING))
        canvas.put(x + 3, row, _("can be scored"), DIM)
        row += 1
    if _placing(view):
        canvas.put(x, row, "██", Ink(FREE))
        fits = _("the %(number)d fits") % {"number": view.state.dice[_die(view.selection)]}
        canvas.put(x + 3, row, fits, DIM)
        left = view.state.placements_left
        message = ngettext("%(count)s more to place", "%(count)s more to place", left)
        canvas.put(x, row + 1, message % {"count": counted(left)}, DIM)
    canvas.put(x, y + 15, HEXES[view.selection.cursor], TITLE)
    if _placing(view) and _act(view, view.selection.cursor) in dead_ends(view.state):
        canvas.put(x + 3, y + 15, _("ends the game"), TITLE)
    if view.best:
        canvas.put(x, y + 16, f"★ {view.best}", TITLE)


def _draw_die(view: BoardView, canvas: Canvas, x: int, y: int, number: int, face: int) -> None:
    """Draw a die of the round: its key, its name and its face."""
    placed, chosen = face == EMPTY, view.moves and _die(view.selection) == number and _placing(view)
    key = str(number + 1) if view.moves and not placed else ""
    ink = Ink("#10240a", "#a9d27a", bold=True) if chosen and not placed else PLAIN.on("#5a402c")
    if placed:
        ink = DIM.on("#35241a")
    canvas.fill(x, y, SIDE_WIDTH - 2, 1, ink, key=key)
    canvas.put(x, y, f" {number + 1} ", BUTTON.key if key else ink, key)
    canvas.put(x + 5, y, DICE[number].name, ink, key)
    canvas.right(x + 14, y, "–" if placed else str(face), ink.heavy, key)


def take_up(game: Hexes, state: HexesState, before: Selection) -> Selection:
    """Select the first die that fits somewhere; the cursor stays."""
    spots = range(len(HEXES))
    fitting = [
        number
        for number, face in enumerate(state.dice)
        if face != EMPTY and any(may_stand(state.board, spot, face) for spot in spots)
    ]
    cursor = before.cursor or CENTRE
    return Selection(tuple(fitting[:1]), cursor)


def press(view: BoardView, key: str) -> KeyResult:
    """Choose a die, move over the board, place or score."""
    selection = view.selection
    match key.split():
        case [digit] if digit in ("1", "2", "3", "4", "5", "6"):
            number = int(digit) - 1
            placed = view.state.dice[number] == EMPTY
            return selection if placed else Selection((number,), selection.cursor)
        case ["left" | "right" | "up" | "down" as direction]:
            return Selection(selection.picked, _walked(selection.cursor, direction))
        case ["n"]:
            return Selection(selection.picked, _next_target(view))
        case ["enter" | "space"]:
            return _act(view, selection.cursor)
        case ["hex", spot]:
            return _act(view, int(spot))
        case ["r"]:
            return "finish" if "finish" in view.moves else "roll"
    return None


def keys(game: Hexes) -> tuple[tuple[str, str], ...]:
    return (
        ("1 … 6", _("pick up a die")),
        ("← ↑ ↓ →", _("move over the board")),
        ("n", _("go to the next hex you can use")),
        ("Enter", _("place the die, or score a surrounded number")),
        ("r", _("roll the next round, or finish")),
    )


def _act(view: BoardView, spot: int) -> str:
    """What Enter or a click does on a hex."""
    if view.state.board[spot] != EMPTY or not view.selection.picked:
        return f"score {HEXES[spot]}"
    return _placement(view.selection, spot)


def _placement(selection: Selection, spot: int) -> str:
    return f"place {DICE[selection.picked[0]].name} {HEXES[spot]}" if selection.picked else ""


def _die(selection: Selection) -> int:
    return selection.picked[0] if selection.picked else EMPTY


def _placing(view: BoardView) -> bool:
    return bool(view.selection.picked) and view.state.placements_left > 0


def _fits(view: BoardView, spot: int) -> bool:
    if not _placing(view):
        return False
    face = view.state.dice[view.selection.picked[0]]
    return face != EMPTY and may_stand(view.state.board, spot, face)


def _walked(spot: int, direction: str) -> int:
    """The next hex in a direction; the same hex at the edge."""
    row = ROW_OF[spot]
    if direction in ("left", "right"):
        there = spot + (1 if direction == "right" else -1)
        return there if 0 <= there < len(HEXES) and ROW_OF[there] == row else spot
    other = row + (1 if direction == "down" else -1)
    if not 0 <= other < len(ROWS):
        return spot
    across = _place_of(spot)[0]
    spots = range(FIRST[other], FIRST[other] + ROWS[other])
    return min(spots, key=lambda near: abs(_place_of(near)[0] - across))


def _next_target(view: BoardView) -> int:
    """The next hex where something can be done."""
    rings, spots = open_rings(view.state), len(HEXES)
    after = [(view.selection.cursor + step) % spots for step in range(1, spots + 1)]
    return next(
        (spot for spot in after if spot in rings or _fits(view, spot)), view.selection.cursor
    )
