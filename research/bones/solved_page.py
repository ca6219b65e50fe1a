"""Computes the numbers of docs/knucklebones-solved.md from the exact tablebase.

    python -m research.bones.solved_page --write docs/knucklebones-solved.md

Needs the tablebase (`dicehall solve knucklebones`) and takes about a minute on one core. Without
--write, the numbers are only printed. The same seed gives the same games.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.solver.columns import ColumnArrays
from dicehall.games.bones.solver.tablebase import SURE, BonesTablebase, open_tablebase
from research.bones.evaluation import PositionRows
from research.bones.lockstep import best_player, exact_player, margin_change, play_side_by_side
from research.bones.measure import Watched

BEGIN, END = "<!-- numbers: begin -->", "<!-- numbers: end -->"
GAMES = 20_000
SEARCHED = 200_000
"""Positions of those games to search for beautiful ones."""
SEED = 7


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", type=Path, metavar="PAGE")
    page: Path | None = parser.parse_args().write
    tablebase = open_tablebase("knucklebones")
    assert tablebase is not None, "first: dicehall solve knucklebones"
    text = numbers(tablebase, GAMES)
    print(text)
    if page:
        page.write_text(with_numbers(page.read_text("utf-8"), text), "utf-8")


def with_numbers(page: str, text: str) -> str:
    """The page with new numbers between its markers."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}"


def numbers_in(page: str) -> str:
    """The text between the markers of a page."""
    return page.partition(BEGIN)[2].partition(END)[0].strip("\n")


def numbers(tablebase: BonesTablebase, games: int) -> str:
    """All numbers, as Markdown."""
    random = np.random.default_rng(SEED)
    exact = exact_player(tablebase)
    results, seen = play_side_by_side(tablebase.classes, (exact, exact), games, random)
    positions = np.concatenate(seen)
    positions = positions[random.permutation(len(positions))[:SEARCHED]]
    parts = (
        exact_numbers(tablebase),
        _results(tablebase, results),
        _greed(tablebase, games // 2, random),
        _beautiful(tablebase, positions, random),
    )
    return "\n".join(line for part in parts for line in part)


def exact_numbers(tablebase: BonesTablebase) -> Iterator[str]:
    """The numbers that need only the table, no games."""
    yield from _beginning(tablebase)
    yield from _replies(tablebase)


def _beginning(tablebase: BonesTablebase) -> Iterator[str]:
    classes = tablebase.classes
    yield "### The beginning\n"
    value = tablebase.before_roll(classes.start)
    yield f"Win minus loss for the first seat, before the first roll: **{value:+.5f}**."
    yield "All columns are empty, so the first die can go into any of them. It is then worth:\n"
    yield "| first die | " + " | ".join(map(str, _faces(classes))) + " |"
    yield "| --- |" + " ---: |" * classes.faces
    worths = (
        f"{-tablebase.before_roll(_after_first(classes, face)):+.4f}" for face in _faces(classes)
    )
    yield "| worth | " + " | ".join(worths) + " |\n"


def _results(tablebase: BonesTablebase, results: NDArray[np.int64]) -> Iterator[str]:
    """Only draws need games: the table determines how the rest is split."""
    value = tablebase.before_roll(tablebase.classes.start)
    drawn = results == 0
    draws, noise = drawn.mean(), 1.96 * drawn.std() / len(results) ** 0.5
    first, second = (1 - draws + value) / 2, (1 - draws - value) / 2
    yield "### Perfect play on both sides\n"
    yield f"The first seat wins {first:.2%}, the second {second:.2%}, and {draws:.2%} are drawn"
    yield f"(draws ± {noise:.2%} over {len(results):,} games; the rest from the tablebase).\n"


def _replies(tablebase: BonesTablebase) -> Iterator[str]:
    classes = tablebase.classes
    yield "### The first reply\n"
    yield "*facing*: in the column that faces the first die; *aside*: in another. The number is"
    yield "what the other choice would lose, in thousandths.\n"
    yield "| first die | " + " | ".join(f"reply {face}" for face in _faces(classes)) + " |"
    yield "| --- |" + " --- |" * classes.faces
    for first in _faces(classes):
        start = _after_first(classes, first)
        cells = (_reply(tablebase, start, reply) for reply in _faces(classes))
        yield f"| {first} | " + " | ".join(cells) + " |"
    yield ""


def _reply(tablebase: BonesTablebase, start: list[int], face: int) -> str:
    facing, aside, _ = _move_worths(tablebase, start, face)
    name = "facing" if facing >= aside else "aside"
    return f"{name} {1000 * abs(facing - aside):.1f}"


def _greed(tablebase: BonesTablebase, games: int, random: np.random.Generator) -> Iterator[str]:
    classes = tablebase.classes
    exact, greedy = exact_player(tablebase), Watched(best_player(margin_change(classes)), tablebase)
    won = play_side_by_side(classes, (exact, greedy), games, random)[0]
    results = np.concatenate([won, -play_side_by_side(classes, (greedy, exact), games, random)[0]])
    wins, draws = (results == 1).mean(), (results == 0).mean()
    noise = 1.96 * (wins * (1 - wins) / len(results)) ** 0.5
    yield "### What greed loses\n"
    yield "Greedy play takes the largest gain at once: its own points and those it knocks out."
    yield f"According to the tablebase it loses {greedy.lost / greedy.moves:.4f} (win minus loss) a"
    yield f"move against perfect play, {greedy.lost / (2 * games):.3f} a game. Perfect play wins"
    yield f"{wins:.2%} ± {noise:.2%} of {2 * games:,} games against it, half of them from each"
    yield f"seat, and {draws:.2%} are drawn.\n"


@dataclass(frozen=True)
class Weighed:
    """Positions with a die in hand: values and gains of the best and the greedy move."""

    positions: PositionRows
    dice: NDArray[np.int64]
    best: NDArray[np.int64]
    greedy: NDArray[np.int64]
    regret: NDArray[np.float64]
    """What the greedy move loses."""
    forgone: NDArray[np.int64]
    """How many points less the best move gains at once."""
    spared: NDArray[np.bool_]
    """Whether the greedy move knocks dice out and the best one does not."""


def _beautiful(
    tablebase: BonesTablebase, positions: PositionRows, random: np.random.Generator
) -> Iterator[str]:
    found = _weigh(tablebase, positions, random)
    yield "### Beautiful positions\n"
    yield f"Found among {len(positions):,} positions of perfect games. The upper grid is the"
    yield "other's; you have the lower one and the die.\n"
    sacrifice = np.where(found.regret >= 0.02, found.forgone + found.regret, -1)
    for title, score in (
        ("Where greed is most wrong", found.regret),
        ("The greatest sacrifice", sacrifice),
        ("A knock-out declined", np.where(found.spared, found.regret, -1)),
    ):
        yield from _draw(tablebase, found, title, int(score.argmax()))


def _weigh(
    tablebase: BonesTablebase, positions: PositionRows, random: np.random.Generator
) -> Weighed:
    classes, rows = tablebase.classes, np.arange(len(positions))
    dice = random.integers(0, classes.faces, len(positions))
    placed = classes.placed[dice[:, None], positions]
    worths = tablebase.after_moves(positions, placed)
    best, greedy = worths.argmax(axis=1), best_player(margin_change(classes))(positions, placed)
    gains = classes.margins[placed] - classes.margins[positions]
    knocks = classes.other[placed] < classes.other[positions]
    return Weighed(
        positions,
        dice + 1,
        best,
        greedy,
        (worths[rows, best] - worths[rows, greedy]) / SURE,
        gains[rows, greedy] - gains[rows, best],
        knocks[rows, greedy] & ~knocks[rows, best],
    )


def _draw(tablebase: BonesTablebase, found: Weighed, title: str, row: int) -> Iterator[str]:
    classes = tablebase.classes
    own, other = zip(
        *(classes.classes.pairs[number] for number in found.positions[row]), strict=True
    )
    yield f"**{title}.** You hold a {found.dice[row]}.\n"
    for height in range(classes.height - 1, -1, -1):
        yield "    " + _line(other, height)
    yield "    " + "-" * (2 * len(own) - 1)
    for height in range(classes.height):
        yield "    " + _line(own, height)
    yield ""
    worths = _move_worths(tablebase, [int(n) for n in found.positions[row]], int(found.dice[row]))
    values = (f"{number} {worth:+.3f}" for number, worth in enumerate(worths, 1) if worth >= -1)
    yield f"Column {found.best[row] + 1} is best; greed takes column {found.greedy[row] + 1} and"
    yield f"{found.forgone[row]:+d} at once. Worth by column: {', '.join(values)}.\n"


def _line(grid: tuple[tuple[int, ...], ...], height: int) -> str:
    return " ".join(str(column[height]) if height < len(column) else "·" for column in grid)


def _move_worths(tablebase: BonesTablebase, position: list[int], face: int) -> list[float]:
    positions = np.array([position], np.int16)
    placed = tablebase.classes.placed[face - 1, positions]
    return [float(worth) / SURE for worth in tablebase.after_moves(positions, placed)[0]]


def _after_first(classes: ColumnArrays, face: int) -> list[int]:
    """The position after the first die, from the second seat's view."""
    return classes.classes.position(((), (), ()), ((face,), (), ()))


def _faces(classes: ColumnArrays) -> range:
    return range(1, classes.faces + 1)


if __name__ == "__main__":
    main()
