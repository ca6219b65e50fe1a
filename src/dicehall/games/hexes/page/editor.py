"""Setting up a position of Pocket Hexes: a tap puts a number on a hex or a die, or scores a hex."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dicehall.game.positions import read_number
from dicehall.game_page.editing import Setting, Tool, no_use, with_item
from dicehall.games.hexes.rules import DICE, EMPTY, HEXES, Hexes, HexesState
from dicehall.words.language import N_, _

AWAY, SCORED = "away", "scored"
NUMBERS = tuple(map(str, range(max(DICE[-1].faces) + 1)))
DIE_SPOTS = {f"die-{die.name}": place for place, die in enumerate(DICE)}
SCORES = {"open": N_("not taken"), "taken": N_("taken"), "finished": N_("the game is finished")}


def tools(game: Hexes) -> Sequence[Tool]:
    numbers = [Tool(number, number) for number in NUMBERS]
    return [*numbers, Tool(AWAY, _("Take off")), Tool(SCORED, _("Scored"))]


def settings(game: Hexes, state: HexesState) -> Sequence[Setting]:
    value = "finished" if state.finished else "taken" if state.score_taken else "open"
    choices = tuple((score, _(title)) for score, title in SCORES.items())
    return [Setting("score", _("This round’s score"), value, choices)]


def tap(game: Hexes, state: HexesState, tool: str, spot: str) -> HexesState:
    if tool == SCORED and spot in HEXES:
        return replace(state, scored=state.scored ^ {HEXES.index(spot)})
    if tool not in (AWAY, *NUMBERS):
        raise no_use()
    number = EMPTY if tool == AWAY else read_number(tool, 0, len(NUMBERS) - 1)
    if spot in HEXES:
        place = HEXES.index(spot)
        scored = state.scored - {place} if number == EMPTY else state.scored
        return replace(state, board=with_item(state.board, place, number), scored=scored)
    if spot not in DIE_SPOTS:
        raise no_use()
    place = DIE_SPOTS[spot]
    if number not in (EMPTY, *DICE[place].faces):
        raise no_use()
    dice = with_item(state.dice or (EMPTY,) * len(DICE), place, number)
    return replace(state, dice=() if set(dice) == {EMPTY} else dice)


def change(game: Hexes, state: HexesState, values: Mapping[str, str]) -> HexesState:
    score = values.get("score", "open")
    return replace(state, score_taken=score == "taken", finished=score == "finished")
