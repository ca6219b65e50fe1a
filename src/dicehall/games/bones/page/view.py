"""The page of Knuckles and Knucklebones: two grids that face each other, and a die between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dicehall.games.bones.page.trail import BonesTrail, DiceIds
from dicehall.games.bones.rules import COLUMNS, HEIGHT, MOVES, Bones, BonesState, Column
from dicehall.page.scene import Scene
from dicehall.words.language import _, ngettext


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """A die in a column: `id` is the number of its roll and stays with it when it falls."""

    id: int
    value: int
    alike: int
    """How many dice of its value the column holds."""
    doomed: bool
    """Whether the die in hand would knock it out."""


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column from its lowest slot outward; with what a move into it would do."""

    number: int
    dice: tuple[PlacedDie, ...]
    free: int
    score: int
    move: str
    """Empty if the viewer cannot play here now."""
    score_after: int
    effect: str


@dataclass(frozen=True, slots=True)
class GridView:
    """A seat's side of the table."""

    seat: int
    name: str
    level: str
    score: int
    columns: tuple[ColumnView, ...]
    to_move: bool


@dataclass(frozen=True, slots=True)
class BonesView:
    """The far grid, the near grid, and the die in hand."""

    far: GridView
    near: GridView
    die: int | None
    die_id: int
    retro: bool


def view(scene: Scene) -> BonesView:
    """The viewer sits at the near side; seat 0 does if both seats are the viewer's, or neither."""
    near = scene.mine[0] if len(scene.mine) == 1 else 0
    state: BonesState = scene.state
    trail: BonesTrail | None = scene.history.trail
    ids = trail.ids if trail else _by_place(state)
    return BonesView(
        far=_grid(scene, 1 - near, ids),
        near=_grid(scene, near, ids),
        die=state.die,
        die_id=scene.history.rolls,
        retro=scene.game.name == "knuckles",
    )


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
            _("One 6 counts %(one)d; 5, 5 and 3 count %(mixed)d; three 4s count %(triple)d.")
            % {"one": worth[0], "mixed": worth[1], "triple": worth[2]},
            Scene.still(game, before),
        ),
        (
            _("A 5 went into the column that faces two 5s: both are out, the 3 closes the gap."),
            Scene.still(game, after),
        ),
    )


def _grid(scene: Scene, seat: int, ids: DiceIds) -> GridView:
    game: Bones = scene.game  # type: ignore[assignment]
    return GridView(
        seat=seat,
        name=scene.names[seat],
        level=scene.levels[seat],
        score=game.scores(scene.state)[seat],
        columns=tuple(_column(scene, game, seat, n, ids[seat][n]) for n in range(COLUMNS)),
        to_move=scene.to_move == seat,
    )


def _column(scene: Scene, game: Bones, seat: int, number: int, ids: tuple[int, ...]) -> ColumnView:
    state: BonesState = scene.state
    column = state.grids[seat][number]
    threatened = state.seat != seat and MOVES[number] in scene.moves
    playable = scene.to_move == seat and MOVES[number] in scene.moves
    after = (*column, state.die) if playable and state.die else column
    return ColumnView(
        number=number + 1,
        dice=tuple(
            PlacedDie(die_id, value, column.count(value), threatened and value == state.die)
            for die_id, value in zip(ids, column, strict=True)
        ),
        free=HEIGHT - len(column),
        score=game.column_score(column),
        move=MOVES[number] if playable else "",
        score_after=game.column_score(after),
        effect=_effect(game, state, seat, number) if playable else "",
    )


def _effect(game: Bones, state: BonesState, seat: int, number: int) -> str:
    """What playing here would do, in words."""
    assert state.die is not None
    after = game.play(state, MOVES[number])
    own = game.column_score(after.grids[seat][number])
    was = game.column_score(state.grids[seat][number])
    effect = _("Column %(number)d: %(was)d → %(own)d") % {
        "number": number + 1,
        "was": was,
        "own": own,
    }
    facing: Column = state.grids[1 - seat][number]
    knocked = facing.count(state.die)
    if not knocked:
        return f"{effect}."
    loss = ngettext(
        "knocks out one die: %(was)d → %(then)d",
        "knocks out %(count)d dice: %(was)d → %(then)d",
        knocked,
    ) % {
        "count": knocked,
        "was": game.scores(state)[1 - seat],
        "then": game.scores(after)[1 - seat],
    }
    return f"{effect}, {loss}."


def _by_place(state: BonesState) -> DiceIds:
    """For a picture without a history any distinct numbers do."""
    return tuple(
        tuple(
            tuple(100 * seat + 10 * n + i for i in range(len(column)))
            for n, column in enumerate(grid)
        )
        for seat, grid in enumerate(state.grids, start=1)
    )
