"""The replay of a match, event by event."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from dicehall.game import find_game
from dicehall.game_screen.protocol import BoardView
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.tui.keyline import KeyedScreen, KeyLine
from dicehall.tui.painting import Board
from dicehall.tui.story import is_move, steps_of
from dicehall.words.language import _
from dicehall.words.telling import ask


class ReplayScreen(KeyedScreen):
    """The board after some of the events; the arrow keys step through them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "walk(-1)"),
        Binding("right,space", "walk(1)"),
        Binding("up,pageup", "walk(-10)"),
        Binding("down,pagedown", "walk(10)"),
        Binding("home", "walk(-100000)"),
        Binding("end", "walk(100000)"),
        Binding("v", "review"),
        Binding("q,escape", "leave"),
    ]

    def __init__(self, match: LocalMatch, version: int = 0) -> None:
        super().__init__()
        self.match = match
        self.version = version
        self.steps = steps_of(match)

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield Board()
        yield Static(id="message", markup=False)
        yield Static(id="prompt", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        keys = [
            ("←", _("Back"), "walk(-1)"),
            ("→", _("Forward"), "walk(1)"),
            ("Home", _("Start"), "walk(-100000)"),
            ("End", _("End"), "walk(100000)"),
        ]
        if self.match.is_over:
            keys.append(("v", _("Review"), "review"))
        self.show_keys(*keys, ("q", _("Leave"), "leave"))
        self._show()

    def action_walk(self, by: int) -> None:
        self.version = max(0, min(len(self.steps), self.version + by))
        self._show()

    def action_review(self) -> None:
        if self.match.is_over:
            self.app.show_review(self.match)

    def _show(self) -> None:
        match, done = self.match, self.steps[: self.version]
        state = done[-1].after if done else match.start
        moves = [step for step in done if is_move(step)]
        last = moves[-1] if moves else None
        self.query_one(Board).show(BoardView(match.game, state, match.viewer, last=last))
        values = {"now": self.version, "all": len(self.steps)}
        title = find_game(match.game.name).title
        place = _("replay, %(now)d of %(all)d") % values
        self.query_one("#title", Static).update(f"{title}   {place}")
        self.query_one("#message", Static).update(done[-1].sentence(match.viewer) if done else "")
        self.query_one("#prompt", Static).update(ask(match.game, state, match.viewer))
