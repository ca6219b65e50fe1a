"""Explains why a die cannot go on a hex, for players who try."""

from collections.abc import Mapping

from dicehall.game.messages import Message
from dicehall.game_page.scene import Scene
from dicehall.games.hexes.rules import DICE, EMPTY, HEXES, PLACES, HexesState
from dicehall.words.refusals import sentence


def refusals(scene: Scene) -> tuple[list[str], Mapping[int, str]]:
    """The sentences, and for each empty hex its dice with the number of the sentence: `d4 0 d20
    1`."""
    state: HexesState = scene.state
    found: dict[Message | str | None, int] = {}
    refused: dict[int, str] = {}
    choosable = {PLACES[move][0] for move in scene.moves if move in PLACES}
    dice = [DICE[number].name for number in sorted(choosable)]
    for spot, name in enumerate(HEXES):
        if state.board[spot] != EMPTY or not dice:
            continue
        reasons = [(die, scene.game.why_not(state, f"place {die} {name}")) for die in dice]
        refused[spot] = " ".join(
            f"{die} {found.setdefault(why, len(found))}" for die, why in reasons if why
        )
    return [sentence(why) for why in found], refused
