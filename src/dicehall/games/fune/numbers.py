"""The numbering of FUNE: the own card, the opponent's, the dice and the rolls of the turn."""

from dicehall.game.numbering import Feature, Numbering, Observation
from dicehall.games.fune.rules import (
    BONUS,
    BOXES,
    DICE,
    KEEPS,
    REROLLS,
    SCORES,
    UPPER,
    Fune,
    FuneState,
)

OPEN = -1
"""On a card: not confirmed yet."""
HIGHEST = {
    **{box: 5 * face for face, box in enumerate(UPPER, start=1)},
    "three-dice": 30,
    "four-dice": 30,
    "fune": 50,
    "full-house": 35,
    "short-straight": 30,
    "long-straight": 40,
    "choice": 30,
}
"""The highest score of each box."""


def numbering(game: Fune) -> Numbering:
    """The points of each box, -1 while it is open; dice in the cup are 0."""
    cards = [
        Feature(f"{whose} {box}", OPEN, HIGHEST[box])
        for whose in ("own", "other")[: game.seats]
        for box in BOXES
    ]
    dice = [Feature(f"die {position}", 0, 6) for position in range(1, DICE + 1)]
    rolls = Feature("rolls", 0, REROLLS + 1)
    turn = [Feature("own turn", 0, 1)] if game.seats > 1 else []

    def observe(state: FuneState, seat: int) -> Observation:
        cards = (*state.cards[seat:], *state.cards[:seat])
        boxes = [OPEN if points is None else points for card in cards for points in card]
        own_turn = [int(state.seat == seat)] if game.seats > 1 else []
        return (*boxes, *state.dice, state.rolls, *own_turn)

    most_moves = game.seats * len(BOXES) * (REROLLS + 1)  # FUNE 2
    features = (*cards, *dice, rolls, *turn)
    most = BONUS + sum(HIGHEST.values())
    return Numbering((*KEEPS, *SCORES), features, observe, most_moves, scores=(0, most))
