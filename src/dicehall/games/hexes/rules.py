"""Pocket Hexes: write dice into a hexagon of 61 hexes and score the numbers you surround.

Rule numbers are those of docs/rules/pocket-hexes.md.
"""

from dataclasses import dataclass, replace

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
    """The board, the six dice of this round, and what has been done with them."""

    board: tuple[int, ...]
    scored: frozenset[int]
    round: int
    dice: Roll
    """Empty before the roll; a die that has been placed is `EMPTY`."""
    score_taken: bool
    """Whether this round's one score has been taken."""
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
        check_move(self, state, move)
        if move == "roll":
            return replace(state, round=state.round + 1, dice=(), score_taken=False)
        if move == "finish":
            return replace(state, finished=True)
        if move in SCORES:  # Hexes 6
            return replace(state, scored=state.scored | {SCORES[move]}, score_taken=True)
        number, spot = PLACES[move]
        board, dice = list(state.board), list(state.dice)
        board[spot], dice[number] = dice[number], EMPTY
        return replace(state, board=tuple(board), dice=tuple(dice))

    def roll(self, state: HexesState, roll: Roll) -> HexesState:
        check_roll(self, state, roll)
        return replace(state, dice=roll)

    def scores(self, state: HexesState) -> tuple[int, ...]:
        return (sum(state.board[spot] for spot in state.scored),)

    def why_not(self, state: HexesState, move: str) -> str:
        if move in PLACES:
            return _why_no_placement(state, *PLACES[move])
        verb, _, name = move.partition(" ")
        if verb == "score" and name in HEXES:
            return _why_no_score(state, HEXES.index(name))
        if move == "roll":
            if state.placements_left:
                return f"place {state.placements_left} more before the next roll"
            return "the board is full"
        if move == "finish":
            return "the game can still go on"
        return f"{move[:40]!r} is no move: place a die, score a hex or roll"


def may_stand(board: tuple[int, ...], spot: int, number: int) -> bool:
    """Whether a number may be placed on a hex (Hexes 3 and 4)."""
    return board[spot] == EMPTY and not _clash(board, spot, number)


def placements(state: HexesState) -> tuple[str, ...]:
    """Every legal placement of the dice that are left, die by die."""
    board = state.board
    highest = [
        (spot, max([board[near] for near in NEIGHBOURS[spot]]))
        for spot, number in enumerate(board)
        if number == EMPTY
    ]
    moves: list[str] = []
    for spell, number in zip(_PLACE_MOVES, state.dice, strict=True):
        if number > 1:
            moves += [spell[spot] for spot, top in highest if EMPTY < top <= number]
        elif number == 1:
            moves += [spell[spot] for spot, top in highest if top == EMPTY]
        elif number == 0:
            moves += [spell[spot] for spot, top in highest]
    return tuple(moves)


def surrounded(board: tuple[int, ...], spot: int) -> bool:
    """Whether the number on a hex is filled all around (Hexes 5)."""
    around = NEIGHBOURS[spot]
    return len(around) == 6 and board[spot] != EMPTY and all(board[n] != EMPTY for n in around)


def open_rings(state: HexesState) -> tuple[int, ...]:
    """The hexes that may be scored now."""
    if state.score_taken:
        return ()
    board = state.board
    return tuple(spot for spot in INNER if spot not in state.scored and surrounded(board, spot))


def _clash(board: tuple[int, ...], spot: int, number: int) -> str:
    """What keeps a number from an empty hex; empty if nothing does."""
    near = [board[n] for n in NEIGHBOURS[spot] if board[n] != EMPTY]
    if number == 0:
        return ""
    if number == 1:
        return "a 1 must not touch another number" if near else ""
    if not near:
        return f"{number} must stand next to a number"
    highest = max(near)
    return f"{number} must not stand next to a {highest}" if highest > number else ""


def _why_no_placement(state: HexesState, number: int, spot: int) -> str:
    if not state.placements_left:
        return "three dice have been placed: roll the next round"
    if state.dice[number] == EMPTY:
        return f"the {DICE[number].name} has already been placed"
    if state.board[spot] != EMPTY:
        return f"{HEXES[spot]} already holds a {state.board[spot]}"
    return _clash(state.board, spot, state.dice[number])


def _why_no_score(state: HexesState, spot: int) -> str:
    name = HEXES[spot]
    if spot not in INNER:
        return f"{name} is on the border: it never scores"
    if spot in state.scored:
        return f"{name} has already been scored"
    if not surrounded(state.board, spot):
        return f"{name} is not surrounded"
    return "one number a round: a score has already been taken"
