"""Pocket Hexes: write dice into a hexagon of 61 hexes and score the numbers you surround.

Rule numbers are those of docs/rules/pocket-hexes.md.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import compress
from operator import itemgetter

from dicehall.game.messages import Message, translatable, translatable_plural
from dicehall.game.protocol import check_move, check_roll
from dicehall.game.turns import D4, D6, D8, D10, D12, D20, Chance, Decide, Over, Roll, Turn

ROWS = (5, 6, 7, 8, 9, 8, 7, 6, 5)
DICE = (D4, D6, D8, D10, D12, D20)
PLACEMENTS = 3
EMPTY = -1
"""On the board: no number yet. Among the dice: already placed."""

HEXES = tuple(
    f"{letter}{place}"
    for letter, length in zip("abcdefghi", ROWS, strict=True)
    for place in range(1, length + 1)
)
CENTRE = HEXES.index("e5")


def _neighbours() -> tuple[tuple[int, ...], ...]:
    """The hexes around each hex: by half-steps across and rows down."""
    spots = {
        (2 * place - length, row): None
        for row, length in enumerate(ROWS)
        for place in range(length)
    }
    index = {spot: number for number, spot in enumerate(spots)}
    around = ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
    return tuple(
        tuple(index[x + dx, y + dy] for dx, dy in around if (x + dx, y + dy) in index)
        for x, y in spots
    )


NEIGHBOURS = _neighbours()
INNER = tuple(spot for spot, around in enumerate(NEIGHBOURS) if len(around) == 6)
_RINGS = tuple((spot, itemgetter(*NEIGHBOURS[spot])) for spot in INNER)

PLACES = {
    f"place {die.name} {name}": (number, spot)
    for number, die in enumerate(DICE)
    for spot, name in enumerate(HEXES)
}
_PLACE_MOVES = tuple(tuple(f"place {die.name} {name}" for name in HEXES) for die in DICE)
SCORES = {f"score {HEXES[spot]}": spot for spot in INNER}
_SCORE_MOVES = {spot: move for move, spot in SCORES.items()}


@dataclass(frozen=True, slots=True)
class HexesState:
    """The board, the six dice of this round, and what was done with them."""

    board: tuple[int, ...]
    scored: frozenset[int]
    round: int
    dice: Roll
    """Empty before the roll; a placed die is `EMPTY`."""
    score_taken: bool
    """Whether this round's one score is used."""
    finished: bool = False

    @property
    def placements_left(self) -> int:
        return PLACEMENTS - self.dice.count(EMPTY)


@dataclass(frozen=True, slots=True)
class Hexes:
    """Pocket Hexes.

    >>> game = Hexes()
    >>> state = game.roll(game.start(), (1, 1, 1, 1, 1, 6))
    >>> [move for move in game.turn(state).moves if "d20" in move][:3]
    ['place d20 d4', 'place d20 d5', 'place d20 e4']
    """

    @property
    def name(self) -> str:
        return "pocket-hexes"

    @property
    def seats(self) -> int:
        return 1

    @property
    def options(self) -> dict[str, str]:
        return {}

    def start(self) -> HexesState:
        board = [EMPTY] * len(HEXES)
        board[CENTRE] = 1  # Hexes 1
        return HexesState(tuple(board), frozenset(), round=1, dice=(), score_taken=False)

    def turn(self, state: HexesState) -> Turn:
        if state.finished:
            return Over.at(self.scores(state))
        if not state.dice:
            return Chance(DICE)  # Hexes 2
        scores = tuple(_SCORE_MOVES[spot] for spot in open_rings(state))
        if state.placements_left:
            forward = placements(state)
        else:
            forward = ("roll",) if EMPTY in state.board else ()  # Hexes 7
        if forward:
            return Decide(0, forward + scores)
        if scores:  # Hexes 8
            return Decide(0, (*scores, "finish"))
        return Over.at(self.scores(state))

    def play(self, state: HexesState, move: str) -> HexesState:
        if not _allows(state, move):
            check_move(self, state, move)
        board, scored, dice = state.board, state.scored, state.dice
        if move == "roll":
            return HexesState(board, scored, state.round + 1, (), score_taken=False)
        if move == "finish":
            return HexesState(board, scored, state.round, dice, state.score_taken, finished=True)
        if move in SCORES:  # Hexes 6
            scored |= {SCORES[move]}
            return HexesState(board, scored, state.round, dice, score_taken=True)
        return _placed(state, move)

    def roll(self, state: HexesState, roll: Roll) -> HexesState:
        check_roll(self, state, roll)
        return HexesState(state.board, state.scored, state.round, roll, state.score_taken)

    def scores(self, state: HexesState) -> tuple[int, ...]:
        return (sum(state.board[spot] for spot in state.scored),)

    def why_not(self, state: HexesState, move: str) -> Message | None:
        if move in PLACES:
            return _why_no_placement(state, *PLACES[move])
        verb, _, name = move.partition(" ")
        if verb == "score" and name in HEXES:
            return _why_no_score(state, HEXES.index(name))
        if move == "roll":
            if state.placements_left:
                return translatable_plural(
                    "place %(count)d more before the next roll",
                    "place %(count)d more before the next roll",
                    state.placements_left,
                )
            return translatable("the board is full")
        if move == "finish":
            return translatable("the game can still go on")
        return translatable(
            "%(move)r is not a move: place a die, score a hex or roll", move=move[:40]
        )


def may_stand(board: tuple[int, ...], spot: int, number: int) -> bool:
    """Whether a number can be placed on a hex (Hexes 3 and 4)."""
    return board[spot] == EMPTY and not _clash(board, spot, number)


def placements(state: HexesState) -> tuple[str, ...]:
    """All legal placements of the remaining dice, die by die."""
    around = _surroundings(state.board)
    moves: list[str] = []
    for spelled, number in zip(_PLACE_MOVES, state.dice, strict=True):
        if number != EMPTY:
            moves += compress(spelled, around.translate(_FITTING[number]))
    return tuple(moves)


def dead_ends(state: HexesState) -> frozenset[str]:
    """The placements after which another one is due but none of the remaining dice fits (Hexes 8).

    >>> state = Hexes().roll(Hexes().start(), (1, 1, 1, 1, 1, 6))
    >>> sorted(dead_ends(state))
    []
    """
    if state.placements_left < 2:
        return frozenset()
    moves = placements(state)
    free = Counter(PLACES[move][0] for move in moves)
    # A number changes what fits only on its own hex and the six around it, so a die with more hexes
    # than that still fits.
    if sum(hexes > 7 for hexes in free.values()) > 1:
        return frozenset()
    return frozenset(move for move in moves if not placements(_placed(state, move)))


def surrounded(board: tuple[int, ...], spot: int) -> bool:
    """Whether all hexes around a number are filled (Hexes 5)."""
    around = NEIGHBOURS[spot]
    return len(around) == 6 and board[spot] != EMPTY and all(board[n] != EMPTY for n in around)


def open_rings(state: HexesState) -> tuple[int, ...]:
    """The hexes that can be scored now."""
    if state.score_taken:
        return ()
    board, scored = state.board, state.scored
    return tuple(
        [
            spot
            for spot, around in _RINGS
            if board[spot] != EMPTY and EMPTY not in around(board) and spot not in scored
        ]
    )


def _placed(state: HexesState, move: str) -> HexesState:
    number, spot = PLACES[move]
    board, dice = state.board, state.dice
    board = (*board[:spot], dice[number], *board[spot + 1 :])
    dice = (*dice[:number], EMPTY, *dice[number + 1 :])
    return HexesState(board, state.scored, state.round, dice, state.score_taken)


_ALONE = 0
_FILLED = 255


def _surroundings(board: tuple[int, ...]) -> bytes:
    """By hex: `_FILLED`, `_ALONE` without a number next to it, or the highest neighbour plus 1."""
    around = [_ALONE] * len(HEXES)
    for spot, number in enumerate(board):
        if number != EMPTY:
            around[spot] = _FILLED
            for near in NEIGHBOURS[spot]:
                if around[near] <= number:
                    around[near] = number + 1
    return bytes(around)


def _fits(number: int, around: int) -> bool:
    """Whether a number fits such surroundings (Hexes 3 and 4)."""
    if number == 0:
        return around != _FILLED
    if number == 1:
        return around == _ALONE
    return _ALONE < around <= number + 1


_FITTING = tuple(
    bytes(_fits(number, around) for around in range(256)) for number in range(max(D20.faces) + 1)
)
"""By number, a table for `bytes.translate`, which judges all 61 hexes at once."""


def _allows(state: HexesState, move: str) -> bool:
    """Whether a move is legal, without listing all legal moves; ignores `finish`."""
    if state.finished or not state.dice:
        return False
    if move in PLACES:
        return not _why_no_placement(state, *PLACES[move])
    if move in SCORES:
        return not _why_no_score(state, SCORES[move])
    return move == "roll" and not state.placements_left and EMPTY in state.board


def _clash(board: tuple[int, ...], spot: int, number: int) -> Message | None:
    """Why a number cannot go on an empty hex; None if it can."""
    near = [board[n] for n in NEIGHBOURS[spot] if board[n] != EMPTY]
    if number == 0:
        return None
    if number == 1:
        return translatable("a 1 cannot touch another number") if near else None
    if not near:
        return translatable("%(number)d must go next to a number", number=number)
    highest = max(near)
    if highest <= number:
        return None
    return translatable(
        "%(number)d cannot go next to a %(highest)d", number=number, highest=highest
    )


def _why_no_placement(state: HexesState, number: int, spot: int) -> Message | None:
    if not state.placements_left:
        return translatable("three dice have been placed: roll the next round")
    if state.dice[number] == EMPTY:
        return translatable("the %(die)s has already been placed", die=DICE[number].name)
    if state.board[spot] != EMPTY:
        return translatable(
            "%(hex)s already holds a %(number)d", hex=HEXES[spot], number=state.board[spot]
        )
    return _clash(state.board, spot, state.dice[number])


def _why_no_score(state: HexesState, spot: int) -> Message | None:
    name = HEXES[spot]
    if spot not in INNER:
        return translatable("%(hex)s is on the border: it never scores", hex=name)
    if spot in state.scored:
        return translatable("%(hex)s has already been scored", hex=name)
    if not surrounded(state.board, spot):
        return translatable("%(hex)s is not surrounded", hex=name)
    if state.score_taken:
        return translatable("this round's score is already taken")
    return None
