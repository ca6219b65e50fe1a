"""The figures of a guest's own page, on rows that can be checked by hand."""

from datetime import date, timedelta
from math import sqrt
from random import Random
from statistics import fmean

import pytest

from dicehall.match.store.figures import PlayedSeat
from dicehall.web.figures import GuestFigures, Results, Run, longest_run, mean_of
from dicehall.web.views.your_page import your_page
from dicehall.web.views.your_plots import by_month, luck_plot, score_plot, steps, year_of

NOON = 1_700_000_000.0 + 36_000  # 2023-11-15, 08:13 UTC
DAY = 86_400.0
TODAY = date(2023, 11, 15)


def seat(
    number: int,
    game: str = "knucklebones",
    score: int = 40,
    *,
    won: bool = True,
    other_won: bool = False,
    level: str | None = "hard",
    luck: float | None = None,
    milestones: str | None = "",
    mark: str = "",
    holder: str = "",
    match_id: str = "",
) -> PlayedSeat:
    """A seat in a match that ended `number` days ago."""
    return PlayedSeat(
        match_id=match_id or f"m{number}",
        game=game,
        variant="classic" if game == "sparkle" else "",
        mark=mark,
        opened_at=0.0,
        ended_at=NOON - number * DAY,
        score=score,
        won=won,
        luck=luck,
        spread=None if luck is None else 4.0,
        cost=None,
        milestones=milestones,
        level=level,
        holder=holder,
        name="Bob",
        other_won=other_won,
    )


def figures(*seats: PlayedSeat) -> GuestFigures:
    return GuestFigures(tuple(sorted(seats, key=lambda one: one.ended_at)))


def test_results_by_opponent() -> None:
    lost = {"won": False, "other_won": True}
    found = figures(
        seat(1),
        seat(2, **lost),
        seat(3, other_won=True),
        seat(4, level="", holder="guest-b"),
        seat(5, level="easy"),
        seat(6, level="", holder="guest-c", **lost),
    )
    (game,) = found.games
    rivals = {(one.level, one.holder): one.results for one in game.rivals}
    assert rivals == {
        ("hard", ""): Results(1, 1, 1),
        ("", "guest-b"): Results(1, 0, 0),
        ("easy", ""): Results(1, 0, 0),
        ("", "guest-c"): Results(0, 0, 1),
    }
    assert game.rivals[0].results.share == 0.5
    assert found.wins == Run(now=1, longest=2)


def test_what_does_not_count() -> None:
    both = {"match_id": "both"}
    found = figures(seat(1, mark="practice"), seat(2, **both), seat(2, **both), seat(3))
    assert [one.match_id for one in found.counted] == ["m3"]
    assert len(found.matches) == 3
    assert sum(found.days.values()) == 3
    assert figures(seat(1, game="gone")).games == []


def test_solo_scores_leave_out_resigned_matches() -> None:
    alone = [seat(n, "fune", score, level=None, luck=n) for n, score in enumerate((250, 190, 220))]
    found = figures(*alone, seat(9, "fune", 15, level=None, won=False))
    (game,) = found.games
    assert game.alone
    assert game.alone.scores == [220, 190, 250]
    assert (game.alone.given_up, game.alone.best.score, game.alone.middle) == (1, 250, 220)
    assert game.alone.mean.value == 220
    assert game.alone.even
    assert game.alone.even.value == 219  # the luck was 0, 1 and 2
    assert game.count == 4


def test_luck_has_an_expectation() -> None:
    (game,) = figures(*(seat(n, luck=float(n)) for n in range(4))).games
    luck = game.luck
    assert luck
    assert luck.course == (3, 5, 6, 6)
    assert luck.mean == 1.5
    assert luck.usual == pytest.approx(1.96 * sqrt(4 * 4) / 4)
    assert luck.rarity == pytest.approx(0.134, abs=0.001)  # 1.5 standard deviations
    assert [place for place, _sum, _normal in steps(luck, 2)] == [2, 4]
    assert luck_plot(luck).line.startswith("0.0,50.0 ")


def test_fair_luck_is_inside_its_range_95_times_in_100() -> None:
    random, inside = Random(5), 0
    for _ in range(400):
        (game,) = figures(*(seat(n, luck=random.gauss(0, 2)) for n in range(20))).games
        assert game.luck
        inside += abs(game.luck.mean) <= game.luck.usual
    assert 0.92 < inside / 400 < 0.98


@pytest.mark.parametrize(("count", "share"), [(50, 0.5), (200, 0.7), (30, 0.3)])
def test_the_longest_run_to_expect(count: int, share: float) -> None:
    random = Random(3)

    def longest() -> int:
        most = run = 0
        for _ in range(count):
            run = run + 1 if random.random() < share else 0
            most = max(most, run)
        return most

    assert longest_run(count, share) == pytest.approx(
        fmean(longest() for _ in range(1000)), abs=0.35
    )


def test_days_in_a_row_may_end_yesterday() -> None:
    found = figures(seat(1), seat(2), seat(3), seat(6), seat(1, match_id="again"))
    assert found.days_in_a_row(TODAY) == Run(now=3, longest=3)
    assert found.days_in_a_row(TODAY + timedelta(1)) == Run(now=0, longest=3)
    year = year_of(found.days, TODAY)
    assert [path.count("M") for path in year.paths] == [52 * 7 + 3 - 4, 3, 1, 0, 0]
    assert by_month(found.days) == [(date(2023, 11, 1), 4, 5)]


def test_milestones_are_counted_among_the_matches_that_were_read() -> None:
    found = figures(
        seat(1, milestones="rout triple"), seat(2, milestones="rout"), seat(3, milestones=None)
    )
    reached = {one.name: one for one in found.milestones}
    assert (reached["rout"].count, reached["rout"].of) == (2, 2)
    assert reached["rout"].first
    assert reached["rout"].first.match_id == "m2"
    assert reached["comeback"].count == 0
    assert "heap" not in reached  # Sparkle was not played
    assert found.unread == 1


def test_few_values_have_no_error() -> None:
    assert mean_of([7, 8]).error is None
    assert Results(0, 0, 3).range[0] == pytest.approx(0)
    assert Results(3, 0, 0).range == pytest.approx((0.438, 1), abs=0.001)


def test_every_kind_of_page_can_be_drawn() -> None:
    one = your_page(figures(seat(1, "sparkle", 0, level=None)), TODAY)
    assert one.games[0].alone
    assert one.games[0].alone.plot.dots == ((2.0, 96.0),)
    lost = {"won": False, "other_won": True}
    other = your_page(figures(seat(1, luck=0.1, level="gone"), seat(2, luck=-0.1, **lost)), TODAY)
    assert [rival.expected for rival in other.games[0].rivals] == [
        "Captain Owl wins 62%",
        "an equal player wins 50%",
    ]
    many = figures(*(seat(n, "fune", 200 + n % 50, level=None, luck=1.0) for n in range(500)))
    (game,) = many.games
    assert game.alone
    assert game.luck
    assert len(score_plot(game.alone, {"Ember": 232, "Pip": 191}).dots) == 200
    assert luck_plot(game.luck).line.count(",") == 201
