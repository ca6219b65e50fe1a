"""Bar charts of how often each face came up, and the same as text."""

from dataclasses import dataclass

from dicehall.game.turns import spell_face
from dicehall.match.dice.frequencies import FaceFrequencies
from dicehall.words.language import N_, _
from dicehall.words.numbers import say_number, say_percent
from dicehall.words.phrases import in_a_row, together

WIDTH, HEIGHT = 288, 96
"""The size of the SVG, in its own units."""

WIDEST = 36
FILLED = 0.65
"""The share of its slot that a bar fills."""

UNUSUAL = 0.01
"""A p-value below this is called unusual."""

TITLES = {"spark": N_("Spark die")}
"""Titles of dice that are not named after their number of sides."""

SIGNS = {"*": "✦"}


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar of one face."""

    sign: str
    count: int
    within: bool
    x: float
    y: float
    width: float
    height: float

    @property
    def short(self) -> str:
        """The count in few characters: 12.3k."""
        return str(self.count) if self.count < 10_000 else f"{self.count / 1000:.3g}k"

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Chart:
    """How often each face of one kind of die came up."""

    title: str
    spread: FaceFrequencies
    bars: tuple[Bar, ...]
    band_top: float
    band_height: float
    line: float

    @property
    def summary(self) -> str:
        """Everything that the chart shows, as text."""
        counts = in_a_row(f"{bar.sign}: {say_number(bar.count)}" for bar in self.bars)
        return _("%(title)s: how often each face came up. %(counts)s") % {
            "title": self.title,
            "counts": counts,
        }

    @property
    def usual(self) -> str:
        """What to expect of a fair die."""
        face = self.spread.faces[0]
        message = _("Expected: %(expected)s each. 95 in 100 counts are from %(low)s to %(high)s.")
        return message % {
            "expected": say_number(self.spread.expected, 1),
            "low": say_number(face.low),
            "high": say_number(face.high),
        }

    @property
    def judged(self) -> str:
        """The result of the chi-square test in plain words."""
        chance = self.spread.p_value
        if chance is None:
            return _("Too few rolls to judge.")
        values = {
            "chi": say_number(self.spread.chi_square, 1),
            "chance": say_number(chance, 3) if chance >= 0.001 else f"< {say_number(0.001, 3)}",
            "share": say_percent(100 * chance) if chance >= UNUSUAL else f"< {say_percent(1)}",
        }
        message = _(
            "%(share)s of fair dice come up at least as unevenly (χ² %(chi)s, p %(chance)s)."
        )
        if chance < UNUSUAL:
            remark = _("That is unusual: by chance it happens less than once in a hundred times.")
            message = together(message, remark)
        return message % values


def chart(frequencies: FaceFrequencies) -> Chart:
    """A chart scaled to its highest bar, or to the expected range if that is higher."""
    face = frequencies.faces[0]
    top = max(1.0, face.high, *(one.count for one in frequencies.faces))
    step = min(WIDEST, WIDTH / len(frequencies.faces))
    left = (WIDTH - step * len(frequencies.faces)) / 2 + step * (1 - FILLED) / 2

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
        for n, one in enumerate(frequencies.faces)
    )
    die = frequencies.die.name
    return Chart(
        title=_(TITLES[die]) if die in TITLES else die,
        spread=frequencies,
        bars=bars,
        band_top=level(face.high),
        band_height=round(level(face.low) - level(face.high), 2),
        line=level(frequencies.expected),
    )


def shown(spelled: str) -> str:
    """A face as pages show it.

    >>> shown("6"), shown("*")
    ('6', '✦')
    """
    return SIGNS.get(spelled, spelled)
