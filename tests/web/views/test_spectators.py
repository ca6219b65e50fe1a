"""Spectators see that they watch, and read names instead of "you" and "your"."""

import re
from random import Random

import pytest

from dicehall.game import games
from dicehall.game_page.history import History
from dicehall.match.commands import Resign, TakeSeat
from dicehall.match.live.presence import Presence
from dicehall.match.match import Match
from dicehall.web.server import draw_frame, draw_table
from dicehall.web.views.online import online_view, presence_text
from dicehall.web.views.results import EarlierResults, result_view
from dicehall.web.views.scenes import scene_of
from support.contests import ANN, BOB, after, begun, open_match, random_move

ADDRESSED = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)
ONLY_CODE = re.compile(r'class="[^"]*"|You are watching', re.S)
MOMENTS = 60
"""Of each match: enough for every kind of question that its game asks."""


def seats_of(game: str) -> list[int]:
    return list(games()[game].seats)


TABLES = [(game, seats) for game in games() for seats in seats_of(game)]


def drawn(match: Match, viewer: str) -> str:
    history = History.start(match.game).extended(match.log)
    scene = scene_of(match, viewer, history)
    result = result_view(match, scene, (history,), EarlierResults(1.0)) if match.result else None
    frame = draw_frame(match, scene) if not match.result else ""
    return frame + draw_table(match, viewer, scene, result)


def sitting(game: str, seats: int) -> Match:
    return after(open_match(game, seats), *(ANN, BOB)[:seats])


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_at_a_table_is_addressed_to_a_spectator(game: str, seats: int, seed: int) -> None:
    random, match = Random(seed), sitting(game, seats)
    for _ in range(MOMENTS):
        text = ONLY_CODE.sub("", drawn(match, "stranger"))
        assert not ADDRESSED.search(text), ADDRESSED.sub("***", text)
        if match.result:
            break
        match = after(match, random_move(match, random))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_result_names_players_for_a_spectator(game: str, seats: int) -> None:
    match = after(sitting(game, seats), Resign("guest-a", "1"))
    text = ONLY_CODE.sub("", drawn(match, "stranger"))
    assert not ADDRESSED.search(text)
    assert ("Ann gave up." if seats == 2 else "Ann ended the game.") in text


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_spectators_see_that_they_watch(game: str, seats: int) -> None:
    assert "You are watching." in drawn(sitting(game, seats), "stranger")
    assert "You are watching" not in drawn(sitting(game, seats), "guest-a")


def test_a_spectator_of_a_computer_match_sees_it_too() -> None:
    match = after(open_match(), ANN, TakeSeat(1, "Pip", level="easy"))
    assert "You are watching." in drawn(match, "stranger")


def test_presence_and_absence_with_times() -> None:
    presence = Presence({1: 1_700_000_000.4}, 2, (0,))
    assert presence_text(begun(), presence, "guest-a") == (
        "Bob has been away since \t1700000000\t. 2 people are watching."
    )
    assert presence_text(begun(), presence, "guest-b") == "Ann is here. 2 people are watching."
    assert "1 person is watching." in presence_text(begun(), presence, "stranger")


def test_notifications_to_a_player() -> None:
    def call(match: Match, viewer: str) -> str:
        view = online_view(match, viewer)
        assert view
        return view.call

    match = begun()
    assert [call(match, who) for who in ("guest-a", "guest-b", "stranger")] == [
        "Your turn",
        "Ann goes first",
        "",
    ]
