"""The player's settings, stored in a small JSON file beside the matches."""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from dicehall.tui.shelf import write_whole

FILE = "terminal.json"
DEFAULT_THEME = "dicehall"


@dataclass(frozen=True, slots=True)
class ScreenPreferences:
    """Settings of the full-screen application."""

    theme: str = DEFAULT_THEME
    motion: bool = True
    """Whether dice are animated and computer players take their time."""
    coach: bool = False
    """Whether every choice shows its worth."""
    name: str = ""
    """The player's name on servers."""
    house: str = ""
    """The address of the last server."""
    token: str = ""
    """Identifies the player to that server."""
    left: str = ""
    """The unfinished match on that server: its id and the seat's client seed."""


def load_preferences(folder: Path) -> ScreenPreferences:
    """Load the settings from a folder; missing or invalid ones get their defaults."""
    try:
        found = json.loads((folder / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return ScreenPreferences()
    defaults = ScreenPreferences()
    types = {field.name: type(getattr(defaults, field.name)) for field in fields(defaults)}
    items = found.items() if isinstance(found, dict) else ()
    return ScreenPreferences(
        **{name: value for name, value in items if type(value) is types.get(name)}
    )


def save_preferences(folder: Path, preferences: ScreenPreferences) -> None:
    """Save the settings to a folder."""
    write_whole(folder / FILE, json.dumps(asdict(preferences), indent=1) + "\n")
