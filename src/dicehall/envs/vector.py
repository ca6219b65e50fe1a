"""Many matches as one Gymnasium vector environment, stepped by compiled code if possible."""

from collections.abc import Mapping, Sequence
from typing import Any

from dicehall.envs.numbered_match import (
    Observed,
    action_space,
    check_seat,
    chosen_game,
    observation_space,
)
from dicehall.envs.seat import Info, SeatEnv
from dicehall.game import AnyGame, find_game, find_numbering
from dicehall.game.extras import from_extra
from dicehall.game.refused import UnknownGame
from dicehall.solving.vector import VectorEngine, seed_match, vector_arrays

with from_extra("envs"):
    import numpy as np
    from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

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
    """A vector environment of `num_envs` matches; a match that ends restarts in the same step.

    Compiled if the game has a vector engine and no opponent is seated; otherwise each match is
    stepped through the rules in Python. Both give the same numbers.
    """
    game = chosen_game(game, seats, options)
    check_seat(game, seat, opponent)
    engine = _find_engine(game, num_envs) if opponent is None else None
    if engine is not None:
        return CompiledVectorEnv(game, num_envs, engine)
    make = lambda: SeatEnv(game, opponent=opponent, seat=seat)  # noqa: E731
    return SyncVectorEnv([make] * num_envs, autoreset_mode=AutoresetMode.SAME_STEP)


class CompiledVectorEnv(VectorEnv[Observed, NDArray[np.int64], Any]):
    """Matches stepped by a game's vector engine. With two seats the caller plays both, as in
    `SeatEnv`: the observation is for the seat to move, the reward for the seat that moved.

    >>> env = make_vector(3, "knucklebones")
    >>> observations, infos = env.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((3, 20), (3, 3))
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, game: AnyGame, num_envs: int, engine: VectorEngine) -> None:
        numbering = find_numbering(game)
        self.game = game
        self.num_envs = num_envs
        self.single_observation_space = observation_space(numbering)
        self.single_action_space = action_space(numbering)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._engine = engine
        self._arrays = vector_arrays(num_envs, len(numbering.features), len(numbering.moves))
        self._most_moves = numbering.most_moves
        self._seeded = False
        self._all = np.ones(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observed, Info]:
        """Restart every match; match k of seed s has the dice of seed s + k."""
        for row, match_seed in enumerate(self._seeds(seed)):
            if match_seed is not None:
                seed_match(self._arrays, row, match_seed)
        self._seeded = True
        self._arrays.steps[:] = 0
        self._engine.begin(self._arrays)
        return self._arrays.observations.copy(), self._info()

    def step(self, actions: NDArray[np.int64]) -> tuple[Observed, Rewards, Flags, Flags, Info]:
        """Play one move in every match."""
        arrays = self._arrays
        self._engine.step(np.asarray(actions, np.int64), arrays, self._most_moves)
        info = self._info()
        terminated, truncated = arrays.terminated.copy(), arrays.truncated.copy()
        done = terminated | truncated
        if done.any():
            info["final_obs"], info["_final_obs"] = arrays.finals.copy(), done
        if arrays.refused.any():
            info["refused"] = arrays.refused.copy()
        return arrays.observations.copy(), arrays.rewards.copy(), terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves, one row per match."""
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
            return [seed + row for row in range(self.num_envs)]
        if seed is None and self._seeded:
            return [None] * self.num_envs
        if seed is None:
            return [int(word) for word in np.random.SeedSequence().generate_state(self.num_envs)]
        assert len(seed) == self.num_envs, "one seed per match"
        return seed


def _find_engine(game: AnyGame, matches: int) -> VectorEngine | None:
    try:
        part = find_game(game.name).part("vector")
    except UnknownGame:
        return None
    engine: VectorEngine | None = part.vector_engine(game, matches) if part else None
    return engine
