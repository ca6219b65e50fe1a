"""A guest's own page in words and plots. Each figure comes with its number of matches and with what
to expect."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from dicehall.game import Entry, find_game, games
from dicehall.match.names import shown_name
from dicehall.match.store.figures import PlayedSeat
from dicehall.players.characters import character
from dicehall.players.fortune import WINS
from dicehall.players.milestones import milestones_at
from dicehall.web.figures import (
    LEAST,
    Alone,
    GameFigures,
    GuestFigures,
    Luck,
    Mean,
    Reached,
    Rival,
    day_of,
)
from dicehall.web.ladder import mean_scores, measured
from dicehall.web.views.match_lists import variant_title
from dicehall.web.views.your_plots import (
    LuckPlot,
    ScorePlot,
    SpreadPlot,
    Year,
    by_month,
    luck_plot,
    score_plot,
    spread_plot,
    steps,
    year_of,
)
from dicehall.words.dates import say_date
from dicehall.words.language import _, ngettext
from dicehall.words.numbers import say_number, say_percent
from dicehall.words.phrases import in_a_row, together

MINUS = "\u2212"
RARE = 0.05
FEW = 10
"""With fewer matches, only the range of a share means anything."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A figure at the top of the page, what it is, and what to expect."""

    figure: str
    title: str
    line: str


@dataclass(frozen=True, slots=True)
class RivalRow:
    """A row of the results by opponent."""

    name: str
    face: str
    level: str
    count: str
    results: str
    share: str
    range: str
    even: str
    expected: str
    low: float
    high: float
    at: float


@dataclass(frozen=True, slots=True)
class AloneView:
    """Scores alone."""

    summary: str
    even: str
    levels: str
    plotted: bool
    """Whether there are enough scores for a plot."""
    best: PlayedSeat
    best_line: str
    plot: ScorePlot
    spread: SpreadPlot
    months: tuple[tuple[str, str, str, str], ...]
    """Of each month, latest first: its name, matches, mean and best."""
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class LuckView:
    """Luck and skill."""

    summary: str
    verdict: str
    cost: str
    plot: LuckPlot
    top: str
    bottom: str
    unit: str
    rows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class GameView:
    """The figures of a game."""

    id: str
    entry: Entry
    variant: str
    count: str
    alone: AloneView | None
    rivals: tuple[RivalRow, ...]
    luck: LuckView | None


@dataclass(frozen=True, slots=True)
class MilestoneView:
    """A milestone, and the match in which it was first reached."""

    title: str
    line: str
    count: int
    said: str
    match_id: str
    day: str


@dataclass(frozen=True, slots=True)
class YourPage:
    """Everything on the page."""

    lead: str
    tiles: tuple[Tile, ...]
    games: tuple[GameView, ...]
    milestones: tuple[MilestoneView, ...]
    year: Year
    months: tuple[tuple[str, str, str], ...]
    year_line: str
    unread: int


def your_page(figures: GuestFigures, today: date) -> YourPage:
    """The page of a guest who has finished a match."""
    return YourPage(
        lead=_lead(figures),
        tiles=tuple(_tiles(figures, today)),
        games=tuple(map(_game, figures.games)),
        milestones=tuple(map(_milestone, figures.milestones)),
        year=year_of(figures.days, today),
        months=tuple(
            (_say_month(month), say_number(days), say_number(count))
            for month, days, count in by_month(figures.days)
        ),
        year_line=_say_days(figures),
        unread=figures.unread,
    )


def _lead(figures: GuestFigures) -> str:
    count, counted = len(figures.matches), len(figures.counted)
    values = {"count": say_number(count), "first": say_date(min(figures.days))}
    lead = ngettext(
        "%(count)s finished match since %(first)s.",
        "%(count)s finished matches since %(first)s.",
        count,
    )
    if counted == count:
        return lead % values
    part = ngettext("%(count)s of them counts.", "%(count)s of them count.", counted)
    return together(lead % values, part % {"count": say_number(counted)})


def _say_days(figures: GuestFigures) -> str:
    message = ngettext(
        "You played on %(days)s day in all.",
        "You played on %(days)s days in all.",
        len(figures.days),
    )
    return message % {"days": say_number(len(figures.days))}


def _tiles(figures: GuestFigures, today: date) -> Iterator[Tile]:
    """The runs, beside what to expect."""
    days, wins = figures.days_in_a_row(today), figures.wins
    yield Tile(
        say_number(days.now),
        _("days in a row"),
        _("your longest: %(longest)s") % {"longest": say_number(days.longest)},
    )
    if figures.duels:
        expected = figures.expected_run
        values = {
            "longest": say_number(wins.longest),
            "expected": say_number(expected or 0, 1),
            "count": say_number(len(figures.duels)),
        }
        line = _("your longest: %(longest)s; in %(count)s matches, about %(expected)s is normal")
        short = _("your longest: %(longest)s in %(count)s matches")
        title = _("wins in a row")
        yield Tile(say_number(wins.now), title, (line if expected else short) % values)
    reached = [found for found in figures.milestones if found.count]
    if figures.milestones:
        values = {"count": say_number(len(figures.milestones))}
        yield Tile(say_number(len(reached)), _("milestones"), _("of %(count)s") % values)


def _game(found: GameFigures) -> GameView:
    entry = find_game(found.game)
    return GameView(
        "-".join(filter(None, ("game", found.game, *found.variant.split()))),
        entry,
        variant_title(entry, found.variant),
        _say_matches(found.count),
        _alone(found, found.alone) if found.alone else None,
        tuple(_rival(found.game, rival) for rival in found.rivals),
        _luck(found, found.luck) if found.luck and found.luck.count >= LEAST else None,
    )


def _alone(found: GameFigures, alone: Alone) -> AloneView:
    means = mean_scores(find_game(found.game), found.variant)
    values = {
        "mean": _within(alone.mean),
        "middle": say_number(alone.middle),
        "count": _say_matches(alone.mean.count),
    }
    summary = (
        _("%(mean)s points on average over %(count)s; half of them reach %(middle)s.") % values
    )
    if alone.given_up:
        message = ngettext(
            "%(count)s that you gave up is left out.",
            "%(count)s that you gave up are left out.",
            alone.given_up,
        )
        summary = together(summary, message % {"count": say_number(alone.given_up)})
    even = _("With average dice: %(mean)s (%(count)s).")
    best = _("best of %(count)s")
    if alone.mean.count >= FEW:
        best = _("best of %(count)s; one in ten reaches %(score)s")
    best_values = {"count": say_number(alone.mean.count), "score": say_number(alone.top_tenth)}
    days = [day_of(seat.ended_at) for seat in (alone.seats[0], alone.seats[-1])]
    return AloneView(
        summary,
        even % {"mean": _within(alone.even), "count": _say_matches(alone.even.count)}
        if alone.even
        else "",
        _compare(means, _("For comparison, the averages of: %(levels)s."), 0),
        alone.mean.count >= LEAST,
        alone.best,
        best % best_values,
        score_plot(alone, {character(level).name: mean for level, mean in means.items()}),
        spread_plot(alone),
        tuple(_by_month(alone)),
        *map(say_date, days),
    )


def _by_month(alone: Alone) -> Iterator[tuple[str, str, str, str]]:
    found: dict[date, list[int]] = {}
    for seat in alone.seats:
        day = day_of(seat.ended_at)
        found.setdefault(day.replace(day=1), []).append(seat.score)
    for month, scores in sorted(found.items(), reverse=True):
        mean = sum(scores) / len(scores)
        yield _say_month(month), say_number(len(scores)), say_number(mean), say_number(max(scores))


def _rival(game: str, rival: Rival) -> RivalRow:
    results = rival.results
    low, high = results.range
    who = character(rival.level) if rival.level else None
    values = {"low": say_number(100 * low), "high": say_percent(100 * high)}
    return RivalRow(
        who.name if who else shown_name(rival.name),
        who.face if who else "",
        rival.level,
        say_number(results.count),
        f"{results.won} – {results.drawn} – {results.lost}",
        say_percent(100 * results.share),
        _("%(low)s to %(high)s") % values,
        _percent_within(rival.even) if rival.even else "",
        _expect(game, rival.level),
        *(round(100 * part, 1) for part in (low, high, results.share)),
    )


def _expect(game: str, level: str) -> str:
    """The share of wins that somebody of known strength has against an opponent."""
    shares = measured(find_game(game), "SHARES", game)
    if level not in shares:
        return _("an equal player wins %(share)s") % {"share": say_percent(50)}
    levels = find_game(game).levels
    stronger = character(levels[levels.index(level) + 1]).name
    values = {"name": stronger, "share": say_percent(shares[level])}
    return _("%(name)s wins %(share)s") % values


def _luck(found: GameFigures, luck: Luck) -> LuckView:
    wins = luck.unit == WINS
    values = {
        "luck": _say_luck(luck.mean, wins=wins, signed=True),
        "usual": _say_luck(luck.usual, wins=wins),
        "count": _say_matches(luck.count),
    }
    if wins:
        summary = _(
            "Your luck: %(luck)s percentage points of winning chance per match (%(count)s). "
            "With fair dice, ±%(usual)s is normal."
        )
    else:
        summary = _(
            "Your luck: %(luck)s points per match (%(count)s). With fair dice, ±%(usual)s "
            "is normal."
        )
    plot = luck_plot(luck)
    costs = {
        level: 100 * cost if wins else cost
        for level, cost in measured(find_game(found.game), "COSTS", found.game).items()
    }
    return LuckView(
        summary % values,
        _verdict(luck),
        _say_cost(found.cost, costs, wins=wins) if found.cost else "",
        plot,
        _signed(plot.most),
        _signed(-plot.most),
        _("wins") if wins else _("points"),
        tuple(
            (say_number(place), _signed(total), f"±{say_number(normal, 1)}")
            for place, total, normal in steps(luck)
        ),
    )


def _verdict(luck: Luck) -> str:
    if luck.rarity >= RARE:
        return _("Your luck is within this range.")
    share = say_percent(100 * luck.rarity, 1 if luck.rarity < RARE / 5 else 0)
    values = {"share": share if luck.rarity >= RARE / 50 else f"< {say_percent(0.1, 1)}"}
    return _("By chance, %(share)s of players are at least this far from 0.") % values


def _say_cost(cost: Mean, costs: Mapping[str, float], *, wins: bool) -> str:
    size = 100 if wins else 1
    shown = Mean(cost.count, cost.value * size, cost.error and cost.error * size)
    values = {"cost": _within(shown), "count": _say_matches(cost.count)}
    if wins:
        said = _("Your moves gave away %(cost)s percentage points per match (%(count)s).")
    else:
        said = _("Your moves gave away %(cost)s points per match (%(count)s).")
    return together(said % values, _compare(costs, _("For comparison: %(levels)s."), 0))


def _milestone(reached: Reached) -> MilestoneView:
    found = milestones_at(find_game(reached.game))[reached.name]
    values = {
        "count": say_number(reached.count),
        "of": say_number(reached.of),
        "one_in": say_number(found.one_in),
        "name": character("hard").name,
    }
    said = _("%(count)s in %(of)s matches")
    if found.one_in:
        said = _("%(count)s in %(of)s matches; %(name)s: one in %(one_in)s")
    return MilestoneView(
        _(found.title),
        _(found.line),
        reached.count,
        said % values,
        reached.first.match_id if reached.first else "",
        say_date(day_of(reached.first.ended_at)) if reached.first else "",
    )


def _compare(numbers: Mapping[str, float], message: str, places: int) -> str:
    if not numbers:
        return ""
    levels = (f"{character(one).name} {say_number(n, places)}" for one, n in numbers.items())
    return message % {"levels": in_a_row(levels)}


def _say_matches(count: int) -> str:
    return ngettext("%(count)s match", "%(count)s matches", count) % {"count": say_number(count)}


def _within(mean: Mean) -> str:
    """A mean and its error.

    >>> _within(Mean(9, 201.24, 12.3)), _within(Mean(9, 8.24, 1.23)), _within(Mean(2, 7, None))
    ('201 ± 12', '8.2 ± 1.2', '7.0')
    """
    places = 0 if abs(mean.value) >= 100 or (mean.error or 0) >= FEW else 1
    said = say_number(mean.value, places)
    return said if mean.error is None else f"{said} ± {say_number(mean.error, places)}"


def _percent_within(mean: Mean) -> str:
    said = say_percent(100 * mean.value)
    return said if mean.error is None else f"{said} ± {say_number(100 * mean.error)}"


def _say_luck(amount: float, *, wins: bool, signed: bool = False) -> str:
    shown = amount * 100 if wins else amount
    return _signed(shown) if signed else say_number(shown, 1)


def _signed(amount: float) -> str:
    """An amount with its sign.

    >>> _signed(2.13), _signed(-0.51)
    ('+2.1', '−0.5')
    """
    return say_number(round(amount, 1) or 0, 1, signed=True).replace("-", MINUS)


def _say_month(month: date) -> str:
    """A month, as the date of its first day would be written, without the day.

    >>> _say_month(date(2026, 11, 1))
    '2026-11'
    """
    return f"{month:%Y-%m}"


def games_played(seats: tuple[PlayedSeat, ...]) -> list[Entry]:
    """The games among these seats, in the order of the catalogue."""
    played = {seat.game for seat in seats}
    return [entry for entry in games().values() if entry.name in played]
