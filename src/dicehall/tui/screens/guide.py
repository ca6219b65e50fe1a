"""The help: a summary of the rules, and the keys."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from dicehall.game import AnyGame, find_game
from dicehall.game_screen.screens import screen_of
from dicehall.plain_terminal.boards import rules
from dicehall.words.language import _
from dicehall.words.lines import at_left, columns, unbroken


class HelpScreen(ModalScreen[None]):
    """The rules and the keys, on top of another screen; several keys close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark,space", "dismiss"),
    ]

    def __init__(self, game: AnyGame, forbidden: frozenset[str]) -> None:
        super().__init__()
        self._game = game
        self._forbidden = forbidden

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="sheet"):
            yield Static(find_game(self._game.name).title, id="sheet-title", markup=False)
            yield Static(unbroken(rules(self._game)), markup=False)
            yield Static(self._keys(), id="sheet-keys")

    def _keys(self) -> Content:
        rows = [*screen_of(self._game).keys(self._game), *self._table_keys()]
        width = max(columns(key) for key, _effect_phrase in rows) + 2
        lines = [
            Content.from_markup("[b $accent]$key[/]$does", key=at_left(key, width), does=does)
            for key, does in rows
        ]
        return Content("\n").join(
            [*lines, Content(_("Everything highlighted can also be clicked."))]
        )

    def _table_keys(self) -> list[tuple[str, str]]:
        keys = [
            ("coach", "c", _("turn the coach on or off")),
            ("hint", "h", _("show a hint")),
            ("undo", "u", _("take the last move back")),
            ("resign", "w", _("give up")),
            ("leave", "q", _("back to the menu; the match is saved")),
        ]
        return [(key, does) for action, key, does in keys if action not in self._forbidden]
