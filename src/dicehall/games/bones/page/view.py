"""The page of Knuckles and Knucklebones: two facing grids and a die between them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dicehall.game.records import Played
from dicehall.game_page.scene import Scene
from dicehall.games.bones.page.trail import BonesTrail, DiceIds, Placed
from dicehall.games.bones.rules import COLUMNS, HEIGHT, MOVES, Bones, BonesState, Column
from dicehall.games.bones.words import ask_briefly, tell_briefly
from dicehall.words.language import _, ngettext
from dicehall.words.phrases import in_a_row, together

POWERS = {2: "²", 3: "³"}
LONGEST_FELL, LONGEST_PROMPT = 20, 40
"""How many characters fit beside the die in the hand."""


class PlacedDie(NamedTuple):
    """A die in a column; its `id`, the number of its roll, stays the same when it moves into a
    gap."""

    id: int
    value: int
    alike: int
    """How many dice of this value the column has."""
    badge: str
    """What multiplies it; empty if it counts by itself."""
    doomed: bool
    """Whether the die in hand would knock it out."""
    latest: bool
    """Whether the opponent placed it last."""
    glows: bool
    """Whether it has just become one of several equal dice."""


class ColumnView(NamedTuple):
    """A column, from its lowest slot outward, with the effects of a move into it."""

    number: int
    place: str
    """The id of its element."""
    dice: tuple[PlacedDie, ...]
    free: int
    score: int
    move: str
    """Empty if the viewer cannot play here now."""
    score_after: int
    gain: str
    """What the move gains, in a few characters; empty without a move."""
    at_risk: str
    """What the viewer's die would knock out of it, in a few characters; empty if nothing."""
    effect: str
    """Both in words."""
    described: str
    """The column's dice, in words."""
    label: str
    """The same plus the effect of the move: the label of the button."""
    why_not: str
    """Why the viewer, who is to move, cannot play here."""
    lost: int
    """How many points were just knocked out of it."""


class GridView(NamedTuple):
    """A seat's side of the table."""

    seat: int
    name: str
    score: int
    columns: tuple[ColumnView, ...]
    to_move: bool
    elsewhere: dict[str, str]
    """Messages for a tap on the wrong grid, by the place of the right one."""


class BonesView(NamedTuple):
    """The far grid, the near grid, and the die in hand."""

    far: GridView
    near: GridView
    die: int | None
    die_id: int
    retro: bool
    triple: int
    """How many points a triple knockout has just cost; 0 without one."""
    fell: str
    """What the viewer has rolled; empty if a long name leaves no room for it."""
    prompt: str
    """The prompt; with a long name the brief one, because it must be read in full."""
    brief_move: str
    brief_prompt: str
    """The opponent's move and the prompt, for small screens."""


def view(scene: Scene) -> BonesView:
    """The viewer's first seat is at the near side; without one, seat 0 is."""
    near = scene.mine[0] if scene.mine else 0
    state: BonesState = scene.state
    brief = ask_briefly(scene.moves) if scene.moves else scene.prompt
    return BonesView(
        far=_grid(scene, 1 - near, "far"),
        near=_grid(scene, near, "near"),
        die=state.die,
        die_id=scene.history.rolls,
        retro=scene.game.name == "knuckles",
        triple=_triple(scene),
        fell=_fell(scene),
        prompt=scene.prompt if len(scene.prompt) <= LONGEST_PROMPT else brief,
        brief_move=_short_opponent_line(scene),
        brief_prompt=brief,
    )


def _fell(scene: Scene) -> str:
    newest = scene.log_lines[-1] if scene.acting and scene.state.die and scene.log_lines else ""
    return newest if len(newest) <= LONGEST_FELL else ""


def read_move(form: Mapping[str, Sequence[str]]) -> str:
    """The column's button is the move."""
    return " ".join(form.get("move", ()))


def sample(game: Bones) -> Scene:
    """A pair, a triple, and a die that threatens both."""
    grids = (((5, 5), (2,), (6, 6, 6)), ((3, 1), (4, 4), (2,)))
    return Scene.still(game, BonesState(grids, seat=0, die=4))


def examples(game: Bones) -> Sequence[tuple[str, Scene]]:
    """What columns are worth, and a knockout before and after."""
    before = BonesState((((6,), (5, 5, 3), ()), ((2, 6), (), (4, 4, 4))), seat=1, die=5)
    worth = [game.column_score(column) for column in (*before.grids[0][:2], before.grids[1][2])]
    after = game.play(before, "column 2")
    return (
        (
            _(
                "One 6 is worth %(one)d; 5, 5 and 3 are worth %(mixed)d; three 4s are worth "
                "%(triple)d."
            )
            % {"one": worth[0], "mixed": worth[1], "triple": worth[2]},
            Scene.still(game, before),
        ),
        (
            _("A 5 went into the column facing two 5s: both are knocked out, and the 3 moves up."),
            Scene.still(game, after),
        ),
    )


def _grid(scene: Scene, seat: int, side: str) -> GridView:
    game: Bones = scene.game  # type: ignore[assignment]
    return GridView(
        seat=seat,
        name=scene.names[seat],
        score=game.scores(scene.state)[seat],
        columns=tuple(
            _column(scene, game, seat, number, f"{side}-{number + 1}") for number in range(COLUMNS)
        ),
        to_move=scene.to_move == seat,
        elsewhere=_elsewhere() if scene.acting and scene.to_move != seat else {},
    )


def _column(scene: Scene, game: Bones, seat: int, number: int, place: str) -> ColumnView:
    state: BonesState = scene.state
    column = state.grids[seat][number]
    open_to_viewer = MOVES[number] in scene.moves
    playable = open_to_viewer and state.seat == seat
    after = game.play(state, MOVES[number]) if open_to_viewer else state
    score, score_after = (game.column_score(now.grids[seat][number]) for now in (state, after))
    described = _describe_column(game, column, number)
    placed = _just_placed(scene)
    return ColumnView(
        number=number + 1,
        place=place,
        dice=_dice(scene, game, seat, number, after),
        free=HEIGHT - len(column),
        score=score,
        move=MOVES[number] if playable else "",
        score_after=score_after,
        gain=f"+{score_after - score}" if playable else "",
        at_risk=f"\u2212{score - score_after}" if score > score_after else "",
        effect=_effect(game, state, after, number) if playable else "",
        described=described,
        label=together(described, _label(game, state, after, number)) if playable else "",
        why_not="" if playable else _why_not(scene, seat, number),
        lost=placed.lost if placed and (placed.seat, placed.column) == (1 - seat, number) else 0,
    )


def _dice(
    scene: Scene, game: Bones, seat: int, number: int, after: BonesState
) -> tuple[PlacedDie, ...]:
    """The dice of a column; `after` is the state after the viewer's move here or opposite."""
    state: BonesState = scene.state
    trail: BonesTrail = scene.history.trail or BonesTrail(_by_place(state))
    ids, column, placed = trail.ids[seat][number], state.grids[seat][number], trail.placed
    touched = placed is not None and placed.die_id in ids
    fresh = column[-1] if touched and _just_placed(scene) else None
    return tuple(
        PlacedDie(
            id=die_id,
            value=value,
            alike=(alike := column.count(value)),
            badge=_badge(game, value, alike),
            doomed=value not in after.grids[seat][number],
            latest=touched and die_id == placed.die_id and seat not in scene.mine,  # type: ignore[union-attr]
            glows=value == fresh and alike > 1,
        )
        for die_id, value in zip(ids, column, strict=True)
    )


def _badge(game: Bones, value: int, alike: int) -> str:
    """How equal dice multiply; at Knuckles, ones only add up.

    >>> _badge(Bones("knuckles"), 5, 2), _badge(Bones("knuckles"), 1, 3)
    ('5²', '')
    >>> _badge(Bones("knucklebones"), 1, 3)
    '×3'
    """
    if alike == 1 or game.worth(value, alike) == value * alike:
        return ""
    return f"×{alike}" if game.scoring == "knucklebones" else f"{value}{POWERS[alike]}"


def _why_not(scene: Scene, seat: int, number: int) -> str:
    """Why the viewer cannot play in a column of their own; empty if it is not their turn."""
    if not scene.acting or scene.to_move != seat:
        return ""
    return _("Column %(number)d is full. Choose another.") % {"number": number + 1}


def _elsewhere() -> dict[str, str]:
    return {
        "above": _("Those are not your columns. Yours are above."),
        "below": _("Those are not your columns. Yours are below."),
        "left": _("Those are not your columns. Yours are on the left."),
        "right": _("Those are not your columns. Yours are on the right."),
    }


def _just_placed(scene: Scene) -> Placed | None:
    """The last move, if it was the last event."""
    moved = scene.last is not None and isinstance(scene.last.event, Played)
    return scene.history.trail.placed if moved and scene.history.trail else None


def _short_opponent_line(scene: Scene) -> str:
    step = scene.answered
    if step is None or not isinstance(step.event, Played):
        return ""
    game: Bones = scene.game  # type: ignore[assignment]
    name = scene.viewer.named(step.event.seat)
    return tell_briefly(game, step.before, step.event, step.after, name)


def _triple(scene: Scene) -> int:
    placed = _just_placed(scene)
    if placed is None or scene.last is None:
        return 0
    grids = (scene.last.before.grids, scene.last.after.grids)
    was, now = (len(grid[1 - placed.seat][placed.column]) for grid in grids)
    return placed.lost if was - now == HEIGHT else 0


def _effect(game: Bones, state: BonesState, after: BonesState, number: int) -> str:
    """The effect of playing here, in words."""
    seat = state.seat
    effect = _("Column %(number)d: %(was)d → %(own)d") % {
        "number": number + 1,
        "was": game.column_score(state.grids[seat][number]),
        "own": game.column_score(after.grids[seat][number]),
    }
    knocked = _knocked_out(state, after, number)
    if not knocked:
        return _("%(effect)s.") % {"effect": effect}
    loss = ngettext(
        "knocks out one die: %(was)d → %(then)d",
        "knocks out %(count)d dice: %(was)d → %(then)d",
        knocked,
    ) % {
        "count": knocked,
        "was": game.scores(state)[1 - seat],
        "then": game.scores(after)[1 - seat],
    }
    return _("%(effect)s, %(loss)s.") % {"effect": effect, "loss": loss}


def _describe_column(game: Bones, column: Column, number: int) -> str:
    """The dice in a column, for screen readers.

    >>> [_describe_column(Bones("knucklebones"), column, 0) for column in ((2, 2, 3), ())]
    ['Column 1: 2, 2, 3, 11 points.', 'Column 1: empty.']
    """
    if not column:
        return _("Column %(number)d: empty.") % {"number": number + 1}
    return _("Column %(number)d: %(dice)s, %(points)s.") % {
        "number": number + 1,
        "dice": in_a_row(column),
        "points": _points(game.column_score(column)),
    }


def _label(game: Bones, state: BonesState, after: BonesState, number: int) -> str:
    """What the die in hand would do in a column."""
    points = _points(game.column_score(after.grids[state.seat][number]))
    knocked = _knocked_out(state, after, number)
    if not knocked:
        return _("With the %(die)d: %(points)s.") % {"die": state.die, "points": points}
    other = 1 - state.seat
    return ngettext(
        "With the %(die)d: %(points)s, and it knocks out one die: minus %(lost)s.",
        "With the %(die)d: %(points)s, and it knocks out %(count)d dice: minus %(lost)s.",
        knocked,
    ) % {
        "die": state.die,
        "points": points,
        "count": knocked,
        "lost": _points(game.scores(state)[other] - game.scores(after)[other]),
    }


def _knocked_out(before: BonesState, after: BonesState, number: int) -> int:
    """How many dice a move takes from the facing column."""
    facing = 1 - before.seat
    return len(before.grids[facing][number]) - len(after.grids[facing][number])


def _points(points: int) -> str:
    return ngettext("%(points)d point", "%(points)d points", points) % {"points": points}


def _by_place(state: BonesState) -> DiceIds:
    """Distinct ids for a picture without a history."""
    return tuple(
        tuple(
            tuple(100 * seat + 10 * n + i for i in range(len(column)))
            for n, column in enumerate(grid)
        )
        for seat, grid in enumerate(state.grids, start=1)
    )
