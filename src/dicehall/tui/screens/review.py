"""The review of a match: accuracy, the chart, and the costliest moves."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from dicehall.game import Over, find_game
from dicehall.game_page.advice import course_title, least_loss
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.players.review import JudgedDecision, Review, conclude, decisions, judge
from dicehall.players.worth import unit_of
from dicehall.tui.keyline import KeyedScreen, KeyLine
from dicehall.tui.verdicts import draw_course, summarise, tell_verdict
from dicehall.words.language import _

MOST_COSTLY = 6
COURSE_WIDTH, COURSE_HEIGHT = 70, 5


class ReviewScreen(KeyedScreen):
    """Weighs every decision, showing progress, and then the results."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "replay"),
        Binding("q,escape", "leave"),
    ]

    def __init__(self, match: LocalMatch) -> None:
        super().__init__()
        self.match = match
        self.review: Review | None = None

    def compose(self) -> ComposeResult:
        title = find_game(self.match.game.name).title
        yield Static(_("%(game)s   review") % {"game": title}, id="title", markup=False)
        yield Static(id="summary", markup=False)
        yield Static(id="course", markup=False)
        yield OptionList(id="costly", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self.show_keys(
            ("Enter", _("Show the move"), "choose"),
            ("p", _("Replay"), "replay"),
            ("q", _("Leave"), "leave"),
        )
        self.run_worker(self._judge())

    async def _judge(self) -> None:
        match, judged = self.match, list[JudgedDecision]()
        all_decisions = list(decisions(match.game, match.start, match.events))
        summary = self.query_one("#summary", Static)
        for decision in all_decisions:
            values = {"now": len(judged), "all": len(all_decisions)}
            summary.update(_("The coach is reviewing: %(now)d of %(all)d decisions.") % values)
            worth = await self.app.thinker.review(match.game, decision.state)
            judged.append(judge(decision, worth))
        turn = match.turn
        assert isinstance(turn, Over)
        unit = unit_of(match.game)
        self.review = conclude(judged, unit, len(match.events), turn)
        self._show(self.review)

    def _show(self, review: Review) -> None:
        viewer = self.match.viewer
        self.query_one("#summary", Static).update(summarise(review, viewer))
        course = draw_course(review, viewer.you or 0, COURSE_WIDTH, COURSE_HEIGHT)
        self.query_one("#course", Static).update(f"{course_title(review.unit, viewer)}\n{course}")
        costly = review.costliest(MOST_COSTLY, least_loss(review.unit))
        rows = self.query_one(OptionList)
        for one in costly:
            verdict = tell_verdict(self.match, one, review.unit)
            rows.add_option(Option(verdict, id=str(one.moment)))
        rows.highlighted = 0 if costly else None
        rows.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.app.show_replay(self.match, int(event.option.id or 0))

    def action_replay(self) -> None:
        self.app.show_replay(self.match)
