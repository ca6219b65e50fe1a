"""How often each face fell, as bars to draw and sentences to read."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from dicehall.game import Die
from dicehall.game.turns import spell_face
from dicehall.match.dice.frequencies import FaceFrequencies, frequencies
from dicehall.match.dice.verification import Thrown
from dicehall.words.language import N_, _
from dicehall.words.numbers import say_number, say_percent
from dicehall.words.phrases import in_a_row, together

WIDTH, HEIGHT = 288, 96
"""The picture's size in units of its own."""

WIDEST = 36
FILLED = 0.65
"""The share of its place that a bar fills."""

UNUSUAL = 0.01
"""If fair dice fall so unevenly less often than this, it is called unusual."""

TITLES = {"spark": N_("Spark die")}
"""Dice that are not named by the number of their sides."""

SIGNS = {"*": "✦"}


@dataclass(frozen=True, slots=True)
class Bar:
    """A face as it is drawn."""

    sign: str
    count: int
    within: bool
    x: float
    y: float
    width: float
    height: float

    @property
    def short(self) -> str:
        """The count, where there is little room: 12.3k."""
        return str(self.count) if self.count < 10_000 else f"{self.count / 1000:.3g}k"

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Chart:
    """How often each face of one kind of die fell."""

    title: str
    spread: FaceFrequencies
    bars: tuple[Bar, ...]
    band_top: float
    band_height: float
    line: float

    @property
    def told(self) -> str:
        """All that the picture shows."""
        counts = in_a_row(f"{bar.sign}: {say_number(bar.count)}" for bar in self.bars)
        return _("%(title)s, how often each face fell. %(counts)s") % {
            "title": self.title,
            "counts": counts,
        }

    @property
    def usual(self) -> str:
        """What a fair die does."""
        face = self.spread.faces[0]
        return _("Expected %(expected)s each; 95 of 100 counts lie from %(low)s to %(high)s.") % {
            "expected": say_number(self.spread.expected, 1),
            "low": say_number(face.low),
            "high": say_number(face.high),
        }

    @property
    def judged(self) -> str:
        """What the test says, in plain words."""
        chance = self.spread.p_value
        if chance is None:
            return _("Too few falls to judge.")
        values = {
            "chi": say_number(self.spread.chi_square, 1),
            "chance": say_number(chance, 3) if chance >= 0.001 else f"< {say_number(0.001, 3)}",
            "share": say_percent(100 * chance) if chance >= UNUSUAL else f"< {say_percent(1)}",
        }
        told = _(
            "%(share)s of fair dice are spread at least as unevenly (χ² %(chi)s, p %(chance)s)."
        )
        if chance < UNUSUAL:
            told = together(told, _("That is unusual: once in a hundred it is chance alone."))
        return told % values


def chart(fell: FaceFrequencies) -> Chart:
    """A chart as high as its highest bar, or as the band if that is higher."""
    face = fell.faces[0]
    top = max(1.0, face.high, *(one.count for one in fell.faces))
    step = min(WIDEST, WIDTH / len(fell.faces))
    left = (WIDTH - step * len(fell.faces)) / 2 + step * (1 - FILLED) / 2

    def level(count: float) -> float:
        return round(HEIGHT * (1 - count / top), 2)

    bars = tuple(
        Bar(
            shown(spell_face(one.face)),
            one.count,
            one.within,
            round(left + n * step, 2),
            level(one.count),
            round(step * FILLED, 2),
            round(HEIGHT - level(one.count), 2),
        )
        for n, one in enumerate(fell.faces)
    )
    return Chart(
        title=_(TITLES[fell.die.name]) if fell.die.name in TITLES else fell.die.name,
        spread=fell,
        bars=bars,
        band_top=level(face.high),
        band_height=round(level(face.low) - level(face.high), 2),
        line=level(fell.expected),
    )


def shown(spelled: str) -> str:
    """A face as people see it.

    >>> shown("6"), shown("*")
    ('6', '✦')
    """
    return SIGNS.get(spelled, spelled)


def frequencies_of(thrown: Iterable[Thrown]) -> list[FaceFrequencies]:
    """How often each face fell in some rolls, by kind of die; dice with few faces come first."""
    counts: defaultdict[Die, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    for one in thrown:
        for die, face in zip(one.dice, one.roll, strict=True):
            counts[die][face] += 1
    return [frequencies(die, counts[die]) for die in sorted(counts, key=_by_faces)]


def _by_faces(die: Die) -> tuple[int, str]:
    return len(die.faces), die.name
