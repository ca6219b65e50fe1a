"""Compares the coach's values at Pocket Hexes with the scores reached.

    python -m research.hexes.plot --games 2000

The best level plays whole games. The value shown in each round is that of the board at its end: the
score so far plus the network's prediction. The table has the mean of score minus value for each
fifth of the game, with its 95 % interval. The picture, docs/pocket-hexes-calibration.svg, shows the
mean score reached for each value.
"""

import argparse
from pathlib import Path
from time import process_time

import numpy as np

from dicehall.games.hexes.network import shipped
from dicehall.games.hexes.solver.positions import ROUNDS
from research.hexes.calibration import Promises, play_promises
from research.hexes.search import LEARNING_WIDTH

PICTURE = Path(__file__).parents[2] / "docs/pocket-hexes-calibration.svg"
FIFTHS = 5
COLOURS = ("#b3541e", "#c99a2e", "#5b8c5a", "#2f7f93", "#5b4b8a")
LOWEST, HIGHEST, SIZE, MARGIN = 100, 280, 360, 44
STEP = 10
FEWEST = 50
"""Dots with fewer positions are not drawn."""


def main() -> None:
    """Play, print the table and draw the picture."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=5_000_000, help="of the first game")
    parser.add_argument("--to", type=Path, default=PICTURE)
    options = parser.parse_args()
    began = process_time()
    promises = play_promises(shipped().network, LEARNING_WIDTH, options.games, options.seed)
    interval = 1.96 * promises.scores.std(ddof=1) / np.sqrt(options.games)
    print(
        f"{options.games} games, mean score {promises.scores.mean():.2f} ± {interval:.2f},"
        f" deviation {promises.scores.std():.1f}, {process_time() - began:.0f} s"
    )
    print("| rounds | score minus worth | deviation | worths shown |\n| --- | ---: | ---: | ---: |")
    for fifth in range(FIFTHS):
        print(row_of(promises, fifth))
    options.to.write_text(draw(promises), encoding="utf-8")


def in_fifth(promises: Promises, fifth: int) -> np.ndarray:
    """Which positions end a round of this fifth of the game; the last round is not one of them."""
    played = ROUNDS - promises.rounds
    length = ROUNDS // FIFTHS
    return (played > fifth * length) & (played <= (fifth + 1) * length)


def rounds_of(fifth: int) -> str:
    """The rounds of a fifth of the game, in words."""
    length = ROUNDS // FIFTHS
    return f"{fifth * length + 1} to {(fifth + 1) * length}"


def row_of(promises: Promises, fifth: int) -> str:
    """One table row. A game's values within a fifth are correlated, so they count as one."""
    there = in_fifth(promises, fifth)
    misses = (promises.came - promises.promised)[there]
    games = promises.games[there]
    of_games = np.bincount(games, misses) / np.maximum(1, np.bincount(games))
    of_games = of_games[np.bincount(games) > 0]
    interval = 1.96 * of_games.std(ddof=1) / np.sqrt(len(of_games))
    return (
        f"| {rounds_of(fifth)} | {of_games.mean():+.2f} ±"
        f" {interval:.2f} | {misses.std():.1f} | {there.sum():,} |"
    )


def draw(promises: Promises) -> str:
    """The picture: value on the x axis, mean score on the y axis, one colour per fifth."""
    whole = SIZE + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" role="img"'
        ' font-family="sans-serif" font-size="12">',
        "<title>Pocket Hexes: mean score reached by worth shown</title>",
        f'<rect width="{whole}" height="{whole}" fill="#fff"/>',
        f'<path d="M{across(LOWEST)} {down(LOWEST)}L{across(HIGHEST)} {down(HIGHEST)}"'
        ' stroke="#999" stroke-dasharray="4 4"/>',
    ]
    for mark in range(LOWEST, HIGHEST + 1, 4 * STEP):
        lines.append(
            f'<text x="{across(mark)}" y="{whole - 24}" text-anchor="middle">{mark}</text>'
        )
        lines.append(f'<text x="34" y="{down(mark) + 4}" text-anchor="end">{mark}</text>')
    lines.append(f'<text x="{whole / 2}" y="{whole - 6}" text-anchor="middle">worth shown</text>')
    lines.append('<text x="8" y="20">mean score reached</text>')
    for fifth, colour in enumerate(COLOURS):
        lines += dots(promises, fifth, colour)
        name = f"rounds {rounds_of(fifth)}"
        lines.append(f'<text x="{MARGIN + 12}" y="{48 + 16 * fifth}" fill="{colour}">{name}</text>')
    return "\n".join([*lines, "</svg>", ""])


def dots(promises: Promises, fifth: int, colour: str) -> list[str]:
    """For each ten points of value, the mean score with its 95 % interval."""
    there = in_fifth(promises, fifth)
    shown = (promises.had + promises.promised)[there]
    reached = (promises.had + promises.came)[there]
    drawn = []
    for low in range(LOWEST, HIGHEST, STEP):
        chosen = (shown >= low) & (shown < low + STEP)
        if chosen.sum() < FEWEST:
            continue
        x, scores = across(float(shown[chosen].mean())), reached[chosen]
        interval = 1.96 * scores.std() / np.sqrt(len(scores))
        top, foot = down(scores.mean() + interval), down(scores.mean() - interval)
        drawn.append(f'<path d="M{x} {top}V{foot}" stroke="{colour}"/>')
        drawn.append(f'<circle cx="{x}" cy="{down(scores.mean())}" r="3" fill="{colour}"/>')
    return drawn


def across(points: float) -> float:
    """The x coordinate of a number of points."""
    return round(MARGIN + SIZE * (points - LOWEST) / (HIGHEST - LOWEST), 1)


def down(points: float) -> float:
    """The y coordinate of a number of points."""
    return round(MARGIN + SIZE * (HIGHEST - points) / (HIGHEST - LOWEST), 1)


if __name__ == "__main__":
    main()
