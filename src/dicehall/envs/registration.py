"""Registers the games with Gymnasium."""

import gymnasium

from dicehall.game import Entry, games

NAMESPACE = "dicehall"
VERSION = 0


def register_all() -> None:
    """Register every game, including those from other packages."""
    for entry in games().values():
        gymnasium.register(
            env_id(entry.name),
            entry_point="dicehall.envs.seat:SeatEnv",
            vector_entry_point="dicehall.envs.vector:make_vector",
            kwargs={"game": entry.name, "opponent": _opponent(entry)},
        )


def env_id(game: str) -> str:
    """A game's Gymnasium id.

    >>> env_id("pocket-hexes")
    'dicehall/pocket-hexes-v0'
    """
    return f"{NAMESPACE}/{game}-v{VERSION}"


def _opponent(entry: Entry) -> str | None:
    """The default opponent: the weakest level, unless the game has one seat or no levels."""
    return None if entry.seats[0] == 1 else next(iter(entry.levels), None)
