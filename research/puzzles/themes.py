"""What a puzzle is about: found by comparing its best move with the greedy one."""

from collections.abc import Iterator
from typing import Any

from dicehall.game import AnyGame
from dicehall.games.bones.rules import MOVES
from dicehall.games.fune.cards import counted_upper_sum
from dicehall.games.fune.rules import BONUS_AT, BOXES, KEEPS, SCORES, UPPER, points
from dicehall.games.hexes.rules import PLACES, open_rings
from dicehall.games.sparkle.rules import selections
from dicehall.players.worth import Worth

MOST = 3
LATE = 7
"""A grid of this many dice is nearly full."""
NEAR_BONUS = 15
"""Points below or above the way to the bonus at which it is in question."""


def themes(game: AnyGame, state: Any, worth: Worth, tempting: str) -> tuple[str, ...]:
    """The themes of a position, at most `MOST`; `tempting` is the greedy move."""
    finders = {"fune": _fune, "sparkle": _sparkle, "pocket-hexes": _hexes}
    find = finders.get(game.name, _bones)
    return tuple(dict.fromkeys(find(game, state, worth.best, tempting)))[:MOST]


def _bones(game: Any, state: Any, best: str, tempting: str) -> Iterator[str]:
    own, other = state.grids[state.seat], state.grids[1 - state.seat]
    facing, column = other[MOVES.index(best)], own[MOVES.index(best)]
    if state.die in facing:
        yield "knockout"
        if any(die != state.die for die in facing[facing.index(state.die) :]):
            yield "gravity"
    elif best != tempting and state.die in other[MOVES.index(tempting)]:
        yield "patience"
    if state.die in column:
        yield "pair"
    if max(sum(map(len, own)), sum(map(len, other))) >= LATE:
        yield "endgame"
    if best != tempting or state.die not in (*facing, *column):
        yield "risk"


def _fune(game: AnyGame, state: Any, best: str, tempting: str) -> Iterator[str]:
    card = state.cards[state.seat]
    if game.seats == 2:
        yield "duel"
    if best in SCORES:
        box = BOXES[SCORES[best]]
        if points(box, state.dice) <= 5:
            yield "sacrifice"
    kept = {state.dice[position - 1] for position in KEEPS.get(best, ())}
    if len(kept) >= 3:
        yield "straight"
    upper = best in SCORES and BOXES[SCORES[best]] in UPPER
    upper = upper or (len(kept) == 1 and card[min(kept) - 1] is None)
    open_upper = [face for face in range(1, 7) if card[face - 1] is None]
    ahead = counted_upper_sum(card) + 3 * sum(open_upper) - BONUS_AT
    if upper and counted_upper_sum(card) < BONUS_AT and abs(ahead) <= NEAR_BONUS:
        yield "bonus"
    if card.count(None) <= 3:
        yield "endgame"
    if best in KEEPS:
        yield "risk"
    elif tempting in SCORES and tempting != best:
        yield "patience"
    else:
        yield "stop"


def _sparkle(game: Any, state: Any, best: str, tempting: str) -> Iterator[str]:
    verb, banks = best.split()[0], selections(state)
    if verb == "reroll":
        yield "extra-dice"
    elif verb != "fizzle":
        bank = banks[tuple(map(int, best.split()[1:]))]
        if bank.set_of:
            yield "set"
        if bank.points < max(one.points for one in banks.values()):
            yield "patience"
    if verb in ("end", "fizzle"):
        yield "stop"
    elif tempting.startswith(("end", "fizzle")):
        yield "risk"
    if verb == "roll" and not tempting.startswith("end"):
        yield "risk"


def _hexes(game: Any, state: Any, best: str, tempting: str) -> Iterator[str]:
    if best not in PLACES:
        yield "ring"
        return
    before, after = open_rings(state), open_rings(game.play(state, best))
    if len(after) > len(before):
        yield "ring"
    greedy_closes = tempting in PLACES and len(open_rings(game.play(state, tempting))) > len(before)
    if greedy_closes and len(after) == len(before):
        yield "patience"
    if len(after) == len(before):
        yield "room"
    if sum(number >= 0 for number in state.board) >= 45:
        yield "endgame"
