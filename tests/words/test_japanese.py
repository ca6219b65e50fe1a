"""Sentences in Japanese whose shape differs from that of the English ones."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from dicehall.game import new_game
from dicehall.game.records import Played, Rolled
from dicehall.game.turns import Loss
from dicehall.game_page.advice import Advice
from dicehall.match.live.presence import Presence
from dicehall.players.worth import WIN_MINUS_LOSS, Worth
from dicehall.web.views.online import presence_text
from dicehall.words.endings import tell_reason
from dicehall.words.language import using
from dicehall.words.telling import tell, tell_turning
from dicehall.words.viewer import Viewer
from support.contests import begun
from support.playouts import state_after

ALONE = Viewer(("Ada",), you=0)
ADA, BOB = (Viewer(("Ada", "Bob"), you=seat) for seat in (0, 1))


@pytest.fixture(autouse=True)
def japanese() -> Iterator[None]:
    with using("ja"):
        yield


def test_the_acting_reader_is_not_named() -> None:
    game = new_game("knucklebones")
    rolled = game.roll(game.start(), (5,))
    event = Rolled((5,))
    assert tell(game, game.start(), event, rolled, ADA) == "5を出しました。"
    assert tell(game, game.start(), event, rolled, BOB) == "Adaは5を出しました。"
    placed, move = game.play(rolled, "column 1"), Played(0, "column 1")
    assert tell(game, rolled, move, placed, ADA) == "5を列1に置きました。"


def test_two_ones_score_ten_points_each() -> None:
    game = new_game("sparkle")
    for roll, told in (((1, 1, 2, 4, 6), "は各10点。"), ((2, 1, 2, 4, 6), "1は10点。")):
        rolled = game.roll(game.start(), roll)
        assert tell(game, game.start(), Rolled(roll), rolled, ALONE).endswith(told)


def test_the_coach_says_one_sentence() -> None:
    state = state_after("game: knucklebones", "roll 5")
    moves = {"column 1": -0.04, "column 2": -0.5, "column 3": -0.5}
    worth = Worth(moves, WIN_MINUS_LOSS, exact=False, error=0.02)
    advice = Advice(new_game("knucklebones"), state, worth)
    line = advice.line
    assert (
        f"{line.before}{line.worth}{line.after}"
        == "列1：双方最善での勝率48.0%（推定値 ±\u00a01.0）"
    )
    assert advice.summary == "コーチのおすすめは、列1：双方最善での勝率48.0%（推定値 ±\u00a01.0）"
    unknown = replace(advice, worth=replace(worth, error=None))
    assert unknown.line.after == "（おおよその推定値）"


def test_the_move_that_decided_a_match() -> None:
    game = new_game("knucklebones")
    before = state_after("game: knucklebones", "roll 5")
    after = game.play(before, "column 1")
    move = Played(0, "column 1")
    assert tell_turning(game, before, move, after, ADA) == "列1の5で5点を獲得！"
    assert tell_turning(game, before, move, after, BOB) == "Adaが列1の5で5点を獲得しました。"


def test_a_game_for_one_is_ended_and_not_given_up() -> None:
    assert tell_reason(Loss(0, "resigned"), ALONE) == "ゲームを終了しました。"
    assert tell_reason(Loss(0, "resigned"), ADA) == "投了しました。"


def test_since_when_somebody_is_away() -> None:
    sentence = presence_text(begun(), Presence({1: 1_700_000_000.4}, 1, ()), "guest-a")
    assert sentence == "Bobは\t1700000000\tから離席中です。1人が観戦しています。"
