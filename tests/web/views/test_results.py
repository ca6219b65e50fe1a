"""How a match ended, to each who sees it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from pathlib import Path

import pytest
from msgspec.structs import replace

from dicehall.game import Over
from dicehall.game.records import Event, Played, Rolled
from dicehall.game_page.history import History
from dicehall.match.commands import Resign, TakeSeat
from dicehall.match.events import MatchEnded, MatchOpened, SeatTaken
from dicehall.match.match import Match, extend
from dicehall.match.store.sqlite import SqliteStore
from dicehall.players.review import JudgedDecision, Review, conclude
from dicehall.players.worth import WIN_MINUS_LOSS
from dicehall.web.views.histories import Timeline
from dicehall.web.views.results import EarlierResults, ResultView, recall, result_view
from dicehall.web.views.review import say_share
from dicehall.web.views.scenes import scene_of
from dicehall.web.views.turning_points import MatchStory, tell_story
from dicehall.words.viewer import Viewer
from support.contests import ANN, BOB, SECRET, after, open_match

MIA = TakeSeat(0, "Mia", "mia")
NORMAL = TakeSeat(1, "Marrow", "", level="normal")
PERFECT = TakeSeat(1, "Owl", "", level="perfect")


def ended(
    scores: tuple[int, ...],
    *sitting: TakeSeat,
    game: str = "knucklebones",
    winners: tuple[int, ...] | None = None,
) -> Match:
    """A match that ended so, before anything happened in it."""
    best = max(scores)
    won = tuple(seat for seat, points in enumerate(scores) if points == best)
    match = after(open_match(game, len(scores)), *sitting)
    return extend(match, [MatchEnded(scores, won if winners is None else winners, SECRET, 9.0)])


def timeline_of(match: Match, log: tuple[Event, ...] = ()) -> Timeline:
    start = History.start(match.game)
    return tuple(accumulate(log, lambda history, event: history.after(event), initial=start))


def seen(match: Match, viewer: str, past: EarlierResults | None = None) -> ResultView:
    return result_view(match, scene_of(match, viewer), timeline_of(match), past or EarlierResults())


def test_the_viewer_comes_first_wherever_they_sit() -> None:
    for match in (
        ended((58, 41), MIA, NORMAL),
        ended((41, 58), TakeSeat(0, "Marrow", "", level="normal"), TakeSeat(1, "Mia", "mia")),
    ):
        scene = scene_of(match, "mia")
        assert [seat.name for seat in seen(match, "mia").seats] == ["You", "Marrow"]
        assert [scene.names[seat] for seat in scene.own_first] == ["You", "Marrow"]
        assert scene_of(match, "eve").own_first == (0, 1)


def test_a_win_against_the_computer() -> None:
    view = seen(ended((58, 41), MIA, NORMAL), "mia", EarlierResults(9.0, streak=3))
    assert (view.kind, view.mood, view.title) == ("won", "won", "You win!")
    assert view.remark == "Your third win in a row against Marrow."
    assert [(seat.name, seat.points, seat.won) for seat in view.seats] == [
        ("You", 58, True),
        ("Marrow", 41, False),
    ]
    assert view.stronger
    assert view.stronger.level == "hard"
    assert view.festive


@pytest.mark.parametrize(
    ("past", "remark"),
    [
        (EarlierResults(streak=1), ""),
        (EarlierResults(streak=1, first_win=True), "Your first win against Marrow."),
        (EarlierResults(streak=2), "Your second win in a row against Marrow."),
        (EarlierResults(streak=10), "Your tenth win in a row against Marrow."),
        (EarlierResults(streak=11), "11 wins in a row against Marrow."),
    ],
)
def test_a_streak_begins_with_the_second_win(past: EarlierResults, remark: str) -> None:
    assert seen(ended((58, 41), MIA, NORMAL), "mia", past).remark == remark


@pytest.mark.parametrize(
    ("scores", "remark"),
    [((38, 41), "That was close."), ((12, 41), "Better luck next time.")],
)
def test_a_loss_is_kind_and_short(scores: tuple[int, int], remark: str) -> None:
    view = seen(ended(scores, MIA, NORMAL), "mia")
    assert (view.kind, view.title, view.remark) == ("lost", "Marrow wins.", remark)
    assert view.stronger is None
    assert not view.festive


def test_a_draw() -> None:
    view = seen(ended((40, 40), MIA, NORMAL), "mia")
    assert (view.kind, view.title, view.story) == ("drawn", "A draw.", MatchStory())
    assert not view.festive


@pytest.mark.parametrize(
    ("points", "ghost"),
    [
        (0, "Next to beat: Pip, who averages 47."),
        (72, "Next to beat: Marrow, who averages 72."),
        (73, "Next to beat: Ember, who averages 92."),
        (400, "You beat Captain Owl, who averages 191."),
    ],
)
def test_alone_there_is_somebody_to_race_against(points: int, ghost: str) -> None:
    assert seen(ended((points,), MIA, game="sparkle"), "mia").ghost == ghost
    assert seen(ended((58, 41), MIA, NORMAL), "mia").ghost == ""
    assert seen(ended((points,), MIA, game="sparkle"), "eve").ghost == ""


@pytest.mark.parametrize(
    ("best", "ghost"),
    [(80, "Next to beat: Ember, who averages 92."), (400, "")],
)
def test_a_beaten_opponent_is_not_next_to_beat(best: int, ghost: str) -> None:
    match = ended((5,), MIA, game="sparkle")
    assert seen(match, "mia", past=EarlierResults(best=best)).ghost == ghost


def test_after_the_strongest_level_there_is_no_next() -> None:
    assert seen(ended((58, 41), MIA, PERFECT), "mia").stronger is None
    assert seen(ended((58, 41), ANN, BOB), "guest-a").stronger is None


def test_the_winner_is_named_on_shared_devices_and_to_spectators() -> None:
    sitting = (TakeSeat(0, "Ada", "both"), TakeSeat(1, "Bob", "both"))
    together = seen(ended((58, 41), *sitting), "both")
    assert (together.kind, together.title, together.festive) == ("done", "Ada wins!", True)
    assert [seat.name for seat in together.seats] == ["Ada", "Bob"]
    watched = seen(ended((58, 41), *sitting), "eve")
    assert (watched.kind, watched.title, watched.festive) == ("done", "Ada wins.", False)


@pytest.mark.parametrize(
    ("viewer", "title", "reason"),
    [
        ("guest-a", "You gave up.", "Bob wins."),
        ("guest-b", "You win!", "Ann gave up."),
        ("eve", "Bob wins.", "Ann gave up."),
    ],
)
def test_a_match_that_was_given_up(viewer: str, title: str, reason: str) -> None:
    view = seen(after(open_match(), ANN, BOB, Resign("guest-a", "1")), viewer)
    assert (view.title, view.reason, view.story) == (title, reason, MatchStory())


@pytest.mark.parametrize(
    ("best", "remark", "new"),
    [
        (None, "", False),
        (600, "40 points above your previous best.", True),
        (640, "You matched your best score.", False),
        (1712, "Your best is 1,712.", False),
    ],
)
def test_a_solo_result_mentions_the_best_score(best: int | None, remark: str, new: bool) -> None:
    view = seen(ended((640,), MIA, game="sparkle", winners=()), "mia", EarlierResults(best=best))
    assert (view.kind, view.title, view.remark) == ("done", "640 points", remark)
    assert (view.new_best, view.festive, view.mood == "best") == (new, new, new)


@pytest.mark.parametrize("best", [None, 0, 120])
def test_nothing_is_never_praised(best: int | None) -> None:
    match = ended((0,), MIA, game="sparkle", winners=())
    log = (Rolled((2, 3, 4, 6, 6)), Played(0, "fizzle"))
    scene = scene_of(match, "mia", History.of(match.game, log))
    view = result_view(match, scene, timeline_of(match, log), EarlierResults(best=best))
    assert (view.title, view.new_best) == ("0 points", False)
    assert view.remark == "Fizzled with nothing at stake. Extra Dice could have saved it."


def test_a_resigned_solo_match_does_not_count() -> None:
    match = after(open_match("sparkle"), MIA, Resign("mia", "1"))
    view = seen(match, "mia", EarlierResults(best=-1))
    assert (view.title, view.reason, view.new_best) == ("You ended the game.", "", False)


LOG = (
    *(Rolled((5,)), Played(0, "column 2"), Rolled((4,)), Played(1, "column 2")),
    *(Rolled((5,)), Played(0, "column 2"), Rolled((5,)), Played(1, "column 2")),
    *(Rolled((6,)), Played(0, "column 1"), Rolled((1,)), Played(1, "column 3")),
)


def test_before_the_first_move_there_is_nothing_to_tell() -> None:
    timeline = timeline_of(open_match(), LOG)
    assert tell_story(timeline[:1], 0, Viewer(("Mia", "Marrow"), you=0)).text == ""


def test_alone_the_best_moment_is_the_move_that_scored_most() -> None:
    match = open_match("fune", 1)
    scored = [("choice", (6, 6, 6, 6, 5)), ("fune", (1,) * 5), ("ones", (1, 1, 2, 3, 4))]
    log = [event for box, dice in scored for event in (Rolled(dice), Played(0, f"score {box}"))]
    story = tell_story(timeline_of(match, tuple(log)), 0, Viewer(("Mia",), you=0))
    assert story == MatchStory("Best moment:", "Your FUNE for 50 points.")


def reviewed(*values: float) -> Review:
    """A review in which seat 0 plays the moments 1, 5 and 9, each worth so much before it."""
    judged = [
        JudgedDecision(moment, 0, "column 1", value, "column 1", value, exact=True)
        for moment, value in zip((1, 5, 9), values, strict=True)
    ]
    return conclude(judged, WIN_MINUS_LOSS, len(LOG), Over((30, 20), (0,)))


def test_a_review_knows_better() -> None:
    timeline = timeline_of(open_match(), LOG)
    viewer = Viewer(("Mia", "Marrow"), you=0)
    texts = tell_story(timeline, 0, viewer, reviewed(0.0, 0.1, 0.9)).text
    assert texts.endswith(
        "Your 6 in column 1 scored 6 points. Your chance to win with best play: 55% → 95%."
    )
    flat = Review((), ((0, 0.0), (12, 0.01)), WIN_MINUS_LOSS)
    assert tell_story(timeline, 0, viewer, flat) == tell_story(timeline, 0, viewer)


def test_the_result_and_the_review_agree_about_accuracy() -> None:
    match = ended((58, 41), MIA, NORMAL)
    for lost, share in ((0.0, 100), (0.001, 99), (0.26, 82)):
        review = Review(
            (JudgedDecision(1, 0, "a", 0.0, "b", lost, exact=True),), (), WIN_MINUS_LOSS
        )
        scene = scene_of(match, "mia")
        shown = result_view(match, scene, timeline_of(match), EarlierResults(), review).accuracy
        assert f"{shown}%" == say_share(review, 0) == f"{share}%"


def recalled(
    folder: Path,
    results: list[bool],
    *,
    alone: tuple[int, ...] = (),
    gentle: tuple[int, ...] = (),
) -> EarlierResults:
    """What is known after these results against the computer, or these scores alone; the `gentle`
    ones were made before them at that curve."""

    async def ask() -> EarlierResults:
        store = SqliteStore.at(folder / "dicehall.db")
        for at, won in enumerate(results, start=1):
            opened = MatchOpened("knucklebones", 2, {}, promise="", at=at)
            seats = [SeatTaken(0, "Mia", "mia"), SeatTaken(1, "Marrow", "", "normal")]
            end = MatchEnded((20, 10), (0,) if won else (1,), "", at)
            await store.open(f"two-{at}", "", [opened, *seats, end])
        for score in gentle:
            opened = MatchOpened("sparkle", 1, {"curve": "gentle"}, promise="", at=0.5)
            seat, end = SeatTaken(0, "Mia", "mia"), MatchEnded((score,), (), "", 0.5)
            await store.open(f"gentle-{score}", "", [opened, seat, end])
        for at, score in enumerate(alone, start=1):
            opened = MatchOpened("sparkle", 1, {}, promise="", at=at)
            seat = SeatTaken(0, "Mia", "mia")
            await store.open(f"one-{at}", "", [opened, seat, MatchEnded((score,), (), "", at)])
        if alone:
            match, name = ended(alone[-1:], MIA, game="sparkle"), f"one-{len(alone)}"
        else:
            match, name = ended((20, 10), MIA, NORMAL), f"two-{len(results)}"
        past = await recall(store, replace(match, id=name), "mia")
        await store.close()
        return past

    with ThreadPoolExecutor(1) as thread:  # the browser's loop may be running in this one
        return thread.submit(asyncio.run, ask()).result()


@pytest.mark.parametrize(
    ("results", "streak", "first"),
    [
        ([True], 1, True),
        ([False, False, True], 1, True),
        ([True, False, True, True], 2, False),
        ([True, True, False], 0, False),
        ([True, *[False] * 100, True], 1, False),
    ],
)
def test_a_streak_is_counted_back_from_this_match(
    tmp_path: Path, results: list[bool], streak: int, first: bool
) -> None:
    past = recalled(tmp_path, results)
    assert (past.streak, past.first_win, past.ended_at) == (streak, first, len(results))


def test_the_former_best_is_without_this_match(tmp_path: Path) -> None:
    assert recalled(tmp_path, [], alone=(70, 315, 400)).best == 315


def test_there_is_none_before_the_first(tmp_path: Path) -> None:
    assert recalled(tmp_path, [], alone=(70,)).best is None


def test_the_former_best_was_made_by_the_same_rules(tmp_path: Path) -> None:
    assert recalled(tmp_path, [], alone=(70, 315), gentle=(900,)).best == 70
