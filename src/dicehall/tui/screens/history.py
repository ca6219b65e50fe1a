"""The matches of this machine: to look at again, to have reviewed, or to go on with."""

from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from dicehall.game import Over, find_game
from dicehall.tui.keyline import KeyAction, KeyLine
from dicehall.tui.opposing import opposed
from dicehall.tui.shelf import ShelvedMatch, may_go_on
from dicehall.words.dates import say_time
from dicehall.words.language import _, ngettext
from dicehall.words.lines import at_left
from dicehall.words.phrases import concluded

if TYPE_CHECKING:
    from dicehall.tui.app import DicehallApp


class HistoryScreen(Screen[None]):
    """All matches, the newest first."""

    app: "DicehallApp"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "review"),
        Binding("p", "replay"),
        Binding("q,escape", "leave"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._kept: list[ShelvedMatch] = []

    def compose(self) -> ComposeResult:
        yield Static(_("History"), id="title", markup=False)
        yield OptionList(id="matches")
        yield Static(id="status", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self._kept, broken = self.app.shelf.all()
        rows, now = self.query_one(OptionList), self.app.shelf.clock().timestamp()
        rows.add_options([Option(_row(kept, now), id=kept.name) for kept in self._kept])
        rows.highlighted = 0 if self._kept else None
        rows.focus()
        self.query_one("#status", Static).update(_status(len(self._kept), len(broken)))
        self.query_one(KeyLine).show(
            [
                KeyAction("Enter", _("Look at it, or go on"), "choose"),
                KeyAction("p", _("Replay"), "replay"),
                KeyAction("v", _("Review"), "review"),
                KeyAction("q", _("Menu"), "leave"),
            ]
        )

    @property
    def chosen(self) -> ShelvedMatch | None:
        """The match that is lit."""
        place = self.query_one(OptionList).highlighted
        return None if place is None else self._kept[place]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen = self.chosen
        if chosen and may_go_on(chosen.match):
            self.app.go_on(chosen.name)
        elif chosen:
            self.app.show_replay(chosen.match)

    def action_choose(self) -> None:
        self.query_one(OptionList).action_select()

    def action_replay(self) -> None:
        if self.chosen:
            self.app.show_replay(self.chosen.match)

    def action_review(self) -> None:
        if self.chosen and self.chosen.match.is_over:
            self.app.show_review(self.chosen.match)

    def action_leave(self) -> None:
        self.app.pop_screen()


def _row(kept: ShelvedMatch, now: float) -> Content:
    match = kept.match
    turn = match.turn
    result = concluded(turn, match.viewer) if isinstance(turn, Over) else _("not over yet")
    return Content.from_markup(
        "[b]$title[/]  $result  [$foreground 60%]$against $when[/]",
        title=at_left(find_game(match.game.name).title, 13),
        result=result,
        against=opposed(match),
        when=_when(kept, now),
    )


def _when(kept: ShelvedMatch, now: float) -> str:
    """When a match began; nothing where its record does not say it."""
    try:
        opened = datetime.fromisoformat(kept.opened)
    except ValueError:
        return ""
    return say_time(opened.timestamp(), now)


def _status(count: int, broken: int) -> str:
    if not count and not broken:
        return _("Nothing has been played here yet.")
    said = ngettext("%(count)d match", "%(count)d matches", count) % {"count": count}
    if not broken:
        return said
    more = ngettext("%(count)d file cannot be read", "%(count)d files cannot be read", broken) % {
        "count": broken
    }
    return f"{said}, {more}"
