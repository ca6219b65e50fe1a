"""All ways to place the dice of one round of Pocket Hexes, as arrays of boards.

Boards that are reached in several ways are kept once.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.network import (
    HIGHEST,
    SPOTS,
    Boards,
    Network,
    highest_near,
    pattern_sums,
    settled_values,
    surrounded_numbers,
    waiting_numbers,
)
from dicehall.games.hexes.rules import DICE, EMPTY, HexesState
from dicehall.games.hexes.symmetries import SYMMETRIES

ILLEGAL = -1e9
LAST_ROUND_WIDTH = 256
"""The last round has three empty hexes: every step but the last has fewer boards than this."""

_KEYS = np.random.default_rng(61).integers(1, 1 << 62, (SPOTS, HIGHEST + 1), np.int64)
KEYS = np.ascontiguousarray(_KEYS[SYMMETRIES].transpose(1, 2, 0))
"""Zobrist keys by hex, number and view: their exclusive or is the key of a board in that view."""


class Frontier(NamedTuple):
    """The boards that can be reached after some placements of a round."""

    boards: Boards
    hands: NDArray[np.int8]
    """The dice that are left, by board and die; a placed one is `EMPTY`."""
    keys: NDArray[np.int64]
    """By board and view; boards that are equal in some view have the same lowest key."""


class Placements(NamedTuple):
    """All placements on the boards of one step, and the boards that they lead to."""

    parents: NDArray[np.int64]
    """The board of each placement, in order."""
    dice: NDArray[np.int64]
    spots: NDArray[np.int64]
    leads_to: NDArray[np.int64]
    """The resulting board of `after`, or one that is equal in some view."""
    after: Frontier
    firsts: NDArray[np.int64]
    """For each board of `after`, a placement that leads to it."""


class Round:
    """Every way to complete a round that ends after `left` more placements."""

    def __init__(self, state: HexesState, left: int, network: Network) -> None:
        self._dice, self._network = state.dice, network
        self.rounds = _rounds_after(state, left)
        """How many rounds follow."""
        first = _first_step(state)
        same = first.keys[0] == first.keys[0, 0]  # views in which the board is the same
        self._steps = [first._replace(keys=first.keys[:, same])]
        self._placed: list[Placements] = []
        for _ in range(left):
            self._placed.append(place_dice(self._steps[-1], KEYS[..., same]))
            self._steps.append(self._placed[-1].after)
        self._surrounded = [surrounded_numbers(step.boards) for step in self._steps]
        self._sums = pattern_sums(self._steps[-1].boards, self.rounds, network)

    def weigh(self, scored: frozenset[int], *, taken: bool) -> NDArray[np.float64]:
        """The points to come after each placement, by die and hex; `ILLEGAL` if it is not legal.

        The value of a placement is that of the best board with which its round can end. `scored`
        are the hexes that have been scored; `taken` says whether this round's score is used.
        """
        table = np.full((len(DICE), SPOTS), ILLEGAL)
        if self._placed:
            worths, _ = self._back_up(scored, taken=taken)
            table[self._placed[0].dice, self._placed[0].spots] = worths
            for die, number in enumerate(self._dice):  # equal numbers are worth the same
                table[die] = table[self._dice.index(number)]
        return table

    def best(self, scored: frozenset[int], *, taken: bool) -> float:
        """The points to come with the best placements."""
        return self._back_up(scored, taken=taken)[1]

    def _back_up(self, scored: frozenset[int], *, taken: bool) -> tuple[NDArray[np.float64], float]:
        """The values of the next placements, and of the board."""
        is_scored = _are_scored(scored)
        *earlier, last = self._surrounded
        values = settled_values(
            last, self._sums, is_scored, self.rounds, self._network, taken=taken
        )
        worths = np.empty(0)
        for surrounded, placements in zip(reversed(earlier), reversed(self._placed), strict=True):
            worths = values[placements.leads_to]
            best = np.full(surrounded.shape[1], ILLEGAL)
            np.maximum.at(best, placements.parents, worths)
            stuck = _stuck_values(surrounded, is_scored, taken=taken)
            values = np.where(best == ILLEGAL, stuck, best)
        return worths, float(values[0])


def find_best_round(
    state: HexesState, network: Network, width: int
) -> tuple[float, tuple[int, int]]:
    """The points to come with the best round that a beam of boards finds, and the die and hex that
    it begins with."""
    left = state.placements_left
    rounds = _rounds_after(state, left)
    width = width if rounds else LAST_ROUND_WIDTH
    scored, step = _are_scored(state.scored), _first_step(state)
    best_value, best_first = ILLEGAL, -1
    begun: NDArray[np.int64] = np.empty(0, np.int64)  # the first placement of each board
    values: NDArray[np.float64] = np.empty(0)
    for number in range(left):
        placements = place_dice(step, KEYS)
        if number == 0:
            beginnings = placements
            firsts = placements.firsts
        else:
            firsts = begun[placements.parents[placements.firsts]]
            stuck = np.setdiff1d(np.arange(len(begun)), placements.parents)
            if len(stuck):
                surrounded = surrounded_numbers(step.boards[:, stuck])
                ends = _stuck_values(surrounded, scored, taken=state.score_taken)
                if ends.max() > best_value:
                    best_value, best_first = float(ends.max()), int(begun[stuck[ends.argmax()]])
        after = placements.after
        sums = pattern_sums(after.boards, rounds, network)
        surrounded = surrounded_numbers(after.boards)
        values = settled_values(surrounded, sums, scored, rounds, network, taken=state.score_taken)
        kept = np.argsort(-values, kind="stable")[:width]
        step = Frontier(after.boards[:, kept], after.hands[kept], after.keys[kept])
        begun, values = firsts[kept], values[kept]
    if len(values) and values[0] > best_value:
        best_value, best_first = float(values[0]), int(begun[0])
    return best_value, (int(beginnings.dice[best_first]), int(beginnings.spots[best_first]))


def place_dice(step: Frontier, keys: NDArray[np.int64]) -> Placements:
    """Every placement of every die on every board; equal results are kept once."""
    boards = step.boards
    empty, top = boards[:SPOTS] == EMPTY, highest_near(boards)
    found = []
    for die, numbers in enumerate(step.hands.T):
        is_new = (step.hands[:, :die] != numbers[:, None]).all(axis=1) & (numbers != EMPTY)
        fits = empty & is_new & _fits(numbers, top)
        spots, parents = fits.nonzero()
        found.append((parents, np.full(len(parents), die), spots))
    parents, dice, spots = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.argsort(parents, kind="stable")
    parents, dice, spots = parents[order], dice[order], spots[order]
    numbers = step.hands[parents, dice]
    made = step.keys[parents] ^ keys[spots, numbers]
    _, firsts, leads_to = np.unique(made.min(axis=1), return_index=True, return_inverse=True)
    after = boards[:, parents[firsts]]
    after[spots[firsts], np.arange(len(firsts))] = numbers[firsts]
    hands = step.hands[parents[firsts]]
    hands[np.arange(len(firsts)), dice[firsts]] = EMPTY
    return Placements(parents, dice, spots, leads_to, Frontier(after, hands, made[firsts]), firsts)


def _fits(numbers: NDArray[np.int8], top: Boards) -> NDArray[np.bool_]:
    """Whether each board's number may be placed on a hex next to `top` (Hexes 3 and 4)."""
    ordinary = (top > EMPTY) & (top <= numbers)
    return np.where(numbers == 0, True, np.where(numbers == 1, top == EMPTY, ordinary))


def _first_step(state: HexesState) -> Frontier:
    """The current board of the round."""
    board = np.array([*state.board, EMPTY], np.int8)[:, None]
    spots = [spot for spot, number in enumerate(state.board) if number != EMPTY]
    keys = np.bitwise_xor.reduce(KEYS[spots, [state.board[spot] for spot in spots]], axis=0)
    return Frontier(board, np.array([state.dice], np.int8), keys[None])


def _are_scored(spots: frozenset[int]) -> NDArray[np.bool_]:
    return np.isin(np.arange(SPOTS), list(spots))


def _rounds_after(state: HexesState, left: int) -> int:
    """How many rounds can follow after `left` more placements."""
    return max(0, (state.board.count(EMPTY) - left + 2) // 3)


def _stuck_values(
    surrounded: Boards, scored: NDArray[np.bool_], *, taken: bool
) -> NDArray[np.float64]:
    """The points to come to boards on which nothing can be placed: the game ends with a score."""
    if taken:
        return np.zeros(surrounded.shape[1])
    highest: NDArray[np.float64] = np.maximum(waiting_numbers(surrounded, scored)[0], 0.0)
    return highest
