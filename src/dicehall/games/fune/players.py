"""FUNE's computer players, and what each of its moves is worth."""

from random import Random

import numpy as np

from dicehall.game.turns import D6
from dicehall.games.fune.rules import (
    BONUS,
    BONUS_AT,
    BOXES,
    KEEPS,
    SCORES,
    UPPER,
    Card,
    Fune,
    FuneState,
    points,
)
from dicehall.games.fune.solver.dice import POINTS, UPPER_GAINS, Floats
from dicehall.games.fune.solver.solution import expected_scores, move_values
from dicehall.games.fune.solver.versus import is_exact, win_margins, win_margins_then_points
from dicehall.players.worth import Worth

EASY_WHIMS = 0.55
"""How often the easy level re-rolls without a plan."""

CONTENT = 28
"""The points at which the lower levels stop to re-roll."""

PAR = {
    "ones": 2.1,
    "twos": 5.3,
    "threes": 8.6,
    "fours": 12.2,
    "fives": 15.7,
    "sixes": 19.2,
    "three-dice": 21.7,
    "four-dice": 13.1,
    "fune": 16.9,
    "full-house": 31.6,
    "short-straight": 29.5,
    "long-straight": 32.7,
    "choice": 22.0,
}
"""About what good play makes of each box: what is given up when it is confirmed."""


def choose_easy(game: Fune, state: FuneState, random: Random) -> str:
    """Collects the commonest face, re-rolls on a whim, and confirms what counts most at once."""
    if state.rerolls_left and random.random() < EASY_WHIMS:
        return random.choice(list(KEEPS))
    return _keep_or_confirm(state, _commonest_face(state.dice))


def choose_normal(game: Fune, state: FuneState, random: Random) -> str:
    """Collects a straight it has begun or the commonest face; confirms what counts most at once."""
    straight = _begun_straight(state.dice, state.cards[state.seat])
    return _keep_or_confirm(state, straight or _commonest_face(state.dice))


def choose_hard(game: Fune, state: FuneState, random: Random) -> str:
    """The best plan for this turn, each box weighed against its par and for the bonus."""
    return _best(move_values(state, _GAINS))


def choose_perfect(game: Fune, state: FuneState, random: Random) -> str:
    """Alone the highest expected score; against another seat the best chance to win."""
    return _best(expected_scores(state) if game.seats == 1 else win_margins_then_points(state))


def worth(game: Fune, state: FuneState) -> Worth:
    """What each legal move is worth; its tablebases are made if they are missing."""
    if game.seats == 1:
        return Worth(expected_scores(state), "points", exact=True)
    return Worth(win_margins(state), "win-minus-loss", exact=is_exact(state))


def _gains() -> Floats:
    """What confirming each box with each roll gains over its par, by box and roll."""
    pars = np.array([[PAR[box]] for box in BOXES])
    faces = np.array([[box + 1 if box < len(UPPER) else 0] for box in range(len(BOXES))])
    # Three of each face make 63: what is above or below brings the bonus nearer or further.
    gains: Floats = POINTS - pars + (UPPER_GAINS - 3 * faces) * BONUS / BONUS_AT
    return gains


_GAINS = _gains()


def _best(worths: dict[str, float]) -> str:
    return max(worths, key=worths.__getitem__)


def _keep_or_confirm(state: FuneState, positions: tuple[int, ...]) -> str:
    """Re-roll all but these positions, unless the dice are good enough or no re-roll is left."""
    card = state.cards[state.seat]
    counts = {
        move: points(BOXES[box], state.dice) for move, box in SCORES.items() if card[box] is None
    }
    confirm = max(counts, key=counts.__getitem__)
    keep = " ".join(["keep", *map(str, positions)])
    if not state.rerolls_left or counts[confirm] >= CONTENT or keep not in KEEPS:
        return confirm
    return keep


def _commonest_face(dice: tuple[int, ...]) -> tuple[int, ...]:
    """The positions of the face that shows most often, the higher among equals."""
    face = max(dice, key=lambda face: (dice.count(face), face))
    return tuple(position for position, shown in enumerate(dice, start=1) if shown == face)


def _begun_straight(dice: tuple[int, ...], card: Card) -> tuple[int, ...]:
    """The positions of a run that is worth completing; none if there is no such run."""
    runs: list[list[int]] = [[]]
    for face in D6.faces:
        if face in dice:
            runs[-1].append(face)
        else:
            runs.append([])
    run = max(runs, key=len)
    for_short = card[BOXES.index("short-straight")] is None and len(run) >= 3
    for_long = card[BOXES.index("long-straight")] is None and len(run) >= 4
    if for_long or (for_short and len(set(dice)) >= 4):
        return tuple(sorted(dice.index(face) + 1 for face in run))
    return ()
