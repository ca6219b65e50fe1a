"""Lead changes, comebacks, and the move that mattered most."""

from itertools import accumulate, pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from dicehall.game import AnyGame, Over, new_game
from dicehall.game.records import Event, Played, Rolled
from dicehall.game_page.history import History
from dicehall.web.views.histories import Timeline
from dicehall.web.views.leads import Leads, LeadTurn
from dicehall.web.views.turning_points import MatchStory, tell_story
from dicehall.words.viewer import Viewer
from support.playouts import play_match

YOU = Viewer(("Ada", "Pip"), you=0)
BONES = new_game("knucklebones")
RULES = {name: new_game(name, 2) for name in ("knucklebones", "knuckles", "fune")}


def timeline_of(game: AnyGame, log: list[Event]) -> Timeline:
    return tuple(accumulate(log, History.after, initial=History.start(game)))


def turns(*placed: tuple[int, int]) -> list[Event]:
    """Dice and columns of Knucklebones, the seats alternating."""
    return [
        event
        for number, (die, column) in enumerate(placed)
        for event in (Rolled((die,)), Played(number % 2, f"column {column}"))
    ]


ADA = ((1, 1), (3, 1), (4, 2), (4, 2), (1, 2), (5, 3), (4, 3), (1, 3))
PIP = ((2, 1), (2, 1), (6, 2), (5, 2), (2, 2), (3, 3), (3, 3), (6, 3))
BEHIND = [placed for both in zip(ADA, PIP, strict=True) for placed in both]
"""Ada has 31 points, Pip 39, and both have room for one more die."""


def told(*placed: tuple[int, int], viewer: Viewer = YOU, winner: int = 0) -> MatchStory:
    return tell_story(timeline_of(BONES, turns(*placed)), winner, viewer)


def test_a_double_knockout_with_the_last_die_is_in_the_result() -> None:
    timeline = timeline_of(BONES, turns(*BEHIND))
    assert BONES.scores(timeline[-1].state) == (31, 39)
    timeline = timeline_of(BONES, turns(*BEHIND, (2, 1)))
    assert BONES.scores(timeline[-1].state) == (33, 31)
    end = BONES.turn(timeline[-1].state)
    assert isinstance(end, Over)
    assert end.winners == (0,)
    assert told(*BEHIND, (2, 1)) == MatchStory(
        "Comeback:",
        "You were 8 points behind before the last move. Your 2 in column 1 took 8 points away."
        " The lead changed three times.",
    )
    spectator = Viewer(("Ada", "Pip"))
    assert told(*BEHIND, (2, 1), viewer=spectator).text.startswith(
        "Ada was 8 points behind before the last move. Ada's 2 in column 1 took 8 points away."
    )


def test_a_lead_that_only_a_knockout_could_take_is_a_steal() -> None:
    robbed = ((6, 1), (5, 2), (6, 1), (4, 3), (6, 1), (6, 1))
    after = ((1, 1), (5, 2), (1, 2), (4, 3), (1, 3), (6, 1))
    filled = ((2, 1), (5, 2), (2, 2), (4, 3), (2, 3), (6, 1))
    story = told(*robbed, *after, *filled, winner=1)
    assert story == MatchStory("Steal:", "Pip's 6 in column 1 took 54 points away.")


def test_lead_changes_are_counted() -> None:
    placed = ((1, 1), (2, 2), (4, 3), (1, 2), (1, 1), (6, 1), (6, 2), (2, 1))
    leads = Leads.of(timeline_of(BONES, turns(*placed)), 0)
    assert [turn.now for turn in leads.turns[1::2]] == [-1, 2, -1, 3]
    assert leads.changes == 3
    assert told(*placed).text.endswith("The lead changed three times.")


def followed(*leads: int, first: int = 1, points: int = 60) -> Leads:
    """A match by its leads after each turn, from the point of view of seat 0, which won."""
    step: Any = None
    seats = [(first + number) % 2 for number in range(len(leads))]
    pairs = pairwise((0, *leads))
    made = (LeadTurn(seat, None, step, *pair) for seat, pair in zip(seats, pairs, strict=True))
    return Leads(0, points, tuple(made))


def test_the_second_to_move_is_not_behind_for_want_of_a_turn() -> None:
    """As at FUNE: each turn brings about 20 points, and seat 0 moves last."""
    assert followed(-20, 0, -22, 1, -18, 2).rescue is None
    assert followed(-20, 0, -22, -10, -30, 2).rescue


def test_far_behind_is_a_third_of_the_final_points_and_more_than_one_turn() -> None:
    assert followed(-20, 0, -20, -19, -39, -10, -20, 5).far_behind == 0
    assert followed(-20, 0, -20, -20, -39, -10, -20, 5).far_behind == 20
    assert followed(-20, 0, -20, -20, -39, -10, -20, 5, points=61).far_behind == 0


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("quick", [True, False])
def test_properties_of_every_match(
    name: str, seed: int, quick: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = RULES[name]
    if not quick:
        nothing = SimpleNamespace(part=lambda name: None)
        monkeypatch.setattr("dicehall.web.views.leads.find_game", lambda name: nothing)
    log = [step.event for step in play_match(game, seed) if step.event]
    timeline = timeline_of(game, log)
    end = game.turn(timeline[-1].state)
    assert isinstance(end, Over)
    for winner in end.winners if len(end.winners) == 1 else ():
        leads = Leads.of(timeline, winner)
        assert leads.turns[-1].now == end.scores[winner] - end.scores[1 - winner] > 0
        assert all(before.now == after.was for before, after in pairwise(leads.turns))
        assert 0 <= leads.changes <= len(leads.turns) / 2 + 1
        assert all(0 <= chance <= 1 for chance in leads._chances)
        assert leads.decisive is None or leads.decisive.seat == winner
        story = tell_story(timeline, winner, YOU)
        if leads.rescue:
            assert leads.rescue.was < 0 < leads.rescue.now
            assert story.title == "Comeback:"
            assert "before the last move" in story.text
        if leads.changes >= 3:
            assert "The lead changed" in story.text


def test_a_match_that_was_never_in_doubt_turns_where_the_lead_grew_most() -> None:
    high, low = (6, 6, 6, 5, 5, 5, 4, 4, 4), (1, 1, 1, 2, 2, 2, 3, 3, 3)
    columns = [number // 3 + 1 for number in range(9)]
    both = zip(zip(high, columns, strict=True), zip(low, columns, strict=True), strict=True)
    placed = [one for pair in both for one in pair][:-1]
    assert told(*placed) == MatchStory("Turning point:", "Your 6 in column 1 scored 30 points.")


def test_points_early_are_worth_less_than_the_last_ones() -> None:
    """By the scores alone: the last turn turns a lost match, the first scores more."""
    timeline = timeline_of(BONES, turns(*BEHIND, (2, 1)))
    leads = Leads.of(timeline, 0)
    assert leads.decisive is leads.turns[-1]
    assert max(leads._gains) > leads.turns[-1].now - leads.turns[-1].was
