"""Sparkle on a full screen: scoring dice are lit, banked ones below, the threshold is a bar."""

from dicehall.game_screen.canvas import ButtonInks, Canvas, Ink, draw_bar
from dicehall.game_screen.dice import WIDTH, draw_die, draw_slot
from dicehall.game_screen.protocol import BoardView, KeyResult, Selection
from dicehall.games.sparkle.rules import ALL, Sparkle, SparkleState, selections
from dicehall.words.language import _, ngettext
from dicehall.words.lines import columns

NIGHT = "#17152e"
TRAY = "#211e42"
PLAIN = Ink("#e9e6ff")
DIM = Ink("#8581b3")
TITLE = Ink("#ffd76a", bold=True)
LIT = Ink("#3a2c00", "#fff3c4", bold=True)
CHOSEN = Ink("#2b1d00", "#ffc23d", bold=True)
DULL = Ink("#211e42", "#77739c", bold=True)
BANKED = Ink("#1b3b2a", "#a5d6b7", bold=True)
PAID = Ink("#3b0d20", "#ff8fab", bold=True)
SAFE, RISKED = Ink("#8fd3a8", "#38346b"), Ink("#ffc23d", "#38346b")
WARNING = Ink("#ff9db3", bold=True)
BUTTON = ButtonInks(Ink("#17152e", "#b9b4e8", bold=True), Ink("#e9e6ff", "#38346b"))
BEST = ButtonInks(Ink("#2b1d00", "#ffc23d", bold=True), Ink("#fff3c4", "#38346b", bold=True))
OFF = ButtonInks(Ink("#5b578a", "#26234a"), Ink("#6f6aa3", "#26234a"))

PITCH = 11
WIDE = 4 * PITCH + WIDTH
REROLL = "reroll"
STAR = "✦"


def draw(view: BoardView, canvas: Canvas) -> None:
    """Draw, from the top: the threshold, the dice of this roll, the banked dice, the choices."""
    canvas.fill(0, 0, canvas.width, canvas.height, PLAIN.on(NIGHT))
    x, y = (canvas.width - WIDE) // 2, max(0, (canvas.height - 18) // 2)
    _draw_threshold(view, canvas, x, y)
    canvas.fill(x - 3, y + 4, WIDE + 6, 7, PLAIN.on(TRAY))
    for number in ALL:
        left = x + (number - 1) * PITCH
        _draw_active(view, canvas, left, y + 5, number)
        _draw_banked(view, canvas, left, y + 12, number)
    if x > 13:
        canvas.put(x - 12, y + 6, _("rolled"), DIM)
        canvas.put(x - 12, y + 13, _("banked"), DIM)
    if view.state.waiting and not view.rolling:
        note = _("The set of %(value)ds waits for its certificate.")
        canvas.centre(0, y + 15, canvas.width, note % {"value": view.state.waiting}, WARNING)
    if view.moves:
        _draw_choices(view, canvas, y + 16)


def _draw_threshold(view: BoardView, canvas: Canvas, x: int, y: int) -> None:
    """Draw total and turn points on the way to the threshold, and the Extra Dice."""
    state: SparkleState = view.before_roll or view.state
    threshold = view.game.threshold(state.number)
    turn = _("Turn %(turn)d") % {"turn": state.number}
    canvas.put(x, y, turn, TITLE)
    values = {"total": f"{state.total:,}", "points": f"{state.points:,}"}
    canvas.put(x + 10, y, _("total %(total)s  this turn %(points)s") % values, PLAIN)
    canvas.right(x + WIDE, y, _("threshold %(points)s") % {"points": f"{threshold:,}"}, TITLE)
    reached = (state.total + state.points) / threshold
    draw_bar(canvas, x, y + 1, WIDE, reached, RISKED)
    safe = round(min(1.0, state.total / threshold) * WIDE)
    if safe:
        draw_bar(canvas, x, y + 1, safe, 1.0, SAFE)
    extra = canvas.put(x, y + 2, _("Extra Dice") + " ", DIM)
    canvas.put(extra, y + 2, STAR * min(state.extra, 20), TITLE)
    missing = threshold - state.total - state.points
    note = _("%(missing)s to go") % {"missing": f"{missing:,}"} if missing > 0 else _("reached")
    canvas.right(x + WIDE, y + 2, note, DIM if missing > 0 else SAFE.on(NIGHT))


def _draw_active(view: BoardView, canvas: Canvas, x: int, y: int, number: int) -> None:
    """Draw a die of this roll: lit if it scores, gold or red if it is selected."""
    state = view.state
    face = state.dice[number - 1]
    flying = view.rolling and number in view.before_roll.throwing
    if number in state.throwing or number not in state.table or not face:
        draw_slot(canvas, x, y, DIM if number in state.throwing else Ink("#38346b"))
        return
    scoring = not view.rolling and any(number in chosen for chosen in selections(state))
    ink = LIT if scoring or flying else DULL
    key = str(number) if view.moves else ""
    if view.acting and not view.rolling and number in view.selection.picked:
        ink = PAID if view.selection.mode == REROLL else CHOSEN
    draw_die(canvas, x, y, face, ink, key)
    if view.rolling:
        return
    alone = selections(state).get((number,))
    text = f"+{alone.points}" if alone else _("set") if scoring else ""
    canvas.centre(x, y + 3, WIDTH, text, TITLE, key)
    label = f"★ {number}" if str(number) in view.best.split()[1:] else str(number)
    canvas.centre(x, y + 4, WIDTH, label, PLAIN if view.moves else DIM, key)


def _draw_banked(view: BoardView, canvas: Canvas, x: int, y: int, number: int) -> None:
    """Draw a banked die."""
    if number in view.state.banked:
        draw_die(canvas, x, y, view.state.dice[number - 1], BANKED)
    else:
        canvas.centre(x, y + 1, WIDTH, "·", DIM)


def _draw_choices(view: BoardView, canvas: Canvas, y: int) -> None:
    """Draw what can be done with the selected dice."""
    choices = _choices(view)
    inks = [_inks(view, move) for _key, _label, move in choices]
    notes = [view.note(move) for _key, _label, move in choices]
    width = sum(columns(key + label) + 6 for key, label, _move in choices) - 2
    x = max(1, (canvas.width - width) // 2)
    for (key, label, _move), ink, note in zip(choices, inks, notes, strict=True):
        end = canvas.button(x, y, key, key, label, ink)
        canvas.centre(x, y + 1, end - x, note, DIM)
        x = end + 2


def _choices(view: BoardView) -> list[tuple[str, str, str]]:
    """Key, label and move of each choice."""
    state, selection = view.state, view.selection
    if selection.mode == REROLL:
        choices = [("x", _reroll_label(len(selection.picked)), _spelled("reroll", selection))]
        if selections(state):
            return [*choices, ("b", _("back to banking"), "")]
        return [*choices, ("f", _("accept the fizzle"), "fizzle")]
    if not selections(state):
        return [("f", _("accept the fizzle"), "fizzle")]
    bank = selections(state).get(selection.picked)
    points = bank.points if bank else 0
    thrown = len(state.table) - len(selection.picked) or len(ALL)
    roll = ngettext("bank %(points)d, roll %(count)d", "bank %(points)d, roll %(count)d", thrown)
    end = _("bank %(points)d, end")
    values = {"points": points, "count": thrown}
    choices = [
        ("r", roll % values, _spelled("roll", selection)),
        ("e", end % values, _spelled("end", selection)),
        ("a", _("all scoring"), ""),
    ]
    return [*choices, ("x", _("re-roll …"), "")] if state.extra else choices


def _inks(view: BoardView, move: str) -> ButtonInks:
    if move and move not in view.moves:
        return OFF
    return BEST if move and view.is_best(move) else BUTTON


def take_up(game: Sparkle, state: SparkleState, before: Selection) -> Selection:
    """Select the dice that must be banked; after a fizzle, only a re-roll can be selected."""
    banks = selections(state)
    if not banks:
        return Selection(mode=REROLL if state.extra else "")
    must = set.intersection(*map(set, banks))
    return Selection(tuple(sorted(must)))


def press(view: BoardView, key: str) -> KeyResult:
    """Select dice, then bank, roll or re-roll them."""
    selection, banks = view.selection, selections(view.state)
    match key:
        case "1" | "2" | "3" | "4" | "5":
            return _chosen(view, int(key))
        case "r" | "space" | "enter" if selection.mode == REROLL:
            return _spelled("reroll", selection)
        case "r" | "space" | "enter":
            return _spelled("roll", selection) if banks else "fizzle"
        case "e":
            return _spelled("end", selection)
        case "a" if banks:
            return Selection(max(banks, key=lambda chosen: (banks[chosen].points, len(chosen))))
        case "x" if selection.mode == REROLL:
            return _spelled("reroll", selection)
        case "x" if view.state.extra:
            return Selection(mode=REROLL)
        case "b" if banks:
            return take_up(view.game, view.state, selection)
        case "f":
            return "fizzle"
    return None


def keys(game: Sparkle) -> tuple[tuple[str, str], ...]:
    return (
        ("1 … 5", _("select or deselect a die")),
        ("a", _("select all dice that score")),
        ("r", _("bank the selected dice, roll the rest")),
        ("e", _("bank them and end the turn")),
        ("x", _("select dice to re-roll for Extra Dice; x again pays")),
        ("b", _("back to banking")),
        ("f", _("accept the fizzle")),
    )


def _reroll_label(count: int) -> str:
    if not count:
        return _("re-roll: select dice")
    text = ngettext("re-roll for %(count)d", "re-roll for %(count)d", count)
    return text % {"count": count}


def _chosen(view: BoardView, number: int) -> Selection:
    """Add a die to the selection; when banking, together with the dice it needs."""
    selection = view.selection
    if number not in view.state.table:
        return selection
    if selection.mode == REROLL or number in selection.picked:
        return selection.toggled(number)
    wanted = {*selection.picked, number}
    fitting = [chosen for chosen in selections(view.state) if wanted <= {*chosen}]
    return Selection(min(fitting, key=len)) if fitting else selection.toggled(number)


def _spelled(verb: str, selection: Selection) -> str:
    return " ".join([verb, *map(str, selection.picked)])
