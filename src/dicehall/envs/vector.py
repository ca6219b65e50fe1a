"""Many matches as one Gymnasium vector environment, stepped by compiled code where possible."""

from collections.abc import Mapping, Sequence
from typing import Any

from dicehall.envs.choosing import check_seat, chosen_game
from dicehall.envs.numbered_match import Observed
from dicehall.envs.seat import SeatEnv
from dicehall.envs.spaces import action_space, observation_space
from dicehall.game import AnyGame, find_game, find_numbering
from dicehall.game.extras import from_extra
from dicehall.game.refused import UnknownGame
from dicehall.solving.lanes import Lanes, lane_arrays, seed_lane

with from_extra("envs"):
    import numpy as np
    from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

Info = dict[str, Any]
Rewards = NDArray[np.float64]
Flags = NDArray[np.bool_]

AnyVectorEnv = VectorEnv[Any, Any, Any]


def make_vector(
    num_envs: int,
    game: str | AnyGame,
    *,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    opponent: str | None = None,
    seat: int | None = None,
) -> AnyVectorEnv:
    """So many matches side by side; each begins anew in the step in which it ends.

    Compiled lanes where the game has them and nobody sits opposite; else one match after the other
    goes through the rules. Both show the same, number by number.
    """
    game = chosen_game(game, seats, options)
    check_seat(game, seat, opponent)
    lanes = _lanes(game, num_envs) if opponent is None else None
    if lanes is not None:
        return LanesEnv(game, num_envs, lanes)
    make = lambda: SeatEnv(game, opponent=opponent, seat=seat)  # noqa: E731
    return SyncVectorEnv([make] * num_envs, autoreset_mode=AutoresetMode.SAME_STEP)


class LanesEnv(VectorEnv[Observed, NDArray[np.int64], Any]):
    """Compiled lanes of a game. With two seats both are played by whoever steps, as in `SeatEnv`:
    what is seen belongs to the seat to move, the reward to the seat that moved.

    >>> env = make_vector(3, "knucklebones")
    >>> observations, infos = env.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((3, 20), (3, 3))
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, game: AnyGame, num_envs: int, lanes: Lanes) -> None:
        numbering = find_numbering(game)
        self.game = game
        self.num_envs = num_envs
        self.single_observation_space = observation_space(numbering)
        self.single_action_space = action_space(numbering)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._lanes = lanes
        self._arrays = lane_arrays(num_envs, len(numbering.features), len(numbering.moves))
        self._most_moves = numbering.most_moves
        self._seeded = False
        self._all = np.ones(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observed, Info]:
        """Begin anew in every lane; lane k of seed s throws the dice of seed s + k."""
        seeds = self._seeds(seed)
        for lane, lane_seed in enumerate(seeds):
            if lane_seed is not None:
                seed_lane(self._arrays, lane, lane_seed)
        self._seeded = True
        self._arrays.steps[:] = 0
        self._lanes.begin(self._arrays)
        return self._arrays.observations.copy(), self._info()

    def step(self, actions: NDArray[np.int64]) -> tuple[Observed, Rewards, Flags, Flags, Info]:
        """Play a move in every lane."""
        arrays = self._arrays
        self._lanes.step(np.asarray(actions, np.int64), arrays, self._most_moves)
        info = self._info()
        terminated, truncated = arrays.terminated.copy(), arrays.truncated.copy()
        done = terminated | truncated
        if done.any():
            info["final_obs"], info["_final_obs"] = arrays.finals.copy(), done
        if arrays.refused.any():
            info["refused"] = arrays.refused.copy()
        return arrays.observations.copy(), arrays.rewards.copy(), terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which moves are legal now, a row for each lane."""
        return self._arrays.masks.astype(np.bool_)

    def _info(self) -> Info:
        arrays = self._arrays
        return {
            "action_mask": arrays.masks.copy(),
            "_action_mask": self._all,
            "seat": arrays.seats.copy(),
            "_seat": self._all,
        }

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if isinstance(seed, int):
            return [seed + lane for lane in range(self.num_envs)]
        if seed is None and self._seeded:
            return [None] * self.num_envs
        if seed is None:
            return [int(word) for word in np.random.SeedSequence().generate_state(self.num_envs)]
        assert len(seed) == self.num_envs, "a seed for each lane"
        return seed


def _lanes(game: AnyGame, count: int) -> Lanes | None:
    try:
        part = find_game(game.name).part("lanes")
    except UnknownGame:
        return None
    found: Lanes | None = part.lanes(game, count) if part else None
    return found
