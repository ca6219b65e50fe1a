"""A guest without a name gets a default one, in each reader's language."""

from dataclasses import replace

import pytest

from dicehall.game_page.history import History
from dicehall.match.live.presence import Presence
from dicehall.match.match import Match
from dicehall.match.names import shown_name
from dicehall.match.store.protocol import ListedSeat
from dicehall.web.server import draw_table
from dicehall.web.views.match_lists import match_rows
from dicehall.web.views.online import presence_text
from dicehall.web.views.scenes import scene_of
from dicehall.web.views.waiting import Visitor, draw_not_begun
from dicehall.words.language import using
from support.contests import ANN, BOB, after, open_match

FROG = replace(ANN, name="Frog")
STRANGER = Visitor("stranger", "", "", here_only=True, watches=False)


def table(match: Match) -> str:
    history = History.start(match.game).extended(match.log)
    return draw_table(match, "stranger", scene_of(match, "stranger", history), None)


def in_a_list(match: Match) -> str:
    return repr(list(match_rows([LISTED], "stranger")))


LISTED = ListedSeat("m", "knucklebones", 0, "Frog", "guest-a", "", 1.0, 2.0, 30, True)
WAITING = after(open_match(), FROG)
BEGUN = after(open_match(), FROG, BOB)


@pytest.mark.parametrize(
    ("match", "draw"),
    [
        (WAITING, lambda match: draw_not_begun(match, STRANGER)),
        (BEGUN, table),
        (BEGUN, in_a_list),
        (BEGUN, lambda match: presence_text(match, Presence({0: 1.0}, 1, ()), "guest-b")),
    ],
)
def test_a_usual_name_is_shown_in_the_language_of_the_reader(match: Match, draw) -> None:  # type: ignore[no-untyped-def]
    assert "Frog" in draw(match)
    with using("ja"):
        told = draw(match)
    assert "カエル" in told
    assert "Frog" not in told


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Player", "プレイヤー"),
        ("Guest 2", "ゲスト 2"),
        ("カエル", "カエル"),
        ("Frogmore", "Frogmore"),
    ],
)
def test_only_usual_names_are_translated(name: str, shown: str) -> None:
    with using("ja"):
        assert shown_name(name) == shown
