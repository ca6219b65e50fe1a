"""Setting up a position of FUNE: a tap on a die sets it, a tap on a row writes what the dice score
there or clears it.

The seat to move follows from the cards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dicehall.game.positions import read_number
from dicehall.game.turns import D6
from dicehall.game_page.editing import Setting, Tool, no_use, with_item
from dicehall.games.fune.rules import BOXES, DICE, REROLLS, TO_ROLL, Card, Fune, FuneState, points
from dicehall.words.language import _

CUP = "cup"
FACES = {str(face): face for face in D6.faces} | {CUP: TO_ROLL}
DIE_SPOTS = {f"die-{position}": position - 1 for position in range(1, DICE + 1)}


def tools(game: Fune) -> Sequence[Tool]:
    faces = [Tool(str(face), str(face), face) for face in D6.faces]
    return [*faces, Tool(CUP, _("In the cup"))]


def settings(game: Fune, state: FuneState) -> Sequence[Setting]:
    if not state.rolls:
        return []
    counts = tuple((str(count), str(count)) for count in range(REROLLS + 1))
    return [Setting("rerolls", _("Re-rolls left"), str(state.rerolls_left), counts)]


def tap(game: Fune, state: FuneState, tool: str, spot: str) -> FuneState:
    kind, _dash, name = spot.partition("-")
    seat = name[-1:]
    if tool in FACES and spot in DIE_SPOTS:
        return _with_die(state, DIE_SPOTS[spot], FACES[tool])
    if kind == "box" and name[:-2] in BOXES and seat in map(str, range(game.seats)):
        return _with_box(state, int(seat), BOXES.index(name[:-2]))
    raise no_use()


def change(game: Fune, state: FuneState, values: Mapping[str, str]) -> FuneState:
    left = read_number(values.get("rerolls", str(state.rerolls_left)), 0, REROLLS + 1)
    return replace(state, rolls=REROLLS + 1 - left)


def _with_die(state: FuneState, place: int, face: int) -> FuneState:
    dice = with_item(state.dice, place, face)
    if set(dice) == {TO_ROLL}:
        return replace(state, dice=dice, rolls=0)
    most = REROLLS if TO_ROLL in dice else REROLLS + 1  # dice in the cup are to be rolled
    return replace(state, dice=dice, rolls=min(max(state.rolls, 1), most))


def _with_box(state: FuneState, seat: int, place: int) -> FuneState:
    box, card = BOXES[place], state.cards[seat]
    scored = 0 if TO_ROLL in state.dice else points(box, state.dice)
    card = with_item(card, place, scored if card[place] is None else None)
    cards: tuple[Card, ...] = with_item(state.cards, seat, card)
    open_boxes = [one.count(None) for one in cards]
    state = replace(state, cards=cards, seat=open_boxes.index(max(open_boxes)))
    over = not any(open_boxes)
    return replace(state, dice=(TO_ROLL,) * DICE, rolls=0) if over else state
