"""Milestones: what is worth remembering of a match. Each game names its own in a module
`milestones`, with `reached(game, steps, seat)`, which finds them in the log."""

from collections.abc import Sequence
from dataclasses import dataclass

from dicehall.game import AnyGame, Entry, find_game
from dicehall.game.messages import N_
from dicehall.game.records import Event, walk
from dicehall.players.fortune import Fortune

HOPELESS = 0.05
"""A win after a lower chance than this is a comeback."""
FLAWLESS = 1e-9


@dataclass(frozen=True, slots=True)
class Milestone:
    """Something worth having; `title` and `line` are messages to translate."""

    title: str
    line: str
    one_in: int = 0
    """Ember, the third level, reaches it once in about this many matches; 0 if not measured."""


GENERAL = {
    "comeback": Milestone(N_("Comeback"), N_("A win after your chance was below 5%"), 260),
    "flawless": Milestone(N_("Flawless"), N_("A match in which every move was best"), 220),
}
"""Milestones of every game whose players estimate what these need."""


def milestones_at(entry: Entry) -> dict[str, Milestone]:
    """The milestones that a match of a game can have, by name."""
    own: dict[str, Milestone] = getattr(entry.part("milestones"), "MILESTONES", {})
    general = getattr(entry.part("milestones"), "GENERAL", ())
    return {**own, **{name: GENERAL[name] for name in general}}


def reached(
    game: AnyGame, log: Sequence[Event], seat: int, fortune: Fortune | None, *, won: bool
) -> list[str]:
    """The milestones that a seat reached in a match that was played out."""
    part = find_game(game.name).part("milestones")
    found = {*part.reached(game, list(walk(game, log)), seat)} if part else set()
    if fortune and won and fortune.lowest is not None and fortune.lowest < HOPELESS:
        found.add("comeback")
    if fortune and fortune.cost is not None and fortune.cost < FLAWLESS:
        found.add("flawless")
    return sorted(found)
