"""The saved matches: replay, review or resume them."""

from datetime import datetime
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from dicehall.game import Over, find_game
from dicehall.tui.captions import opposed
from dicehall.tui.keyline import KeyedScreen, KeyLine
from dicehall.tui.shelf import ShelvedMatch, can_resume
from dicehall.words.dates import say_time
from dicehall.words.language import _, ngettext
from dicehall.words.lines import at_left
from dicehall.words.phrases import concluded


class HistoryScreen(KeyedScreen):
    """All saved matches, newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "review"),
        Binding("p", "replay"),
        Binding("q,escape", "leave"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._saved: list[ShelvedMatch] = []

    def compose(self) -> ComposeResult:
        yield Static(_("History"), id="title", markup=False)
        yield OptionList(id="matches")
        yield Static(id="status", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self._saved, broken = self.app.shelf.all()
        rows, now = self.query_one(OptionList), self.app.shelf.clock().timestamp()
        rows.add_options([Option(_row(saved, now), id=saved.name) for saved in self._saved])
        rows.highlighted = 0 if self._saved else None
        rows.focus()
        self.query_one("#status", Static).update(_status(len(self._saved), len(broken)))
        self.show_keys(
            ("Enter", _("Open"), "choose"),
            ("p", _("Replay"), "replay"),
            ("v", _("Review"), "review"),
            ("q", _("Menu"), "leave"),
        )

    @property
    def chosen(self) -> ShelvedMatch | None:
        """The highlighted match."""
        place = self.query_one(OptionList).highlighted
        return None if place is None else self._saved[place]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen = self.chosen
        if chosen and can_resume(chosen.match):
            self.app.resume(chosen.name)
        elif chosen:
            self.app.show_replay(chosen.match)

    def action_replay(self) -> None:
        if self.chosen:
            self.app.show_replay(self.chosen.match)

    def action_review(self) -> None:
        if self.chosen and self.chosen.match.is_over:
            self.app.show_review(self.chosen.match)


def _row(saved: ShelvedMatch, now: float) -> Content:
    match = saved.match
    turn = match.turn
    result = concluded(turn, match.viewer) if isinstance(turn, Over) else _("unfinished")
    return Content.from_markup(
        "[b]$title[/]  $result  [$foreground 60%]$against $when[/]",
        title=at_left(find_game(match.game.name).title, 13),
        result=result,
        against=opposed(match),
        when=_when(saved, now),
    )


def _when(saved: ShelvedMatch, now: float) -> str:
    """When a match began; empty if its record does not say."""
    try:
        opened = datetime.fromisoformat(saved.opened)
    except ValueError:
        return ""
    return say_time(opened.timestamp(), now)


def _status(count: int, broken: int) -> str:
    if not count and not broken:
        return _("No matches yet.")
    matches = ngettext("%(count)d match", "%(count)d matches", count) % {"count": count}
    if not broken:
        return matches
    unreadable = ngettext("%(count)d unreadable file", "%(count)d unreadable files", broken)
    return f"{matches}, {unreadable % {'count': broken}}"
