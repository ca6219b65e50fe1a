"""A match as one viewer sees it: seats, prompt, and recent events."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from dicehall.game import AnyGame, Chance, Decide, Over, Turn
from dicehall.game.records import Played
from dicehall.game.turns import Loss
from dicehall.game_page.advice import Advice, CoachNotes
from dicehall.game_page.expressions import NAMES, Expression, find_felt_event
from dicehall.game_page.history import History, Step
from dicehall.players.characters import NO_FACE
from dicehall.players.sayings import saying
from dicehall.words.endings import tell_loss
from dicehall.words.language import _
from dicehall.words.telling import ask
from dicehall.words.viewer import Viewer


@dataclass(frozen=True)
class Scene:
    """Everything that a page shows of a match. `mine` are the viewer's seats; none for a
    spectator."""

    history: History
    players: tuple[str, ...]
    """The names at the table."""
    levels: tuple[str, ...]
    """The levels of computer players; empty for people."""
    mine: tuple[int, ...]
    match_id: str = ""
    version: int = 0
    running: bool = True
    passing: bool = False
    """Whether this is a frame of an animation, in which nothing can be done."""
    editing: bool = False
    """Whether its board is being set up: a tap changes it (`editing`)."""
    loss: Loss | None = None
    waiting: bool = False
    """Whether a seat is free."""
    online: bool = False
    """Whether two guests play against each other."""
    best: int | None = None
    """The viewer's highest score in this game alone, if there is one."""
    opponent: str = ""
    """The opponent, as the new-match form spells it."""
    coached: bool = False
    """Whether the viewer may use the coach."""
    advice: Advice | None = None
    """The coach's advice on the viewer's moves, if they asked for it."""
    coach_notes: CoachNotes | None = None
    """The same advice, by elements of the game's table."""
    seat_faces: tuple[str, ...] = ()
    take_back: Literal["", "undo", "take-back"] = ""
    """Whether the viewer can take their last move back: `undo` if nothing has followed it."""
    own_dice: bool = False
    """Whether the players roll their own dice and enter what fell."""
    answer_path: str = ""
    """Where the viewer's move goes if this is a puzzle: as a plain form, answered by a page."""

    @classmethod
    def still(cls, game: AnyGame, state: Any) -> "Scene":
        """A picture of a state, without players."""
        return cls.picture(History(game, state))

    @classmethod
    def picture(cls, history: History) -> "Scene":
        """A picture of a history, without players."""
        nobody = ("",) * history.game.seats
        return cls(history, players=nobody, levels=nobody, mine=(), running=False)

    @property
    def moves_path(self) -> str:
        """The path that moves are posted to."""
        return self.answer_path or f"/matches/{self.match_id}/moves"

    @property
    def path(self) -> str:
        """The path of the page."""
        return self.answer_path.partition("?")[0] or f"/matches/{self.match_id}"

    @property
    def game(self) -> AnyGame:
        return self.history.game

    @property
    def state(self) -> Any:
        return self.history.state

    @cached_property
    def turn(self) -> Turn:
        return self.game.turn(self.state)

    @property
    def to_move(self) -> int | None:
        return self.turn.seat if self.running and isinstance(self.turn, Decide) else None

    @property
    def acting(self) -> bool:
        """Whether it is the viewer's turn."""
        return not self.passing and self.to_move is not None and self.to_move in self.mine

    @property
    def entering(self) -> bool:
        """Whether the viewer is to roll their own dice and enter what fell."""
        due = self.own_dice and self.running and not self.passing
        return due and bool(self.mine) and isinstance(self.turn, Chance)

    @property
    def awaited(self) -> bool:
        """Whether the table waits for the viewer: for a move, or for a roll of their own dice."""
        return self.acting or self.entering

    @property
    def resting(self) -> bool:
        """Whether the viewer's buttons wait, greyed out in their places: dice are in the air, or
        it is the opponent's turn."""
        return self.running and bool(self.mine) and not self.acting

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The legal moves of the viewer; empty if it is not their turn."""
        return self.turn.moves if self.acting and isinstance(self.turn, Decide) else ()

    @property
    def thinking(self) -> bool:
        """Whether it is a computer player's turn."""
        return self.to_move is not None and bool(self.levels[self.to_move])

    @cached_property
    def viewer(self) -> Viewer:
        """The viewer, who is "You" if they have exactly one seat."""
        return Viewer(self.players, self.mine[0] if len(self.mine) == 1 else None)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat for the viewer, including "You"."""
        return self.viewer.called

    @property
    def own_first(self) -> tuple[int, ...]:
        """The seats in the order in which they are listed: the viewer's first, if they have exactly
        one."""
        seats = range(len(self.players))
        return tuple(sorted(seats, key=lambda seat: seat != self.viewer.you))

    @property
    def faces(self) -> tuple[str, ...]:
        """The face of each seat, the name of a picture in `static/who`."""
        return self.seat_faces or (NO_FACE,) * len(self.players)

    @cached_property
    def expressions(self) -> tuple[Expression, ...]:
        """The expression of each seat's face."""
        winners = self._winners
        if len(winners) == 1:
            return tuple(self._at_end(seat, won=seat in winners) for seat in range(self.game.seats))
        stir, newest = find_felt_event(self.history), self.history.moment
        if stir is None:
            thinking = self.to_move if self.thinking else None
            return tuple(
                Expression("thinking" if seat == thinking else "")
                for seat in range(self.game.seats)
            )
        return tuple(
            Expression(
                NAMES[felt],
                fresh=stir.moment == newest,
                says=saying(self.levels[seat], NAMES[felt], self.match_id, stir.moment),
            )
            for seat, felt in enumerate(stir.feelings)
        )

    @property
    def _winners(self) -> tuple[int, ...]:
        """Who has won against an opponent; empty while nobody has."""
        if self.game.seats == 1:
            return ()
        if self.loss:
            return tuple(seat for seat in range(self.game.seats) if seat != self.loss.seat)
        return self.turn.winners if isinstance(self.turn, Over) else ()

    def _at_end(self, seat: int, *, won: bool) -> Expression:
        """The expression of a seat when somebody has won."""
        level, at = self.levels[seat], self.history.moment
        says = saying(level, "won" if won else "lost", self.match_id, at)
        return Expression("glad" if won else "sad", fresh=not self.loss, says=says)

    @cached_property
    def prompt(self) -> str:
        """The prompt for the current turn, or the result."""
        if self.waiting:
            return _("A seat is free.")
        if self.loss:
            return tell_loss(self.loss, self.viewer)
        if self.thinking and self.to_move is not None:
            return _("%(name)s is thinking …") % {"name": self.viewer.named(self.to_move)}
        return ask(self.game, self.state, self.viewer)

    @property
    def answered(self) -> Step | None:
        """The opponent's last move since the viewer's last move, if there is one."""
        for step in reversed(self.history.recent):
            if isinstance(step.event, Played):
                return None if step.event.seat in self.mine else step
        return None

    @cached_property
    def opponent_line(self) -> str:
        """`answered` as a sentence; it stays until the viewer moves."""
        return self.answered.sentence(self.viewer) if self.answered else ""

    @property
    def last(self) -> Step | None:
        """The last step, if there is one."""
        return self.history.recent[-1] if self.history.recent else None

    @cached_property
    def log_lines(self) -> tuple[str, ...]:
        """Sentences on the most recent steps."""
        viewer = self.viewer
        return tuple([step.sentence(viewer) for step in self.history.recent])
