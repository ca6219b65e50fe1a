"""Positions of Pocket Hexes as text: the board, the scored hexes, the dice, and this round's score.

The board is written row by row, one character for each hex, with a to k for 10 to 20. The number
of the round follows from it.
"""

from dataclasses import replace
from functools import cache
from itertools import accumulate, combinations, pairwise

from dicehall.game.messages import translatable
from dicehall.game.positions import NOTHING, read_faces, require, spell_faces, split
from dicehall.game.refused import BadPosition
from dicehall.game.turns import Decide
from dicehall.games.hexes.rules import (
    CENTRE,
    DICE,
    EMPTY,
    HEXES,
    PLACEMENTS,
    ROWS,
    Hexes,
    HexesState,
    may_stand,
    surrounded,
)

FORM = "board-scored-dice-score"
BOARD = ".".join("abcdefghi")
OPEN, TAKEN, FINISHED = "open", "taken", "finished"
"""Whether this round's score is still open or taken, or the player has finished."""

_STARTS = (0, *accumulate(ROWS))
_NUMBERS = range(max(face for die in DICE for face in die.faces) + 1)
_IN_CUP = (None,) * len(DICE)


def spell(game: Hexes, state: HexesState) -> str:
    numbers = [None if number == EMPTY else number for number in state.board]
    rows = [spell_faces(numbers[start:end]) for start, end in pairwise(_STARTS)]
    scored = [HEXES[spot] for spot in sorted(state.scored)]
    dice = [None if face == EMPTY else face for face in state.dice] or _IN_CUP
    score = FINISHED if state.finished else TAKEN if state.score_taken else OPEN
    return "-".join([".".join(rows), ".".join(scored) or NOTHING, spell_faces(dice), score])


def parse(game: Hexes, text: str) -> HexesState:
    rows, scored, faces, score = split(text, "-", FORM)
    board = _read_board(rows)
    dice = tuple(
        EMPTY if face is None else face for face in read_faces(faces, [die.faces for die in DICE])
    )
    if dice == (EMPTY,) * len(DICE):
        dice = ()
    message = translatable("%(score)r is not open, taken or finished", score=score[:40])
    require(score in (OPEN, TAKEN, FINISHED), message)
    filled = len(board) - board.count(EMPTY) - 1 - dice.count(EMPTY)
    return HexesState(
        board,
        frozenset(map(_read_hex, [] if scored == NOTHING else scored.split("."))),
        round=filled // PLACEMENTS + 1,
        dice=dice,
        score_taken=score == TAKEN,
        finished=score == FINISHED,
    )


def check(game: Hexes, state: HexesState) -> None:
    _check_board(state.board)
    message = translatable("the dice do not fit the numbers on the board")
    numbers = len(state.board) - state.board.count(EMPTY) - 1 - state.dice.count(EMPTY)
    require(numbers % PLACEMENTS == 0 and state.placements_left >= 0, message)
    # Hexes 8: a full board ends the game
    require(bool(state.dice) or EMPTY in state.board, message)
    require(_could_be_rolled(state), message)
    _check_scores(state)
    if state.finished:
        turn = game.turn(replace(state, finished=False))
        message = translatable("the game can still go on")
        require(isinstance(turn, Decide) and "finish" in turn.moves, message)


def _read_board(text: str) -> tuple[int, ...]:
    rows = zip(split(text, ".", BOARD), ROWS, strict=True)
    numbers = [number for row, length in rows for number in read_faces(row, [_NUMBERS] * length)]
    return tuple(EMPTY if number is None else number for number in numbers)


def _read_hex(name: str) -> int:
    require(name in HEXES, translatable("%(name)r is not a hex", name=name[:40]))
    return HEXES.index(name)


def _check_board(board: tuple[int, ...]) -> None:
    """Refuse numbers that cannot have been placed in any order (Hexes 3 and 4).

    If there is an order, then this is one: the ones, the zeros, then all others, lowest first.
    """
    require(board[CENTRE] == 1, translatable("the centre holds a 1"))  # Hexes 1
    placed = tuple(1 if spot == CENTRE else EMPTY for spot in range(len(board)))
    left = {spot for spot, number in enumerate(board) if number != EMPTY} - {CENTRE}
    for number in (1, 0, *_NUMBERS[2:]):
        waiting = {spot for spot in left if board[spot] == number}
        while now := {spot for spot in waiting if may_stand(placed, spot, number)}:
            spot = min(now)
            placed = (*placed[:spot], number, *placed[spot + 1 :])
            waiting.remove(spot)
        for spot in sorted(waiting):
            raise BadPosition(
                translatable("%(number)d cannot be on %(hex)s", number=number, hex=HEXES[spot])
            )


def _check_scores(state: HexesState) -> None:
    """Refuse scores that cannot have been taken (Hexes 5 and 6)."""
    for spot in sorted(state.scored):
        message = translatable("%(hex)s is not surrounded", hex=HEXES[spot])
        require(surrounded(state.board, spot), message)
    message = translatable("you can score once per round, after the roll")
    require(len(state.scored) < state.round + state.score_taken, message)
    require(not state.score_taken or bool(state.scored and state.dice), message)


def _could_be_rolled(state: HexesState) -> bool:
    """Whether enough dice have been placed for the numbers on the board (Hexes 2): those that only
    some of the dice show are at most as many as these dice can have been placed."""
    numbers = [number for number in state.board if number != EMPTY]
    numbers.remove(1)
    placed = {die for die, face in enumerate(state.dice) if face == EMPTY}
    return all(
        sum(_shown_by(number) <= some for number in numbers)
        <= (state.round - 1) * min(len(some), PLACEMENTS) + len(some & placed)
        for some in _SOME_DICE
    )


@cache
def _shown_by(number: int) -> frozenset[int]:
    """The dice that can show a number."""
    return frozenset(place for place, die in enumerate(DICE) if number in die.faces)


_SOME_DICE = [
    frozenset(some)
    for count in range(1, len(DICE) + 1)
    for some in combinations(range(len(DICE)), count)
]
