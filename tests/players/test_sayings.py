"""What the characters say."""

import pytest

from dicehall.players.characters import character
from dicehall.players.sayings import _SAYINGS, saying

OCCASIONS = ("gloat", "glad", "flinch", "despair", "won", "lost")
ROOM = 32
"""Letters that fit a bubble on a phone."""


@pytest.mark.parametrize("level", ["easy", "normal", "hard", "perfect", "best"])
def test_every_character_has_short_lines_for_every_occasion(level: str) -> None:
    assert character(level).line
    assert tuple(_SAYINGS[level]) == OCCASIONS
    for lines in _SAYINGS[level].values():
        assert len(set(lines)) >= 3
        assert all(len(line) <= ROOM for line in lines)


def test_a_character_comments_about_every_third_time() -> None:
    spoken = [saying("easy", "flinch", f"{n:08x}", 3 * n) for n in range(3000)]
    assert 900 < sum(map(bool, spoken)) < 1100
    assert set(spoken) == {"", *_SAYINGS["easy"]["flinch"]}


def test_the_same_moment_gets_the_same_line_and_the_end_always_one() -> None:
    for moment in range(50):
        assert saying("hard", "glad", "m", moment) == saying("hard", "glad", "m", moment)
        assert saying("hard", "won", "m", moment) in _SAYINGS["hard"]["won"]


def test_people_and_players_of_other_packages_say_nothing() -> None:
    assert not any(saying(level, "won", "m", 1) for level in ("", "deep-thought"))
    assert not saying("easy", "thinking", "m", 1)
