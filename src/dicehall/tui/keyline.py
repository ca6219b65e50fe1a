"""The key bar at the bottom of a screen; its keys can also be clicked. And screens with one."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content
from textual.screen import Screen
from textual.style import Style
from textual.widgets import OptionList, Static

if TYPE_CHECKING:
    from dicehall.tui.app import DicehallApp


class KeyAction(NamedTuple):
    """A key, its label, and the screen action it triggers."""

    key: str
    label: str
    action: str


class KeyLine(Static):
    """Keys and what they do."""

    auto_links = False  # highlight the key, not the whole line

    def show(self, actions: Iterable[KeyAction], news: str = "") -> None:
        """Show these keys, and a warning if there is one."""
        parts = [
            Content.from_markup(
                "[b $accent] $key [/]$label ", key=shown.key, label=shown.label
            ).stylize(Style.from_meta({"@click": f"screen.{shown.action}"}))
            for shown in actions
        ]
        if news:
            parts.append(Content.from_markup("[b $warning] $news[/]", news=news))
        self.update(Content("").join(parts))


class KeyedScreen(Screen[None]):
    """A screen of the application with its keys at the bottom."""

    app: "DicehallApp"

    def show_keys(self, *keys: tuple[str, str, str]) -> None:
        """Show these keys, each with its label and the action it triggers."""
        self.query_one(KeyLine).show(KeyAction(*key) for key in keys)

    def action_choose(self) -> None:
        """What Enter does, for a click on the key bar."""
        self.query_one(OptionList).action_select()

    def action_leave(self) -> None:
        self.app.pop_screen()
