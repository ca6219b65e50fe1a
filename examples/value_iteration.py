"""Solves a small Knucklebones grid by value iteration over OpenSpiel's states.

The value agrees with Dicehall's own solver, which does not use OpenSpiel:

    python examples/value_iteration.py --height 1 --faces 3
"""

import argparse
from collections import deque
from collections.abc import Iterator

import pyspiel

from dicehall.envs.spiel import spiel_name
from dicehall.games.bones.solver.solution import solve

CLOSE = 1e-9

Worths = dict[str, float]
Follow = dict[str, tuple[int, list[tuple[float, str]]]]
"""For each state, who decides, and the probability and state of each successor."""


def explore(game: pyspiel.Game) -> tuple[Worths, Follow]:
    """All reachable states, nearest first; knockouts make some of them recur."""
    start = game.new_initial_state()
    worths, follow, waiting = {str(start): 0.0}, Follow(), deque([start])
    while waiting:
        state = waiting.popleft()
        if state.is_terminal():
            worths[str(state)] = state.returns()[0]
            continue
        follows = []
        for chance, after in children(state):
            follows.append((chance, str(after)))
            if str(after) not in worths:
                worths[str(after)] = 0.0
                waiting.append(after)
        follow[str(state)] = state.current_player(), follows
    return worths, follow


def children(state: pyspiel.State) -> Iterator[tuple[float, pyspiel.State]]:
    if state.is_chance_node():
        yield from ((chance, state.child(action)) for action, chance in state.chance_outcomes())
    else:
        yield from ((1.0, state.child(action)) for action in state.legal_actions())


def iterate(worths: Worths, follow: Follow) -> None:
    """Sweep until no value changes, late states first."""
    order = list(follow)[::-1]
    largest = 1.0
    while largest > CLOSE:
        largest = 0.0
        for state in order:
            player, follows = follow[state]
            if player == pyspiel.PlayerId.CHANCE:
                worth = sum(chance * worths[after] for chance, after in follows)
            else:
                best = max if player == 0 else min
                worth = best(worths[after] for _, after in follows)
            largest = max(largest, abs(worth - worths[state]))
            worths[state] = worth


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--height", type=int, default=1)
    options.add_argument("--faces", type=int, default=3)
    chosen = vars(options.parse_args())
    game = pyspiel.load_game(spiel_name("knucklebones"), chosen)
    worths, follow = explore(game)
    iterate(worths, follow)
    found, ours = worths[str(game.new_initial_state())], solve("knucklebones", **chosen).value
    print(f"{len(worths)} states")
    print(f"by value iteration over OpenSpiel's states: {found:+.5f}")
    print(f"by Dicehall's solver: {ours:+.5f}")


if __name__ == "__main__":
    main()
