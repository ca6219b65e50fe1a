"""Writes the puzzles of a game into the package.

    python -m research.puzzles knuckles
    python -m research.puzzles pocket-hexes --seed 1 --wanted 320

The same seed gives the same puzzles, if the same tablebases are installed: Knuckles and
Knucklebones need `dicehall solve` for exact values, and are searched five rolls ahead without.
"""

import argparse
from functools import partial
from importlib.resources import files
from itertools import count
from multiprocessing import Pool
from pathlib import Path
from random import Random

from dicehall.game import find_game
from dicehall.players.puzzles import Puzzle
from research.puzzles.choosing import Candidate, Choosing, as_puzzle, candidates, margin_of
from research.puzzles.matches import VARIANTS, match
from research.puzzles.spelling import spell_puzzle

WANTED = 320
SEED = 1
WORKERS = 4
FORMAT = "# number rating error themes seats,options position value losses (docs/puzzles.md)"


def choose(name: str, seed: int, wanted: int) -> list[Candidate]:
    """The chosen positions, the same for the same seed."""
    choosing, random = Choosing(name, wanted), Random(f"{name} {seed}")
    with Pool(WORKERS) as pool:
        found = pool.imap(partial(_candidates, name, seed), count())
        for number, some in enumerate(found, start=1):
            choosing.take(some, random)
            if number % 50 == 0 or choosing.is_done:
                print(f"{name}: {len(choosing.chosen)} puzzles after {number} matches", flush=True)
            if choosing.is_done:
                break
    random.shuffle(choosing.chosen)
    return choosing.chosen


def _candidates(name: str, seed: int, number: int) -> list[Candidate]:
    return list(candidates(match(name, seed, number)))


def write(name: str, puzzles: list[Puzzle]) -> Path:
    """Write the file that ships with the package."""
    path = Path(str(files(find_game(name).package))) / "puzzles" / f"{name}.txt"
    path.parent.mkdir(exist_ok=True)
    lines = [FORMAT, *map(spell_puzzle, puzzles)]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=VARIANTS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--wanted", type=int, default=WANTED)
    given = parser.parse_args()
    chosen = choose(given.game, given.seed, given.wanted)
    puzzles = [as_puzzle(number, one) for number, one in zip(count(1), chosen, strict=False)]
    path = write(given.game, puzzles)
    margins = [margin_of(one.worth) for one in chosen]
    wrong = sum(one.is_tempting for one in chosen) / len(chosen)
    print(f"{path}: {len(puzzles)} puzzles, {path.stat().st_size / 1000:.1f} kB")
    print(f"greedy is wrong in {wrong:.0%}; smallest margin {min(margins):.3f}")


if __name__ == "__main__":
    main()
