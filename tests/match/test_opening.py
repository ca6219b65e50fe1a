"""Setting tables: who sits there, what they are called, and what face they show."""

import pytest

from dicehall.game.refused import BadName, BadOption
from dicehall.match.commands import TakeSeat
from dicehall.match.events import SeatTaken, decode, encode
from dicehall.match.match import Match
from dicehall.match.opening import set_table
from dicehall.match.rematch import sit_again
from support.contests import after, open_match


def opened(opponent: str, names: tuple[str, str] = ("", ""), face: str = "") -> Match:
    game, sitting = set_table("fune", {}, opponent, "guest-a", names, "first", face=face)
    return after(open_match("fune", game.seats), *sitting)


def seen(match: Match) -> list[tuple[str, str]]:
    return [(seat.name, seat.face) for seat in match.seats if seat]


@pytest.mark.parametrize(
    ("opponent", "names", "called"),
    [
        ("alone", ("", ""), ["Player"]),
        ("easy", ("  ", ""), ["Player", "Pip"]),
        ("perfect", ("Mia", ""), ["Mia", "Captain Owl"]),
        ("people", ("", ""), ["Player", "Guest"]),
        ("people", ("guest", ""), ["guest", "Guest 2"]),
        ("people", ("Mia", "Ben"), ["Mia", "Ben"]),
        ("open", ("", ""), ["Guest"]),
    ],
)
def test_no_name_is_needed(opponent: str, names: tuple[str, str], called: list[str]) -> None:
    assert [seat.name for seat in opened(opponent, names).seats if seat] == called


def test_a_name_that_is_given_is_looked_at() -> None:
    with pytest.raises(BadName):
        opened("people", ("Mia", "MIA"))
    with pytest.raises(BadName):
        opened("alone", ("x" * 21, ""))


def test_the_face_of_a_guest_goes_with_the_seat() -> None:
    assert seen(opened("easy", ("Mia", ""), "cat")) == [("Mia", "cat"), ("Pip", "")]
    (_, mine), (_, beside) = seen(opened("people", face="hedgehog"))
    assert mine == "hedgehog"
    assert beside not in ("", "hedgehog")
    with pytest.raises(BadOption):
        opened("easy", face="owl")
    with pytest.raises(BadOption):
        after(open_match("fune", 1), TakeSeat(0, "Mia", "guest-a", face="dragon"))


def test_playing_again_keeps_names_and_faces() -> None:
    match = opened("easy", ("Mia", ""), "cat")
    assert [(seat.name, seat.face) for seat in sit_again(match, "guest-a", None)[1]] == [
        ("Pip", ""),
        ("Mia", "cat"),
    ]
    _, sitting = sit_again(match, "guest-a", "hard")
    assert {(seat.name, seat.face) for seat in sitting} == {("Ember", ""), ("Mia", "cat")}
    _, sitting = sit_again(opened("easy", ("Guest", "")), "guest-a", "people")
    assert {seat.name for seat in sitting} == {"Guest", "Guest 2"}


def names(match: Match, opponent: str | None = None, *, swapped: bool) -> list[str]:
    return [seat.name for seat in sit_again(match, "guest-a", opponent, swapped=swapped)[1]]


def test_a_reset_keeps_the_starting_seat() -> None:
    first = opened("easy", ("Mia", ""))
    second = after(open_match("fune", 2), *sit_again(first, "guest-a", None)[1])
    assert names(first, swapped=False) == ["Mia", "Pip"]
    assert names(second, swapped=False) == ["Pip", "Mia"]
    assert names(second, "hard", swapped=False) == ["Ember", "Mia"]
    assert names(opened("alone", ("Mia", "")), "hard", swapped=False) == ["Mia", "Ember"]


def test_an_old_match_continues_with_a_character() -> None:
    old = after(open_match("fune", 2), TakeSeat(0, "Mia", "guest-a"))
    old = after(old, TakeSeat(1, "Easy", level="easy"))
    assert [seat.name for seat in sit_again(old, "guest-a", None)[1]] == ["Pip", "Mia"]


def test_matches_from_before_icons_are_read() -> None:
    old = b'{"type":"SeatTaken","seat":0,"name":"Ann","holder":"guest-a"}'
    assert decode(old) == SeatTaken(0, "Ann", "guest-a")
    assert encode(SeatTaken(0, "Ann", "guest-a")) == old
    assert decode(encode(SeatTaken(0, "Ann", "guest-a", face="frog"))).face == "frog"  # type: ignore[union-attr]
