"""A match being played: the board, what happened, what is asked, and the keys."""

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import Static

from dicehall.game import Chance, Decide, Over
from dicehall.game.records import Event, Played
from dicehall.game.refused import Refused
from dicehall.page.advice import Advice
from dicehall.page.history import Step
from dicehall.screen.protocol import Look, Selection
from dicehall.screen.screens import screen_of
from dicehall.terminal.local_match import LocalMatch
from dicehall.tui.board import Board
from dicehall.tui.captions import asked_of, table_keys, title_of
from dicehall.tui.keyline import KeyLine
from dicehall.tui.painting import Painting
from dicehall.tui.shelf import ShelvedMatch
from dicehall.tui.steps import is_move, steps_of
from dicehall.words.language import _
from dicehall.words.lines import columns, unbroken
from dicehall.words.refusals import explain

if TYPE_CHECKING:
    from dicehall.tui.app import DicehallApp

ROLL_FRAMES = 7
FRAME_S = 0.07
PAUSE_S = 0.7
"""How long the dice roll, and how long one may look at what a computer player did."""
MOST_LOGGED = 60
LONGEST_TOLD = 150
"""What fits into two lines of 80 columns: the last two events, if they are short enough."""
WIDE = 116
"""From so many columns on the log stands beside the board."""


class TableScreen(Screen[None]):
    """One match, from where it stands to its end."""

    app: "DicehallApp"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "coach"),
        Binding("h", "hint"),
        Binding("u", "undo"),
        Binding("question_mark", "help"),
        Binding("q,escape", "leave"),
        Binding("n", "again"),
        Binding("v", "review"),
        Binding("p", "replay"),
    ]

    def __init__(self, kept: ShelvedMatch) -> None:
        super().__init__()
        self.match = kept.match
        self.kept_as = kept.name
        self.selection = Selection()
        self.acting = False
        self.advice: Advice | None = None
        self.hinted = ""
        self.last: Step | None = None
        self.told = ""
        self._log: list[str] = []
        self._skip = asyncio.Event()

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="middle"):
            yield Board()
            yield Static(id="log", markup=False)
        yield Static(id="told", markup=False)
        yield Static(id="asked", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self._recall()
        self._go_on()

    def _recall(self) -> None:
        """What has happened before, in a match that is gone on with."""
        steps = steps_of(self.match)
        self.last = next((step for step in reversed(steps) if is_move(step)), None)
        self._log = [step.told(self.match.viewer) for step in steps[-MOST_LOGGED:]]
        self.told = self._log[-1] if self._log else ""

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width >= WIDE, "-wide")

    # What happens

    def _go_on(self) -> None:
        self.run_worker(self._advance(), group="turns", exclusive=True)

    async def _advance(self) -> None:
        """Roll and let computer players move until a person must decide, or nobody."""
        self.acting = False
        while not isinstance(turn := self.match.turn, Over):
            if isinstance(turn, Chance):
                await self._roll()
            elif self.match.level_to_move:
                self._show()
                move = await self.app.thinker.choose(self.match)
                self._happen(Played(turn.seat, move))
                self._show()
                await self._pause(PAUSE_S)
            else:
                self._ask()
                return
        self._show()

    async def _roll(self) -> None:
        """Let the dice of this moment fall; for a while they show anything."""
        before, turn = self.match.state, self.match.turn
        assert isinstance(turn, Chance)
        random = Random()
        for _frame in range(ROLL_FRAMES if self.app.preferences.motion else 0):
            faces = tuple(random.choice(die.faces) for die in turn.dice)
            self._show(self.match.game.roll(before, faces), before_roll=before)
            if await self._pause(FRAME_S):
                break
        self._happen(self.match.next_roll())

    async def _pause(self, seconds: float) -> bool:
        """Let somebody look; whether a key has ended it."""
        if not self.app.preferences.motion:
            return True
        self._skip.clear()
        try:
            await asyncio.wait_for(self._skip.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def _happen(self, event: Event) -> None:
        """One more event: it is kept, then it is shown."""
        before, self.match = self.match, self.match.after(event)
        step = Step(self.match.game, before.state, event, self.match.state)
        self.app.keep(self.kept_as, self.match)
        if isinstance(event, Played):
            self.last = step
        said = step.told(self.match.viewer)
        both = unbroken(f"{self._log[-1]}\n{said}") if self._log else said
        self.told = both if columns(both) <= LONGEST_TOLD else said
        self._log = [*self._log[-MOST_LOGGED:], said]
        self.advice, self.hinted = None, ""

    def _ask(self) -> None:
        """It is a person's turn."""
        screen = screen_of(self.match.game)
        self.selection = screen.take_up(self.match.game, self.match.state, self.selection)
        self.acting = True
        self._show()
        if self.app.preferences.coach:
            self._consult()

    # What is pressed

    def on_key(self, event: Key) -> None:
        if not self.acting:
            self._skip.set()
            return
        spelled = event.character if event.is_printable and event.character != " " else event.key
        if self.press(spelled or event.key):
            event.stop()

    def on_painting_pressed(self, event: Painting.Pressed) -> None:
        if self.acting:
            self.press(event.key)

    def press(self, key: str) -> bool:
        """Do what a key means to the game; whether it means anything."""
        answer = screen_of(self.match.game).press(self.look(), key)
        if isinstance(answer, Selection):
            self.selection = answer
            self._show()
        elif answer is not None:
            self.play(answer)
        return answer is not None

    def play(self, move: str) -> None:
        """Make a move; one that is not legal is explained."""
        turn = self.match.turn
        assert isinstance(turn, Decide)
        try:
            self._happen(Played(turn.seat, move))
        except Refused as refused:
            self.told = _("Not possible: %(reason)s.") % {"reason": explain(refused)}
            self._show()
        else:
            self._go_on()

    def action_coach(self) -> None:
        """The coach speaks to every choice from now on, or to none."""
        self.app.change_preferences(coach=not self.app.preferences.coach)
        self.advice = None
        self._show()
        if self.acting and self.app.preferences.coach:
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
            self.told = _("Not possible: %(reason)s.") % {"reason": explain(refused)}
        else:
            self.told = _("The last move is taken back. The dice will fall as they fell.")
            self.last, self.advice, self.hinted = None, None, ""
            self.app.keep(self.kept_as, self.match)
        if self.match.to_move is not None:
            self._ask()

    def action_help(self) -> None:
        self.app.show_help(self.match.game)

    def action_leave(self) -> None:
        """Back to the menu; the match is kept as it stands."""
        self.app.back_to_menu()

    def action_again(self) -> None:
        if self.match.is_over:
            self.app.play_again(self.match)

    def action_review(self) -> None:
        if self.match.is_over:
            self.app.show_review(self.match)

    def action_replay(self) -> None:
        if self.match.is_over:
            self.app.show_replay(self.match)

    # What the coach says

    def _consult(self, *, hint: bool = False) -> None:
        self.run_worker(self._weigh(self.match, hint=hint), group="coach", exclusive=True)

    async def _weigh(self, match: LocalMatch, *, hint: bool) -> None:
        self.query_one("#told", Static).update(_("The coach is thinking …"))
        worth = await self.app.thinker.weigh(match.game, match.state)
        if match is not self.match:
            return
        advice = Advice(match.game, match.state, worth)
        if self.app.preferences.coach:
            self.advice = advice
        if hint:
            self.hinted = advice.best
        self.told = advice.summary
        self._show()

    # What is shown

    def look(self, state: Any = None, before_roll: Any = None) -> Look:
        """What there is to see now, or in another state."""
        return Look(
            game=self.match.game,
            state=self.match.state if state is None else state,
            viewer=self.match.viewer,
            selection=self.selection,
            acting=self.acting,
            advice=self.advice,
            hinted=self.hinted,
            last=self.last,
            before_roll=before_roll,
        )

    def _show(self, state: Any = None, *, before_roll: Any = None) -> None:
        self.query_one(Board).show(self.look(state, before_roll))
        self.query_one("#title", Static).update(title_of(self.match))
        self.query_one("#log", Static).update("\n".join(self._log))
        self.query_one("#told", Static).update(self.told)
        self.query_one("#asked", Static).update(asked_of(self.match))
        keys = table_keys(self.match, coached=self.app.preferences.coach)
        self.query_one(KeyLine).show(keys)
