"""A guest's ladder in words and pictures: where they stand among the computer players at each game,
and whom to play next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dicehall.game import Entry, find_game
from dicehall.players.characters import character
from dicehall.players.opponents import ALONE
from dicehall.web.ladder import Standing
from dicehall.web.views.match_lists import variant_title
from dicehall.words.language import _, ngettext
from dicehall.words.numbers import say_number, say_percent
from dicehall.words.phrases import together

MARGIN = 0.15
"""The part of the scale below the weakest and above the strongest level."""


@dataclass(frozen=True, slots=True)
class LevelMark:
    """A level on the scale, at `x` percent of its length."""

    x: float
    name: str
    face: str
    strength: str
    expected: str
    """The share of wins that the guest should have; empty without matches, and alone."""


@dataclass(frozen=True, slots=True)
class OwnMark:
    """The guest on the scale, and how far to both sides they may be."""

    x: float
    low: float
    width: float


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A game on the ladder."""

    id: str
    entry: Entry
    caption: str
    alone: bool
    place: str
    line: str
    advice: str
    button: str
    fields: dict[str, str]
    """What the button sends: opponent and options."""
    levels: tuple[LevelMark, ...]
    own: OwnMark | None
    """None while it is too early to say."""


def ladder_rows(standings: Sequence[Standing]) -> Iterator[LadderRow]:
    """The rows of the ladder."""
    for one in standings:
        entry = find_game(one.game)
        low, high = min(one.levels.values()), max(one.levels.values())
        margin = MARGIN * (high - low)
        scale = _Scale(low - margin, high + margin)
        name = character(one.next).name
        title = variant_title(entry, one.variant)
        yield LadderRow(
            "-".join(filter(None, ("ladder", one.game, one.variant, ALONE if one.alone else ""))),
            entry,
            title or (_("alone") if one.alone and len(entry.seats) > 1 else ""),
            one.alone,
            _say_place(one),
            _say_strength(one),
            _say_next(one),
            _("Play") if one.alone else _("Play %(name)s") % {"name": name},
            {
                "opponent": ALONE if one.alone else one.next,
                **dict(zip(entry.choices, one.variant.split(), strict=False)),
            },
            tuple(_level(one, level, scale) for level in one.levels),
            scale.own(one),
        )


@dataclass(frozen=True, slots=True)
class _Scale:
    low: float
    high: float

    def x(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(100 * min(max(share, 0), 1), 1)

    def own(self, one: Standing) -> OwnMark | None:
        if not one.count or one.error is None:
            return None
        low, high = self.x(one.value - one.error), self.x(one.value + one.error)
        return OwnMark(self.x(one.value), low, round(high - low, 1))


def _level(one: Standing, level: str, scale: _Scale) -> LevelMark:
    who, strength = character(level), one.levels[level]
    expected = "" if one.alone or not one.count else _percent(one.share_against(level))
    return LevelMark(scale.x(strength), who.name, who.face, say_number(strength, 0), expected)


def _say_place(one: Standing) -> str:
    """Which levels are certainly weaker, and which stronger: those outside of what is likely."""
    if not one.count:
        return _("Not played yet")
    if one.error is None:
        return _("Too early to say")
    low, high = one.value - one.error, one.value + one.error
    below = [character(level).name for level, strength in one.levels.items() if strength < low]
    above = [character(level).name for level, strength in one.levels.items() if strength > high]
    values = {"weaker": "".join(below[-1:]), "stronger": "".join(above[:1])}
    if below and above:
        return _("Stronger than %(weaker)s, weaker than %(stronger)s") % values
    if below:
        return _("Stronger than %(weaker)s") % values
    return _("Weaker than %(stronger)s") % values if above else _("Too early to say")


def _say_strength(one: Standing) -> str:
    """The strength, how sure it is, and of how many matches it is made."""
    if not one.count:
        return ""
    values = {
        "value": say_number(one.value, 0),
        "count": ngettext("%(count)s match", "%(count)s matches", one.count)
        % {"count": say_number(one.count)},
    }
    if one.error is not None:
        values["value"] += f" ± {say_number(one.error, 0)}"
    if one.alone:
        return _("%(value)s points on average, over %(count)s.") % values
    return _("Rating %(value)s, after %(count)s against computer players.") % values


def _say_next(one: Standing) -> str:
    """Whom to play or beat next, and what to expect."""
    values = {"name": character(one.next).name, "mean": say_number(one.levels[one.next], 0)}
    if one.alone:
        if one.value > one.levels[one.next]:
            return _("You beat %(name)s, who averages %(mean)s.") % values
        return _("Next to beat: %(name)s, who averages %(mean)s.") % values
    if not one.count:
        return _("Begin with %(name)s.") % values
    assert one.error is not None
    shares = {
        "share": _percent(one.share_against(one.next)),
        "low": say_number(100 * one.share_against(one.next, -one.error), 0),
        "high": _percent(one.share_against(one.next, one.error)),
    }
    return together(
        _("Next: %(name)s.") % values,
        _("You should win about %(share)s of your matches (likely %(low)s to %(high)s).") % shares,
    )


def _percent(share: float) -> str:
    return say_percent(100 * share)
