"""Spells puzzles as `dicehall.players.puzzles` reads them."""

from dicehall.players.puzzles import MOST_STEPS, STEPS, Puzzle
from dicehall.players.worth import Worth


def spell_puzzle(puzzle: Puzzle) -> str:
    """The line of a puzzle in a file of puzzles."""
    options = [f"{name}={value}" for name, value in puzzle.game.options.items()]
    return " ".join(
        [
            f"{puzzle.number} {puzzle.rating} {puzzle.error:g}",
            ",".join(puzzle.themes),
            ",".join([str(puzzle.game.seats), *options]),
            puzzle.position,
            f"{puzzle.value:g}",
            puzzle.losses,
        ]
    )


def spell_losses(worth: Worth) -> str | None:
    """`Puzzle.losses` of a worth; None if a move loses more than they can say.

    >>> from dicehall.players.worth import WIN_MINUS_LOSS
    >>> spell_losses(Worth({"column 1": 0.5, "column 3": -0.22}, WIN_MINUS_LOSS, exact=True))
    '00a0'
    """
    best, step = max(worth.moves.values()), STEPS[worth.unit]
    lost = [round((best - value) / step) for value in worth.moves.values()]
    if max(lost) > MOST_STEPS:
        return None
    return "".join(_digit(steps // 36) + _digit(steps % 36) for steps in lost)


def _digit(number: int) -> str:
    return "0123456789abcdefghijklmnopqrstuvwxyz"[number]
