"""One seat as a Gymnasium environment: alone, against a level, or playing both seats."""

from collections.abc import Mapping
from random import Random
from typing import Any

from dicehall.envs.numbered_match import (
    Dice,
    NumberedMatch,
    Observed,
    action_space,
    check_seat,
    chosen_game,
    observation_space,
)
from dicehall.envs.pictures import FPS, RENDER_MODES, render
from dicehall.game import AnyGame
from dicehall.game.extras import from_extra
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption
from dicehall.players.chooser import Chooser
from dicehall.players.levels import find_level

with from_extra("envs"):
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray

Info = dict[str, Any]


class SeatEnv(gymnasium.Env[Any, np.int64]):
    """A game, by name or as a game object, from one decision to the next.

    - Alone, the reward of a move is the points it scored.
    - Against a level, `opponent`, it is 1, 0 or -1 at the end. `seat` is the agent's seat; None
      draws it at random for every match.
    - With two seats and no opponent, the agent plays both: the observation is for the seat to move
      (`info["seat"]`), the reward for the seat that moved.

    `info["action_mask"]` has the legal moves. An illegal move changes nothing and costs a step;
    `info["refused"]` says why it was refused.

    >>> env = SeatEnv("fune")
    >>> observation, info = env.reset(seed=1)
    >>> env.action_space, int(info["action_mask"].sum())
    (Discrete(44), 44)
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": FPS}  # noqa: RUF012

    def __init__(
        self,
        game: str | AnyGame,
        *,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        opponent: str | None = None,
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        game = chosen_game(game, seats, options)
        check_seat(game, seat, opponent)
        self.match = NumberedMatch(game)
        self.observation_space = observation_space(self.match.numbering)
        self.action_space = action_space(self.match.numbering)
        self.render_mode = render_mode
        self._opponent = _opponent(game, opponent)
        self._chosen_seat = seat
        self._seat: int | None = None
        self._dice: Dice | None = None
        self._random = Random()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, Info]:
        super().reset(seed=seed)
        if seed is None and self._dice is None:
            seed = int(self.np_random.integers(1 << 63))
        if seed is not None:
            self._dice, self._random = Dice(seed), Random(seed)
        if self._opponent:
            drawn = self._random.randrange(self.match.game.seats)
            self._seat = drawn if self._chosen_seat is None else self._chosen_seat
        self.match.begin(self._seeded_dice)
        self._let_opponent_move()
        seat = self._seat_shown(0)
        return self.match.observe(seat), self._info(seat)

    def step(self, action: np.int64 | int) -> tuple[Observed, float, bool, bool, Info]:
        match, mover = self.match, self._seat_shown(0)
        before = match.game.scores(match.state)
        match.play(int(action), self._seeded_dice)
        self._let_opponent_move()
        if match.game.seats == 1:
            reward = float(match.game.scores(match.state)[0] - before[0])
        else:
            reward = match.result(mover)
        seat = self._seat_shown(mover)
        return match.observe(seat), reward, match.over, match.truncated, self._info(seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves, in the form that MaskablePPO of sb3-contrib expects."""
        return self.match.mask().astype(np.bool_)

    def render(self) -> str | NDArray[np.uint8] | None:
        return render(self.match.game, self.match.state, self.render_mode)

    @property
    def _seeded_dice(self) -> Dice:
        assert self._dice is not None, "call reset before the first step"
        return self._dice

    def _let_opponent_move(self) -> None:
        if self._opponent:
            match = self.match
            while not match.truncated and match.seat not in (None, self._seat):
                move = self._opponent(match.game, match.state, self._random)
                refused = match.refused
                match.play(match.numbering.number(move), self._seeded_dice)
                match.refused = refused

    def _seat_shown(self, mover: int) -> int:
        """Whose observation is shown: the agent's seat against an opponent; otherwise the seat to
        move or, at the end, the seat that moved last."""
        if self._seat is not None:
            return self._seat
        return mover if self.match.seat is None else self.match.seat

    def _info(self, seat: int) -> Info:
        info: Info = {"action_mask": self.match.mask(), "seat": seat}
        return {**info, "refused": self.match.refused} if self.match.refused else info


def _opponent(game: AnyGame, level: str | None) -> Chooser | None:
    if level is None:
        return None
    if game.seats == 1:
        raise BadOption(
            translatable("%(game)s has one seat, so there is no opponent", game=game.name)
        )
    return find_level(game.name, level)
