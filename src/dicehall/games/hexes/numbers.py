"""The numbering of Pocket Hexes: the board, the scored hexes, and the dice of the round."""

from dicehall.game.numbering import Feature, Numbering, Observation
from dicehall.games.hexes.rules import (
    DICE,
    EMPTY,
    HEXES,
    INNER,
    PLACEMENTS,
    PLACES,
    SCORES,
    Hexes,
    HexesState,
)

HIGHEST = max(max(die.faces) for die in DICE)
MOST_FACES = max(len(die.faces) for die in DICE)
MOVES = (*PLACES, *SCORES, "roll", "finish")
ROUNDS = (len(HEXES) - 1) // PLACEMENTS
FEATURES = (
    *(Feature(f"hex {name}", EMPTY, HIGHEST) for name in HEXES),
    *(Feature(f"scored {HEXES[spot]}", 0, 1) for spot in INNER),
    *(Feature(f"die {die.name}", EMPTY, max(die.faces)) for die in DICE),
    Feature("round", 1, ROUNDS),
    *(Feature(name, 0, 1) for name in ("rolled", "score taken", "finished")),
)


def numbering(game: Hexes) -> Numbering:
    """Each hex with its number, -1 if empty; dice that are placed or not rolled yet are -1 too."""
    most_moves = ROUNDS * (PLACEMENTS + 2)  # per round: one score, and one roll or the finish
    return Numbering(MOVES, FEATURES, _observe, most_moves, (0, ROUNDS * HIGHEST), MOST_FACES)


def _observe(state: HexesState, seat: int) -> Observation:
    return (
        *state.board,
        *(int(spot in state.scored) for spot in INNER),
        *(state.dice or (EMPTY,) * len(DICE)),
        state.round,
        int(bool(state.dice)),
        int(state.score_taken),
        int(state.finished),
    )
