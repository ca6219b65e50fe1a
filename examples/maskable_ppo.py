"""MaskablePPO of sb3-contrib learns Knucklebones against the level *easy*.

    pip install 'dicehall[envs]' sb3-contrib
    python examples/maskable_ppo.py

The environments have `action_masks()`, so no wrapper is needed.
"""

from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

STEPS = 400_000
MATCHES = 1_000


def make() -> Any:
    return gymnasium.make("dicehall.envs:dicehall/knucklebones-v0", opponent="easy")


def learn(steps: int = STEPS, seed: int = 1) -> MaskablePPO:
    """A policy trained on this many moves."""
    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([make] * 16),
        learning_rate=1e-3,
        n_steps=256,
        batch_size=512,
        n_epochs=6,
        gamma=1.0,
        ent_coef=0.01,
        seed=seed,
    )
    return model.learn(steps)


def won(model: MaskablePPO, matches: int = MATCHES) -> float:
    """The share of matches that a policy wins against *easy*; a draw counts half."""
    env, results = make(), []
    for seed in range(matches):
        observation, _info = env.reset(seed=1_000_000 + seed)
        over, reward = False, 0.0
        while not over:
            masks = env.get_wrapper_attr("action_masks")()
            move, _state = model.predict(observation, action_masks=masks, deterministic=True)
            observation, reward, terminated, truncated, _info = env.step(int(move))
            over = terminated or truncated
        results.append((1 + float(reward)) / 2)
    return float(np.mean(results))


if __name__ == "__main__":
    print(f"before learning: {won(learn(steps=0)):.1%} won")
    print(f"after {STEPS:,} moves: {won(learn()):.1%} won")
