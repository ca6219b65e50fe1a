"""The keys that play a move on each game's screen, depending on the current selection."""

from dataclasses import replace
from typing import Any

from dicehall.game import AnyGame
from dicehall.game_screen.protocol import BoardView, Selection
from dicehall.game_screen.screens import screen_of
from dicehall.games.fune.rules import BOXES
from dicehall.games.fune.screen import BOX_KEYS
from dicehall.games.hexes.rules import DICE, HEXES
from dicehall.games.hexes.screen import ROW_OF
from dicehall.games.sparkle.screen import REROLL

MOST_KEYS = 60


def next_key(game: AnyGame, state: Any, selection: Selection, move: str) -> str:
    """The next key on the way to a move; the last one makes it."""
    verb, *rest = move.split()
    match game.name:
        case "knuckles" | "knucklebones":
            return rest[0]
        case "fune" if verb == "score":
            return BOX_KEYS[BOXES.index(rest[0])]
        case "fune":
            return _toggle(selection, rest) or "space"
        case "sparkle":
            return _sparkle(selection, verb, rest)
        case "pocket-hexes":
            return _hexes(selection, verb, rest)
        case _:
            place = game.turn(state).moves.index(move)
            return _towards(selection.cursor, place, "up", "down") or "enter"


def _toggle(selection: Selection, wanted: list[str]) -> str:
    """What is to be let go, then what is to be taken; empty if nothing is."""
    picked, wished = {*selection.picked}, {*map(int, wanted)}
    different = sorted(picked - wished) + sorted(wished - picked)
    return str(different[0]) if different else ""


def _sparkle(selection: Selection, verb: str, wanted: list[str]) -> str:
    if verb == "fizzle":
        return "f"
    if (verb == "reroll") != (selection.mode == REROLL):
        return "x" if verb == "reroll" else "b"
    return _toggle(selection, wanted) or {"roll": "r", "end": "e", "reroll": "x"}[verb]


def _hexes(selection: Selection, verb: str, rest: list[str]) -> str:
    if verb in ("roll", "finish"):
        return "r"
    if verb == "place":
        die = [one.name for one in DICE].index(rest[0])
        if selection.picked != (die,):
            return str(die + 1)
    here, there = selection.cursor, HEXES.index(rest[-1])
    return (
        _towards(ROW_OF[here], ROW_OF[there], "up", "down")
        or _towards(here, there, "left", "right")
        or "enter"
    )


def _towards(here: int, there: int, back: str, on: str) -> str:
    if here == there:
        return ""
    return on if here < there else back


def count_keys(view: BoardView, move: str) -> int:
    """How many keys a move takes."""
    for count in range(1, MOST_KEYS):
        key = next_key(view.game, view.state, view.selection, move)
        answer = screen_of(view.game).press(view, key)
        if not isinstance(answer, Selection):
            assert answer == move
            return count
        view = replace(view, selection=answer)
    raise AssertionError(f"{move} cannot be typed")
