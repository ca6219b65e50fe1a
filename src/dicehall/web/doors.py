"""What is written at the door of each game."""

from dataclasses import dataclass

from dicehall.words.language import N_


@dataclass(frozen=True, slots=True)
class Door:
    """A game in one line, and how many play it."""

    line: str
    players: str


DOORS: dict[str, Door] = {
    "sparkle": Door(N_("Press your luck. The Spark is wild."), N_("solo")),
    "pocket-hexes": Door(N_("Ring the big numbers in."), N_("solo")),
    "knuckles": Door(N_("Twos square, threes cube. Knock them out."), N_("versus")),
    "knucklebones": Door(N_("Stack, multiply, destroy."), N_("versus")),
    "fune": Door(N_("Thirteen boxes, five dice, one ship."), N_("solo · versus")),
}

OPTIONS = {
    "curve": N_("Thresholds"),
    "classic": N_("Classic"),
    "classic-line": N_("100, 200, 400 … every turn"),
    "gentle": N_("Gentle"),
    "gentle-line": N_("50, doubling every third turn"),
}
"""The titles of options and their values, and a line on each value."""
