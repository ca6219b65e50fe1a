"""A plain solver of Bones that asks the rules for everything: the specification of the kernels."""

from dicehall.game import Chance, Decide, Over
from dicehall.games.bones.rules import Bones, BonesState, Grid

Position = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
"""The columns of the seat to move beside the facing ones, all in sorted order."""


def position_of(state: BonesState) -> Position:
    """The position of a state, independent of the order of dice and columns."""
    own, other = state.grids[state.seat], state.grids[1 - state.seat]
    pairs = zip(own, other, strict=True)
    return tuple(sorted((tuple(sorted(a)), tuple(sorted(b))) for a, b in pairs))


def state_of(position: Position) -> BonesState:
    """A state of that position, before the roll of seat 0."""
    own: Grid = tuple(own for own, _ in position)
    other: Grid = tuple(other for _, other in position)
    return BonesState((own, other), seat=0, die=None)


def solve_naively(game: Bones, *starts: BonesState, close: float = 1e-10) -> dict[Position, float]:
    """Win minus loss chance of the seat to move, for all that can follow from `starts`."""
    follows: dict[Position, list[list[Position]]] = {}
    worths: dict[Position, float] = {}
    waiting = [position_of(start) for start in starts]
    while waiting:
        position = waiting.pop()
        if position in worths:
            continue
        state = state_of(position)
        turn = game.turn(state)
        worths[position] = 0.0
        if isinstance(turn, Over):
            worths[position] = float(turn.winners == (0,)) - float(turn.winners == (1,))
            continue
        follows[position] = _follow(game, state, turn)
        waiting += [after for replies in follows[position] for after in replies]
    order = sorted(follows, key=lambda position: -len(str(position)))
    while _sweep(worths, follows, order) > close:
        pass
    return worths


def _follow(game: Bones, state: BonesState, turn: Chance | Decide) -> list[list[Position]]:
    assert isinstance(turn, Chance)
    result = []
    for roll, _ in turn.outcomes():
        rolled = game.roll(state, roll)
        decide = game.turn(rolled)
        assert isinstance(decide, Decide)
        result.append([position_of(game.play(rolled, move)) for move in decide.moves])
    return result


def _sweep(
    worths: dict[Position, float],
    follows: dict[Position, list[list[Position]]],
    order: list[Position],
) -> float:
    largest = 0.0
    for position in order:
        rolls = follows[position]
        best = sum(max(-worths[after] for after in replies) for replies in rolls) / len(rolls)
        largest = max(largest, abs(best - worths[position]))
        worths[position] = best
    return largest
