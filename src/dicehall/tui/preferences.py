"""What a player has chosen for good: kept in a small file beside the matches."""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from dicehall.tui.shelf import write_whole

FILE = "terminal.json"
DEFAULT_THEME = "dicehall"


@dataclass(frozen=True, slots=True)
class ScreenPreferences:
    """How the screen looks and behaves."""

    theme: str = DEFAULT_THEME
    motion: bool = True
    """Whether dice roll, and computer players take their time."""
    coach: bool = False
    """Whether every choice shows what it is worth."""
    name: str = ""
    """What the player at the keyboard is called in records, and in a house."""
    house: str = ""
    """The address of the house in which friends were last met."""
    token: str = ""
    """By which that house knows the player again."""
    left: str = ""
    """The match at that house that is not over, and what its seat adds to the dice."""


def load_preferences(folder: Path) -> ScreenPreferences:
    """What is kept in a folder; what is missing or makes no sense has its default."""
    try:
        found = json.loads((folder / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return ScreenPreferences()
    usual = ScreenPreferences()
    kinds = {field.name: type(getattr(usual, field.name)) for field in fields(usual)}
    known = found.items() if isinstance(found, dict) else ()
    return ScreenPreferences(
        **{name: value for name, value in known if type(value) is kinds.get(name)}
    )


def save_preferences(folder: Path, preferences: ScreenPreferences) -> None:
    """Keep what was chosen."""
    write_whole(folder / FILE, json.dumps(asdict(preferences), indent=1) + "\n")
