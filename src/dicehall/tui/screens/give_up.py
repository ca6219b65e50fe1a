"""The confirmation before giving up."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from dicehall.tui.keyline import KeyAction, KeyLine
from dicehall.words.language import _


class GiveUpScreen(ModalScreen[bool]):
    """A question on top of the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,w", "dismiss(True)"),
        Binding("n,q,escape", "dismiss(False)"),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(id="sheet"):
            yield Static(_("Give up this match?"), id="sheet-title", markup=False)
            yield KeyLine(id="answers")

    def on_mount(self) -> None:
        self.query_one(KeyLine).show(
            [
                KeyAction("y", _("Give up"), "dismiss(True)"),
                KeyAction("n", _("Play on"), "dismiss(False)"),
            ]
        )
