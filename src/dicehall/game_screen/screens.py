"""Finds the screen of a game."""

from typing import cast

from dicehall.game import AnyGame, find_game
from dicehall.game_screen import default
from dicehall.game_screen.protocol import GameScreen


def screen_of(game: AnyGame) -> GameScreen:
    """The game's own screen, or the default one."""
    return cast(GameScreen, find_game(game.name).part("screen") or default)
