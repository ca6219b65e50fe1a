"""The result of a match for one viewer: who won, how, and what comes next."""

from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from dicehall.game import Over, find_game
from dicehall.game_page.advice import accuracy_percent
from dicehall.game_page.expressions import Expression
from dicehall.game_page.scene import Scene
from dicehall.match.match import Match
from dicehall.match.seats import Computer
from dicehall.match.store.lists import best_alone, ending, meetings
from dicehall.match.store.protocol import Store
from dicehall.players.characters import character, next_to_beat
from dicehall.players.review import Review
from dicehall.web.views.histories import Timeline
from dicehall.web.views.turning_points import MatchStory, tell_story
from dicehall.words.endings import tell_reason
from dicehall.words.language import N_, _, ngettext
from dicehall.words.numbers import say_number
from dicehall.words.telling import tell_end

MOST_MEETINGS = 100
"""Earlier matches to load. If there are this many, the first win may be older still."""
CLOSE = 10
"""A match was close if the lead is at most the winner's points divided by this."""

ORDINALS = (
    *(N_("second"), N_("third"), N_("fourth"), N_("fifth"), N_("sixth")),
    *(N_("seventh"), N_("eighth"), N_("ninth"), N_("tenth")),
)
"""From the second on: one win is not a streak."""

NO_STORY = MatchStory()

ResultKind = Literal["won", "lost", "drawn", "done"]
"""`done` is for viewers who neither won nor lost: playing alone, sharing a device, or watching."""


@dataclass(frozen=True, slots=True)
class EarlierResults:
    """What the store knows about the end of a match and about earlier ones."""

    ended_at: float = 0.0
    best: int | None = None
    """The viewer's highest score before this match, if they played alone."""
    streak: int = 0
    """Consecutive wins against this opponent, including this match."""
    first_win: bool = False
    """Whether this was the first win against this opponent."""


@dataclass(frozen=True, slots=True)
class ResultSeat:
    """A seat's result."""

    name: str
    points: int
    won: bool
    face: str
    """The name of its picture, if it has one."""
    initial: str
    """Shown if it has no picture."""
    expression: Expression


@dataclass(frozen=True, slots=True)
class StrongerOpponent:
    """The computer player one level up."""

    level: str
    name: str


@dataclass(frozen=True, slots=True)
class ResultView:
    """Everything that the result panel shows."""

    kind: ResultKind
    title: str
    reason: str = ""
    """Why the match ended early, or who won by that; empty otherwise."""
    remark: str = ""
    """A streak, a record, or an encouragement."""
    ghost: str = ""
    """The computer player whose average a solo score has beaten or should beat next."""
    seats: tuple[ResultSeat, ...] = ()
    """The viewer's seat first, if they have one."""
    new_best: bool = False
    story: MatchStory = NO_STORY
    accuracy: int | None = None
    """How well the viewer played, in percent, if there is a review."""
    stronger: StrongerOpponent | None = None
    festive: bool = False
    """Whether to celebrate: somebody at this screen has won or set a record."""
    ended_at: float = 0.0

    @property
    def mood(self) -> str:
        """The kind of result that style and sound follow."""
        return "best" if self.new_best else self.kind


async def recall(store: Store, match: Match, viewer: str) -> EarlierResults:
    """Load what the store knows about a finished match and the viewer's earlier ones."""
    ((ended_at,),) = await store.ask(ending(match.id)) or [(None,)]
    held, game = match.held_by(viewer), match.game.name
    if ended_at is None or len(held) != 1 or match.mark:
        return EarlierResults(ended_at or 0.0)
    if match.game.seats == 1:
        variant = find_game(game).variant(match.game.options)
        found = await store.ask(best_alone(viewer, game, variant, before=ended_at))
        return EarlierResults(ended_at, best=found[0][2] if found else None)
    opponent = match.seats[1 - held[0]]
    assert opponent
    holder = "" if isinstance(opponent.holder, Computer) else opponent.holder
    query = meetings(game, viewer, (holder, opponent.level), ended_at, MOST_MEETINGS)
    wins = [bool(own) and not other for own, other in await store.ask(query)]
    streak = len(list(takewhile(bool, wins)))
    first_win = wins[:1] == [True] and sum(wins) == 1 and len(wins) < MOST_MEETINGS
    return EarlierResults(ended_at, streak=streak, first_win=first_win)


def result_view(
    match: Match,
    scene: Scene,
    timeline: Timeline,
    past: EarlierResults,
    review: Review | None = None,
) -> ResultView:
    """The result of a match for the viewer of a scene."""
    end = match.result
    assert end
    if match.called_off:
        return _called_off(past)
    kind = _kind(end, scene)
    alone = len(end.scores) == 1
    new_best = alone and past.best is not None and end.scores[0] > past.best and not match.loss
    counts = not match.loss and not match.mark
    hot_seat = len(scene.mine) > 1 and len(end.winners) == 1
    return ResultView(
        kind=kind,
        title=_title(end, scene, kind),
        reason=_reason(scene, kind),
        remark=_remark(end, scene, kind, past),
        ghost=_score_to_beat(end, scene, past) if alone and scene.mine and counts else "",
        seats=_seats(end, scene),
        new_best=new_best,
        story=_story(match, scene, timeline, review),
        accuracy=_accuracy(scene, review),
        stronger=_stronger(scene) if kind in ("won", "drawn") else None,
        festive=kind == "won" or new_best or hot_seat,
        ended_at=past.ended_at,
    )


def _called_off(past: EarlierResults) -> ResultView:
    """The result of a match that was called off."""
    reason = _("The host of this server closed it, so it doesn't count.")
    return ResultView("done", _("This table was closed."), reason, ended_at=past.ended_at)


def _kind(end: Over, scene: Scene) -> ResultKind:
    if len(end.scores) == 1 or len(scene.mine) != 1:
        return "done"
    if len(end.winners) > 1:
        return "drawn"
    return "won" if scene.mine[0] in end.winners else "lost"


def _title(end: Over, scene: Scene, kind: ResultKind) -> str:
    """How it ended, in a few words."""
    if scene.loss and (kind == "lost" or len(end.scores) == 1):
        return tell_reason(scene.loss, scene.viewer)
    if len(end.scores) == 1:
        (points,) = end.scores
        message = ngettext("%(points)s point", "%(points)s points", points)
        return message % {"points": say_number(points)}
    if len(end.winners) != 1:
        return _("A draw.")
    if kind == "won":
        return _("You win!")
    values = {"name": scene.players[end.winners[0]]}
    return (_("%(name)s wins!") if len(scene.mine) > 1 else _("%(name)s wins.")) % values


def _reason(scene: Scene, kind: ResultKind) -> str:
    """What the title leaves out: why the match ended early, or how the rules ended it."""
    if not scene.loss:
        return tell_end(scene.game, scene.state)
    if len(scene.players) == 1:
        return ""
    if kind == "lost":
        return _("%(name)s wins.") % {"name": scene.players[1 - scene.loss.seat]}
    return tell_reason(scene.loss, scene.viewer)


def _remark(end: Over, scene: Scene, kind: ResultKind, past: EarlierResults) -> str:
    """One more sentence: what a win means, or an encouragement after a loss."""
    if len(end.scores) == 1:
        return _remark_alone(end.scores[0], scene, past) if scene.mine else ""
    if kind == "won":
        return _remark_win(scene, past)
    if kind == "drawn":
        return _("Evenly matched.")
    if kind == "lost" and not scene.loss:
        best, least = max(end.scores), min(end.scores)
        close = (best - least) * CLOSE <= best
        return _("That was close.") if close else _("Better luck next time.")
    return ""


def _remark_alone(points: int, scene: Scene, past: EarlierResults) -> str:
    if not points and not scene.loss and not _reason(scene, "done"):
        return (
            scene.log_lines[-1] if scene.log_lines else ""
        )  # 0 points: how it ended says more than a best
    if past.best is None:
        return ""
    more = points - past.best
    if more > 0:
        message = ngettext(
            "%(more)s point above your previous best.",
            "%(more)s points above your previous best.",
            more,
        )
        return message % {"more": say_number(more)}
    if more == 0:
        return _("You matched your best score.") if points else ""
    return _("Your best is %(points)s.") % {"points": say_number(past.best)}


def _score_to_beat(end: Over, scene: Scene, past: EarlierResults) -> str:
    """Names the next computer player whose average the viewer has to beat, or the strongest one if
    this score beats them all."""
    (points,) = end.scores
    best = max(points, past.best or 0)
    found = next_to_beat(scene.game, best)
    if found is None:
        return ""
    values = {"name": found[0], "mean": say_number(found[1])}
    if points > found[1]:
        return _("You beat %(name)s, who averages %(mean)s.") % values
    if best > found[1]:
        return ""
    return _("Next to beat: %(name)s, who averages %(mean)s.") % values


def _remark_win(scene: Scene, past: EarlierResults) -> str:
    values: dict[str, object] = {"name": scene.players[1 - scene.mine[0]], "count": past.streak}
    if past.first_win:
        return _("Your first win against %(name)s.") % values
    if past.streak < 2:
        return ""
    if past.streak - 2 >= len(ORDINALS):
        return _("%(count)d wins in a row against %(name)s.") % values
    values["ordinal"] = _(ORDINALS[past.streak - 2])
    return _("Your %(ordinal)s win in a row against %(name)s.") % values


def _seats(end: Over, scene: Scene) -> tuple[ResultSeat, ...]:
    seats = [
        ResultSeat(
            name=scene.names[seat],
            points=points,
            won=seat in end.winners,
            face=scene.faces[seat],
            initial=scene.players[seat][:1].upper(),
            expression=scene.expressions[seat],
        )
        for seat, points in enumerate(end.scores)
    ]
    return tuple(seats[seat] for seat in scene.own_first)


def _story(match: Match, scene: Scene, timeline: Timeline, review: Review | None) -> MatchStory:
    """What happened in the match; empty for a draw and for a match that was not played out."""
    end = match.result
    assert end
    if match.loss or (len(end.scores) > 1 and len(end.winners) != 1):
        return NO_STORY
    winner = end.winners[0] if len(end.scores) > 1 else 0
    return tell_story(timeline, winner, scene.viewer, review)


def _accuracy(scene: Scene, review: Review | None) -> int | None:
    if not review or len(scene.mine) != 1:
        return None
    return accuracy_percent(review, scene.mine[0])


def _stronger(scene: Scene) -> StrongerOpponent | None:
    """The next opponent after one of the game's own computer players."""
    levels = find_game(scene.game.name).levels
    here = levels.index(scene.opponent) if scene.opponent in levels else len(levels)
    above = levels[here + 1 : here + 2]
    return StrongerOpponent(above[0], character(above[0]).name) if above else None
