"""Both seats as a PettingZoo environment, in which agents take turns (AEC)."""

from collections.abc import Mapping
from typing import Any

from dicehall.envs.numbered_match import (
    Dice,
    NumberedMatch,
    action_space,
    chosen_game,
    observation_space,
)
from dicehall.envs.pictures import FPS, RENDER_MODES, render
from dicehall.game import AnyGame
from dicehall.game.extras import from_extra
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption

with from_extra("envs"):
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

ILLEGAL_REWARD = -1


def env(game: str | AnyGame, **choices: Any) -> "AECEnv[str, Any, int | None]":
    """A two-seat game in PettingZoo's standard wrappers: an illegal move loses.

    >>> table = env("knucklebones")
    >>> table.reset(seed=1)
    >>> table.agents, table.agent_selection
    (['seat_0', 'seat_1'], 'seat_0')
    """
    raw = TwoSeatsEnv(game, **choices)
    lost = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(lost))


class TwoSeatsEnv(AECEnv[str, Any, int | None]):
    """A two-seat game, by name or as a game object.

    An agent observes what its seat sees and, when it is to move, the legal moves. At the end the
    rewards are 1 and -1, or 0 for a draw.
    """

    def __init__(
        self,
        game: str | AnyGame,
        *,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        game = chosen_game(game, 2 if isinstance(game, str) else None, options)
        if game.seats == 1:
            raise BadOption(
                translatable("%(game)s has one seat, so there is no opponent", game=game.name)
            )
        self.metadata = {
            "name": f"dicehall_{game.name.replace('-', '_')}_v0",
            "render_modes": RENDER_MODES,
            "render_fps": FPS,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.match = NumberedMatch(game)
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: action_space(self.match.numbering) for agent in self.possible_agents
        }
        self._dice: Dice | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is None and self._dice is None:
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        if seed is not None:
            self._dice = Dice(seed)
        assert self._dice is not None
        self.match.begin(self._dice)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        assert self._dice is not None
        self._cumulative_rewards[agent] = 0.0
        self.match.play(int(action), self._dice)
        for seat, other in enumerate(self.agents):
            self.rewards[other] = self.match.result(seat)
            self.terminations[other] = self.match.over
            self.truncations[other] = self.match.truncated
        self.agent_selection = self._to_move()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat = self.possible_agents.index(agent)
        mask = self.match.mask()
        if self.match.seat != seat:
            mask[:] = 0
        return {"observation": self.match.observe(seat), "action_mask": mask}

    def render(self) -> str | NDArray[np.uint8] | None:
        return render(self.match.game, self.match.state, self.render_mode)

    def close(self) -> None:
        """Nothing to close."""

    def _to_move(self) -> str:
        """The agent to move; at the end, the agents in order, seat 0 first."""
        return self.possible_agents[self.match.seat or 0]

    def _space(self) -> spaces.Dict:
        numbering = self.match.numbering
        masks = spaces.Box(0, 1, (len(numbering.moves),), np.int8)
        return spaces.Dict({"observation": observation_space(numbering), "action_mask": masks})
