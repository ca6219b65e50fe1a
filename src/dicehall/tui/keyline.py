"""The key bar at the bottom of a screen; its keys can also be clicked."""

from collections.abc import Iterable
from typing import NamedTuple

from textual.content import Content
from textual.style import Style
from textual.widgets import Static


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
