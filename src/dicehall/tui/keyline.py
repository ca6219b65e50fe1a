"""The line of keys at the foot of a screen; each can be clicked as well."""

from collections.abc import Iterable
from typing import NamedTuple

from textual.content import Content
from textual.style import Style
from textual.widgets import Static


class KeyAction(NamedTuple):
    """A key, what it does in a word, and the action of the screen that does it."""

    key: str
    label: str
    action: str


class KeyLine(Static):
    """Keys and what they do."""

    auto_links = False  # the key is lit, not the whole line

    def show(self, actions: Iterable[KeyAction], news: str = "") -> None:
        """Show these keys, and the news if there is any."""
        parts = [
            Content.from_markup(
                "[b $accent] $key [/]$label ", key=shown.key, label=shown.label
            ).stylize(Style.from_meta({"@click": f"screen.{shown.action}"}))
            for shown in actions
        ]
        if news:
            parts.append(Content.from_markup("[b $warning] $news[/]", news=news))
        self.update(Content("").join(parts))
