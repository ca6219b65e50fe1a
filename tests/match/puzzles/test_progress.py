"""What counts, what comes next, and streaks."""

import pytest

from dicehall.game.refused import UnknownPuzzle
from dicehall.match.puzzles import AMONG, LIVES, REST, Progress
from dicehall.players.puzzles import Puzzle, puzzles

GAME = "knuckles"
NEW = Progress("guest", GAME)


def right(puzzle: Puzzle) -> str:
    return puzzle.worth.best


def wrong(puzzle: Puzzle) -> str:
    return min(puzzle.worth.moves, key=puzzle.worth.moves.__getitem__)


def test_only_the_first_try_counts() -> None:
    puzzle = NEW.next_puzzle()
    once = NEW.after(puzzle, wrong(puzzle), 1.0)
    assert once.rating.rating < NEW.rating.rating
    assert (once.rated, once.solved, once.missed) == (1, 0, [puzzle.number])
    twice = once.after(puzzle, right(puzzle), 2.0)
    assert twice.rating == once.rating
    assert (twice.rated, twice.solved, twice.missed) == (1, 0, [])
    assert [(one.attempt, one.rated) for one in twice.tries] == [(0, True), (1, False)]
    assert twice.tries[0].gained == once.rating.rating - NEW.rating.rating


def test_the_next_puzzle_is_new_near_the_rating_and_the_same_after_a_reload() -> None:
    first = NEW.next_puzzle()
    assert NEW.next_puzzle() is first
    nearer = [one for one in puzzles(GAME).values() if distance(one) < distance(first)]
    assert len(nearer) < AMONG
    others = {Progress(f"guest {n}", GAME).next_puzzle().number for n in range(20)}
    assert len(others) > 3
    assert NEW.after(first, right(first), 1.0).next_puzzle() is not first


def distance(puzzle: Puzzle) -> float:
    return abs(puzzle.rating - NEW.rating.rating)


def test_a_theme_filters() -> None:
    assert "gravity" in NEW.next_puzzle("gravity").themes
    with pytest.raises(UnknownPuzzle):
        NEW.next_puzzle("no such theme")


def test_a_missed_puzzle_comes_back_after_a_rest() -> None:
    missed = NEW.next_puzzle()
    progress = NEW.after(missed, wrong(missed), 0.0)
    for n in range(REST):
        puzzle = progress.next_puzzle()
        assert puzzle is not missed
        assert progress.counts(puzzle.number)
        progress = progress.after(puzzle, right(puzzle), float(n))
    assert progress.next_puzzle() is missed
    assert not progress.counts(missed.number)
    assert progress.after(missed, right(missed), 9.0).next_puzzle() is not missed


def test_when_all_are_known_the_oldest_comes_again() -> None:
    progress = NEW
    some = [one for one in puzzles(GAME).values() if "gravity" in one.themes]
    for puzzle in some:
        progress = progress.after(puzzle, right(puzzle), 0.0)
    assert progress.next_puzzle("gravity") is some[0]


def test_a_streak_ends_after_three_misses_and_counts_for_nothing() -> None:
    progress, solved = NEW, 4
    for n in range(solved + LIVES):
        assert not progress.streak.is_over
        puzzle = progress.streak_puzzle()
        answer = right(puzzle) if n < solved else wrong(puzzle)
        progress = progress.after(puzzle, answer, 0.0, in_streak=True)
    assert progress.rating == NEW.rating
    assert progress.rated == 0
    assert progress.best_streak == solved
    assert progress.streak_of(1).is_over
    assert (progress.streak.number, progress.streak.lives) == (2, LIVES)
    assert len({one.number for one in progress.tries}) == solved + LIVES


def test_a_streak_becomes_harder() -> None:
    progress, ratings = NEW, []
    for _ in range(12):
        puzzle = progress.streak_puzzle()
        ratings.append(puzzle.rating)
        progress = progress.after(puzzle, right(puzzle), 0.0, in_streak=True)
    assert sum(ratings[6:]) > sum(ratings[:6])
