"""A match being played: the board, what happened, what is asked, and the keys."""

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import Static

from dicehall.game.records import Event, Played, Rolled
from dicehall.game.refused import Refused
from dicehall.game_page.advice import Advice
from dicehall.game_page.history import Step
from dicehall.game_screen.protocol import BoardView, Selection
from dicehall.game_screen.screens import screen_of
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.tui.board import Board
from dicehall.tui.captions import WIDE, heading, table_keys
from dicehall.tui.keyline import KeyLine
from dicehall.tui.motion import FRAME_S, Motion, tumbling
from dicehall.tui.painting import Painting
from dicehall.tui.screens.give_up import GiveUpScreen
from dicehall.tui.sources.protocol import MatchSource
from dicehall.tui.story import Story
from dicehall.words.language import _
from dicehall.words.refusals import explain

if TYPE_CHECKING:
    from dicehall.tui.app import DicehallApp

Action = Coroutine[None, None, None]


class TableScreen(Screen[None]):
    """One match, from where it stands to its end."""

    app: "DicehallApp"
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
        self.message = self._happened = [source.greeting, *self._story.lines][-1]
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
        self._go_on()
        self.run_worker(self.source.follow(self._on_change), group="house")

    async def on_unmount(self) -> None:
        await self.source.close()

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width >= WIDE, "-wide")
        self._show_captions()

    # What happens

    def _go_on(self, action: Action | None = None) -> None:
        """Do what was decided here, if anything was, and show what happens."""
        self.acting = False
        self.run_worker(self._advance(action), group="turns", exclusive=True)

    async def _advance(self, action: Action | None) -> None:
        """Show what happens, until a person here must decide or the match is over."""
        if action:
            await self._attempt(action)
        self._show()
        while (event := await self.source.next(self.match)) is not None:
            moving = self.app.preferences.motion
            if moving and isinstance(event, Rolled):
                await self._roll()
            self._happen(event)
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
        """Let the dice of this moment roll: for a while they show anything."""
        before = self.match.state
        for state in tumbling(self.match.game, before):
            self._show(state, before_roll=before)
            if await self._motion.pause(FRAME_S):
                break

    def _happen(self, event: Event) -> None:
        """One more event: it is kept, then it is shown."""
        before, self.match = self.match, self.match.after(event)
        self.source.keep(self.match)
        step = Step(self.match.game, before.state, event, self.match.state)
        self.message = self._happened = self._story.add(step, self.match.viewer)
        self.advice, self.hinted = None, ""

    def _ask(self) -> None:
        """It is a person's turn."""
        screen = screen_of(self.match.game)
        self.selection = screen.take_up(self.match.game, self.match.state, self.selection)
        self.acting = True
        self._show()
        if self.coached:
            self._consult()

    def _on_change(self) -> None:
        """Something has happened elsewhere; a person who thinks is shown it, too."""
        if self.acting and self.source.is_ahead(self.match):
            self._go_on()
        elif self.query(KeyLine):  # the table may be cleared at this moment
            self.match = self.source.updated(self.match)
            self._show_captions()

    # What is pressed

    def on_key(self, event: Key) -> None:
        if not self.acting:
            self._motion.skip()
            return
        spelled = event.character if event.is_printable and event.character != " " else event.key
        if self.press(spelled or event.key):
            event.stop()

    def on_painting_pressed(self, event: Painting.Pressed) -> None:
        if self.acting:
            self.press(event.key)

    def press(self, key: str) -> bool:
        """Do what a key means to the game, and say whether it means anything."""
        answer = screen_of(self.match.game).press(self.board_view(), key)
        if isinstance(answer, Selection):
            self.selection = answer
            self._show()
        elif answer is not None:
            self.play(answer)
        return answer is not None

    def play(self, move: str) -> None:
        """Make a move; one that is not legal is explained."""
        seat = self.match.to_move
        assert seat is not None
        try:
            self.match.after(Played(seat, move))
        except Refused as refused:
            self._explain(refused)
        else:
            self._go_on(self.source.play(Played(seat, move)))

    async def _attempt(self, action: Action) -> None:
        try:
            await action
        except Refused as refused:
            self._explain(refused)
        except OSError:
            self.message = _("The house did not answer. What it heard will be shown here.")

    def _explain(self, refused: Refused) -> None:
        self.message = _("Not possible: %(reason)s.") % {"reason": explain(refused)}
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in self.source.forbidden

    def action_coach(self) -> None:
        """The coach speaks to every choice from now on, or to none."""
        self.app.change_preferences(coach=not self.app.preferences.coach)
        self.workers.cancel_group(self, "coach")
        self.advice, self.hinted, self.message = None, "", self._happened
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
            self.message = _("The last move is taken back. The dice will fall as they fell.")
            self._story.last, self.advice, self.hinted = None, None, ""
            self.source.keep(self.match)
        if self.match.to_move is not None:
            self._ask()

    def action_resign(self) -> None:
        """Give up; asked once more before."""
        if not self.match.is_over:
            self.app.push_screen(GiveUpScreen(), self._resign)

    def _resign(self, sure: bool | None) -> None:
        if sure:
            self._go_on(self.source.resign())

    def action_help(self) -> None:
        self.app.show_help(self.match.game, self.source.forbidden)

    def action_leave(self) -> None:
        """Back to the menu; the match is kept as it stands."""
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

    # What the coach says

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
        self.message = advice.summary
        self._show()

    # What is shown

    @property
    def coached(self) -> bool:
        """Whether the coach speaks at this table."""
        return self.app.preferences.coach and "coach" not in self.source.forbidden

    def board_view(self, state: Any = None, before_roll: Any = None) -> BoardView:
        """What there is to see now, or in another state."""
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
