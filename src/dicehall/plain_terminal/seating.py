"""Assigns seats for a new match on this machine."""

from random import Random

from dicehall.game import AnyGame
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.players.characters import character
from dicehall.players.opponents import ALONE, PEOPLE
from dicehall.words.language import _


def default_names(people: int) -> tuple[str, ...]:
    """Names for people who give none."""
    return tuple(_("Player %(number)d") % {"number": seat + 1} for seat in range(people))


def seated(game: AnyGame, opponent: str, people: tuple[str, ...], seed: str) -> LocalMatch:
    """A new match; the opponent is a level, `PEOPLE` (same keyboard) or `ALONE`.

    The seed determines the dice and, like a fair coin, who begins (Bones 1).
    """
    seats = [(name, "") for name in people]
    if opponent not in (ALONE, PEOPLE):
        seats.append((character(opponent).name, opponent))
    Random(f"coin {seed}").shuffle(seats)
    names, levels = zip(*seats, strict=True)
    return LocalMatch.begin(game, names, levels, seed)
