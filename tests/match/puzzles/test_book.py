"""Tries and ratings in both kinds of store."""

import asyncio

import pytest

from dicehall.game.refused import BadOption, IllegalMove, UnknownMatch
from dicehall.match.administration import Administration
from dicehall.match.puzzles import PuzzleBook
from dicehall.match.store.protocol import Store
from dicehall.players.puzzles import Puzzle, find_puzzle
from support.keeping import with_store
from support.places import Place

ONE, TWO = find_puzzle("knuckles", 1), find_puzzle("knuckles", 2)


def right(puzzle: Puzzle) -> str:
    return puzzle.worth.best


def wrong(puzzle: Puzzle) -> str:
    return min(puzzle.worth.moves, key=puzzle.worth.moves.__getitem__)


def test_an_answer_is_kept_and_kept_once(place: Place) -> None:
    async def answer(store: Store) -> None:
        book = PuzzleBook(store, lambda: 12.0)
        after = await book.answer("ada", ONE, wrong(ONE), 0)
        assert await book.progress("ada", "knuckles") == after
        assert after.tries[0].at == 12.0
        again = await book.answer("ada", ONE, right(ONE), 0)  # a form that is sent twice
        assert again == after
        better = await book.answer("ada", ONE, right(ONE), 1)
        assert (better.rating, better.missed, better.rated) == (after.rating, [], 1)
        assert (await book.progress("bob", "knuckles")).tries == ()
        assert (await book.progress("ada", "fune")).tries == ()

    with_store(place, answer)


def test_simultaneous_answers_are_all_kept_and_each_counts(place: Place) -> None:
    async def answer(store: Store) -> None:
        book = PuzzleBook(store)
        puzzles = [find_puzzle("knuckles", number) for number in (3, 4, 5)]
        same = [book.answer("ada", ONE, right(ONE), 0) for _ in range(3)]
        await asyncio.gather(*same, *(book.answer("ada", one, right(one), 0) for one in puzzles))
        found = await book.progress("ada", "knuckles")
        assert sorted(one.number for one in found.tries) == [1, 3, 4, 5]
        assert found.rated == found.solved == 4

    with_store(place, answer)


def test_bad_answers_are_refused_and_change_nothing(place: Place) -> None:
    async def answer(store: Store) -> None:
        book = PuzzleBook(store)
        with pytest.raises(IllegalMove):
            await book.answer("ada", ONE, "column 7", 0)
        for attempt in (-1, 1):
            with pytest.raises(BadOption):
                await book.answer("ada", ONE, right(ONE), attempt)
        assert (await book.progress("ada", "knuckles")).tries == ()

    with_store(place, answer)


def test_a_streak_takes_only_its_own_puzzle(place: Place) -> None:
    async def answer(store: Store) -> None:
        book = PuzzleBook(store)
        due = (await book.progress("ada", "knuckles")).streak_puzzle()
        other = ONE if due.number != 1 else TWO
        after = await book.answer("ada", other, right(other), 0, in_streak=True)
        assert after.tries[-1].rated
        after = await book.answer("ada", due, right(due), 0, in_streak=True)
        assert (after.tries[-1].rated, after.best_streak) == (False, 1)

    with_store(place, answer)


def test_the_host_exports_and_erases_them(place: Place) -> None:
    async def erase(store: Store) -> None:
        book, host = PuzzleBook(store), Administration(store)
        for guest in ("ada", "bob"):
            await book.answer(guest, ONE, right(ONE), 0)
        assert await host.tries_of("ada") == {"knuckles": 1}
        exported = await host.export("ada")
        assert exported["matches"] == []
        [kept] = exported["puzzles"]
        assert (kept["game"], kept["tries"][0]["move"]) == ("knuckles", right(ONE))
        await host.delete_puzzles("ada")
        assert (await book.progress("ada", "knuckles")).rated == 0
        assert (await book.progress("bob", "knuckles")).rated == 1
        with pytest.raises(UnknownMatch):
            await host.export("ada")

    with_store(place, erase)
