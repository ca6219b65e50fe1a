"""Sets a position up: by taps on the board, or from a pasted position or record."""

from dataclasses import dataclass, replace
from typing import Any

from dicehall.game.messages import translatable
from dicehall.game.positions import parse_position, read_position, spell_position
from dicehall.game.records import read
from dicehall.game.refused import BadOption, BadPosition
from dicehall.game_page.editing import Setting, Tool
from dicehall.game_page.history import History
from dicehall.game_page.protocol import find_page
from dicehall.web.analysis.address import Fields
from dicehall.web.analysis.variations import Variations


@dataclass(frozen=True, slots=True)
class SettingUp:
    """The controls beside the board, and why its position is impossible."""

    tools: tuple[Tool, ...]
    tool: str
    """The one that taps use."""
    settings: tuple[Setting, ...]
    problem: BadPosition | None


def draft(shown: Variations) -> Any:
    """The state that is being set up, possible or not."""
    if not shown.position:
        return shown.game.start()
    return parse_position(shown.game, shown.position)


def setting_up(shown: Variations, tool: str) -> SettingUp:
    """How the position can be edited further; its notation must be valid."""
    game, editor = shown.game, find_page(shown.game.name).editor
    if editor is None:
        return SettingUp((), "", (), _problem(shown))
    tools = tuple(editor.tools(game))
    known = tool if tool in [one.name for one in tools] else tools[0].name
    return SettingUp(tools, known, tuple(editor.settings(game, draft(shown))), _problem(shown))


def is_edited(fields: Fields) -> bool:
    """Whether a form changes the position: by a tap, or by its other settings."""
    return "tap" in fields or "set" in fields


def edited(shown: Variations, tool: str, fields: Fields) -> Variations:
    """The position after a change; refused if that makes no sense on its own."""
    game, editor = shown.game, find_page(shown.game.name).editor
    if editor is None:
        raise BadOption(
            translatable("positions of %(game)s can only be pasted as text", game=game.name)
        )
    state = draft(shown)
    if spots := fields.get("tap"):
        state = editor.tap(game, state, tool, spots[0])
    else:
        state = editor.change(game, state, {name: values[0] for name, values in fields.items()})
    position = spell_position(game, state)
    parse_position(game, position)
    return Variations(game, position, seat=shown.seat)


def pasted(shown: Variations, text: str) -> Variations:
    """What a text describes: a record of any game, or a position of the game shown."""
    text = text.strip()
    if ":" in text:
        record, _state = read(text)
        return Variations.of_record(record)
    read_position(shown.game, text)
    return Variations(shown.game, text, seat=shown.seat)


def still(shown: Variations) -> tuple[Variations, History]:
    """The board of a position that is being set up, or of the start if its form is wrong."""
    try:
        return shown, History(shown.game, draft(shown))
    except BadPosition:
        shown = replace(shown, position="")
        return shown, History.start(shown.game)


def _problem(shown: Variations) -> BadPosition | None:
    try:
        if shown.position:
            read_position(shown.game, shown.position)
    except BadPosition as problem:
        return problem
    return None
