"""A match being played: board, message, prompt and keys."""

from collections.abc import Coroutine
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize
from textual.screen import ModalScreen
from textual.widgets import Static

from dicehall.game.records import Event, Played, Rolled
from dicehall.game.refused import Refused
from dicehall.game_page.advice import Advice
from dicehall.game_page.history import Step
from dicehall.game_screen.protocol import BoardView, Selection
from dicehall.game_screen.screens import screen_of
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.tui.captions import WIDE, heading, table_keys
from dicehall.tui.keyline import KeyAction, KeyedScreen, KeyLine
from dicehall.tui.motion import FRAME_S, Motion, tumbling
from dicehall.tui.painting import Board, Painting
from dicehall.tui.sources.protocol import MatchSource
from dicehall.tui.story import Story
from dicehall.words.language import _
from dicehall.words.refusals import explain


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


Action = Coroutine[None, None, None]
"""A move or a resignation, on its way to the source of the match."""


class TableScreen(KeyedScreen):
    """Plays one match from its current position to the end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "coach"),
        Binding("h", "hint"),
        Binding("u", "undo"),
        Binding("w", "resign"),
        Binding("question_mark", "help"),
        Binding("q,escape", "leave"),
        Binding("n", "again"),
        Binding("v", "review"),
        Binding("p", "replay"),
    ]

    def __init__(self, match: LocalMatch, source: MatchSource) -> None:
        super().__init__()
        self.match = match
        self.source = source
        self.selection = Selection()
        self.acting = False
        self.advice: Advice | None = None
        self.hinted = ""
        self._story = Story(match)
        self.message = self._last_event = [source.greeting, *self._story.lines][-1]
        self._motion = Motion()

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield Board()
            yield Static(id="log", markup=False)
        yield Static(id="message", markup=False)
        yield Static(id="prompt", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self._continue()
        self.run_worker(self.source.follow(self._on_change), group="source")

    async def on_unmount(self) -> None:
        await self.source.close()

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width >= WIDE, "-wide")
        self._show_captions()

    # Events

    def _continue(self, action: Action | None = None) -> None:
        """Submit an action, if any, and show the events that follow."""
        self.acting = False
        self.run_worker(self._advance(action), group="turns", exclusive=True)

    async def _advance(self, action: Action | None) -> None:
        """Show events until a person here must decide or the match is over."""
        if action:
            await self._attempt(action)
        self._show()
        while (event := await self.source.next(self.match)) is not None:
            moving = self.app.preferences.motion
            if moving and isinstance(event, Rolled):
                await self._roll()
            self._apply(event)
            self._show()
            if moving and isinstance(event, Played) and not self.match.is_here(event.seat):
                await self._motion.pause()
        self.match = self.source.updated(self.match)
        if self.match.is_over:
            self.source.keep(self.match)
            self._show()
        else:
            self._ask()

    async def _roll(self) -> None:
        """Animate the dice that are about to be rolled."""
        before = self.match.state
        for state in tumbling(self.match.game, before):
            self._show(state, before_roll=before)
            if await self._motion.pause(FRAME_S):
                break

    def _apply(self, event: Event) -> None:
        """Add an event to the match, save it, and update the message."""
        before, self.match = self.match, self.match.after(event)
        self.source.keep(self.match)
        step = Step(self.match.game, before.state, event, self.match.state)
        self.message = self._last_event = self._story.add(step, self.match.viewer)
        self.advice, self.hinted = None, ""

    def _ask(self) -> None:
        """Let a person at this keyboard choose a move."""
        screen = screen_of(self.match.game)
        self.selection = screen.take_up(self.match.game, self.match.state, self.selection)
        self.acting = True
        self._show()
        if self.coached:
            self._consult()

    def _on_change(self) -> None:
        """Show a remote change, even while a person here is thinking."""
        if self.acting and self.source.is_ahead(self.match):
            self._continue()
        elif self.query(KeyLine):  # the screen may be closing
            self.match = self.source.updated(self.match)
            self._show_captions()

    # Input

    def on_key(self, event: Key) -> None:
        if not self.acting:
            self._motion.skip()
            return
        key = event.character if event.is_printable and event.character != " " else event.key
        if self.press(key or event.key):
            event.stop()

    def on_painting_cell_pressed(self, event: Painting.CellPressed) -> None:
        if self.acting:
            self.press(event.key)

    def press(self, key: str) -> bool:
        """Handle a key of the game; returns whether the game uses it."""
        result = screen_of(self.match.game).press(self.board_view(), key)
        if isinstance(result, Selection):
            self.selection = result
            self._show()
        elif result is not None:
            self.play(result)
        return result is not None

    def play(self, move: str) -> None:
        """Make a move, or explain why it is illegal."""
        seat = self.match.to_move
        assert seat is not None
        try:
            self.match.after(Played(seat, move))
        except Refused as refused:
            self._explain(refused)
        else:
            self._continue(self.source.play(Played(seat, move)))

    async def _attempt(self, action: Action) -> None:
        try:
            await action
        except Refused as refused:
            self._explain(refused)
        except OSError:
            self.message = _("No reply from the server. If it got your move, you will see it here.")

    def _explain(self, refused: Refused) -> None:
        self.message = _("Not possible: %(reason)s.") % {"reason": explain(refused)}
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in self.source.forbidden

    def action_coach(self) -> None:
        """Turn the coach on or off."""
        self.app.change_preferences(coach=not self.app.preferences.coach)
        self.workers.cancel_group(self, "coach")
        self.advice, self.hinted, self.message = None, "", self._last_event
        self._show()
        if self.acting and self.coached:
            self._consult()

    def action_hint(self) -> None:
        if self.acting:
            self._consult(hint=True)

    def action_undo(self) -> None:
        """Take the last move back."""
        if self.match.is_over or not (self.acting or self.match.game.seats == 1):
            return
        try:
            self.match = self.match.undone()
        except Refused as refused:
            self._explain(refused)
        else:
            self.message = _("Last move undone. The dice will fall the same way again.")
            self._story.last, self.advice, self.hinted = None, None, ""
            self.source.keep(self.match)
        if self.match.to_move is not None:
            self._ask()

    def action_resign(self) -> None:
        """Give up, after a confirmation."""
        if not self.match.is_over:
            self.app.push_screen(GiveUpScreen(), self._resign)

    def _resign(self, sure: bool | None) -> None:
        if sure:
            self._continue(self.source.resign())

    def action_help(self) -> None:
        self.app.show_help(self.match.game, self.source.forbidden)

    def action_leave(self) -> None:
        """Return to the menu; the match is already saved."""
        self.app.back_to_menu()

    def action_again(self) -> None:
        if self.match.is_over:
            self.app.play_again(self.match)

    def action_review(self) -> None:
        if self.match.is_played_out:
            self.app.show_review(self.match)

    def action_replay(self) -> None:
        if self.match.is_over:
            self.app.show_replay(self.match)

    # Coach

    def _consult(self, *, hint: bool = False) -> None:
        self.run_worker(self._weigh(self.match, hint=hint), group="coach", exclusive=True)

    async def _weigh(self, match: LocalMatch, *, hint: bool) -> None:
        self.query_one("#message", Static).update(_("The coach is thinking …"))
        worth = await self.app.thinker.weigh(match.game, match.state)
        if match is not self.match:
            return
        advice = Advice(match.game, match.state, worth)
        if self.coached:
            self.advice = advice
        if hint:
            self.hinted = advice.best
        self.message = advice.hint if hint else advice.summary
        self._show()

    # Display

    @property
    def coached(self) -> bool:
        """Whether the coach is on at this table."""
        return self.app.preferences.coach and "coach" not in self.source.forbidden

    def board_view(self, state: Any = None, before_roll: Any = None) -> BoardView:
        """What the board shows now, or would show in another state."""
        return BoardView(
            game=self.match.game,
            state=self.match.state if state is None else state,
            viewer=self.match.viewer,
            selection=self.selection,
            acting=self.acting,
            advice=self.advice,
            hinted=self.hinted,
            last=self._story.last,
            before_roll=before_roll,
        )

    def _show(self, state: Any = None, *, before_roll: Any = None) -> None:
        self.query_one(Board).show(self.board_view(state, before_roll))
        self.query_one("#log", Static).update("\n".join(self._story.lines))
        self.query_one("#message", Static).update(self.message)
        self._show_captions()

    def _show_captions(self) -> None:
        self.query_one("#title", Static).update(heading(self.match, *self.size))
        self.query_one("#prompt", Static).update(self.source.prompt(self.match))
        keys = table_keys(self.match, self.source.forbidden, coached=self.coached)
        self.query_one(KeyLine).show(keys, self.source.news)
