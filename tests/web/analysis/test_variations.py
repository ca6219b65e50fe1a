"""A small tree of variations, and its address, which holds all of it."""

from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest

from dicehall.game import AnyGame, Chance, Decide, Over, new_game
from dicehall.game.positions import spell_position
from dicehall.game.records import Event, Played, Record, Rolled, fold
from dicehall.game.refused import BadPosition, UnknownGame
from dicehall.web.analysis.address import read_fields, write_address
from dicehall.web.analysis.variations import MOST_EVENTS, MOST_LINES, Variations
from support.playouts import GAMES, events_of, play_match

GAME = new_game("knucklebones")
POSITION = "53._._-_._.66-4-0"
FIRST, SECOND, THIRD = (Played(0, f"column {number}") for number in (1, 2, 3))
START = Variations(GAME, POSITION)


def reread(shown: Variations) -> Variations:
    """The state that an address leads to."""
    parts = urlsplit(write_address(shown))
    return read_fields(parts.path.rpartition("/")[2], parse_qs(parts.query))


def test_the_same_move_continues_and_another_starts_a_line() -> None:
    one = START.after(FIRST).after(Rolled((2,)))
    assert (one.line, one.at, one.others) == ((FIRST, Rolled((2,))), 2, ())
    back = one.to(0)
    assert (back.line, back.at) == (one.line, 0)
    other = back.after(SECOND)
    assert (other.line, other.at, other.others) == ((SECOND,), 1, (one.line,))


def test_a_move_that_is_known_follows_its_line() -> None:
    two = START.after(FIRST).after(Rolled((2,))).to(0).after(SECOND)
    same = two.to(0).after(FIRST)
    assert same.line == (FIRST, Rolled((2,)))
    assert (same.at, same.others) == (1, ((SECOND,),))


def test_lines_can_be_followed_and_removed() -> None:
    two = START.after(FIRST).to(0).after(SECOND)
    along = two.along(0, 1)
    assert (along.line, along.at, along.others) == ((FIRST,), 1, ((SECOND,),))
    assert two.without(0).others == ()


def test_here_can_be_a_new_start() -> None:
    here = START.after(FIRST).after(Rolled((2,))).from_here()
    assert (here.position, here.line) == ("534._._-_._.66-2-1", ())


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_address_holds_everything(game: AnyGame) -> None:
    random = Random(7)
    shown = Variations(game, seat=game.seats - 1 or None)
    for _ in range(40):
        state = shown.timeline()[shown.at].state
        event: Event
        match game.turn(state):
            case Decide(seat=seat, moves=moves):
                event = Played(seat, random.choice(moves))
            case Chance() as chance:
                event = Rolled(chance.throw(random))
            case Over():
                break
        shown = shown.after(event)
        assert reread(shown) == shown == shown.checked()
        if random.random() < 0.3:
            shown = shown.to(random.randrange(shown.at + 1))
            assert reread(shown) == shown
    assert len(shown.others) < MOST_LINES


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_long_record_begins_later(game: AnyGame) -> None:
    record = Record(game, events_of(play_match(game, 3)))
    shown = Variations.of_record(record)
    assert shown.timeline()[-1].state == fold(record)
    assert len(shown.line) == min(MOST_EVENTS, len(record.events))


def test_what_is_impossible_is_left_out() -> None:
    fields = {
        "position": [POSITION],
        "line": ["0 column 1,roll 9,1 column 2"],
        "also": ["0:0 column 2", "0:1 column 2", "1:roll 3", "x", "0:", "9:nonsense"],
    }
    shown = read_fields("knucklebones", fields).checked()
    assert (shown.line, shown.at) == ((FIRST,), 1)
    assert (SECOND,) in shown.others
    assert len(shown.others) == 2


@pytest.mark.parametrize("line", ["roll", "roll x", "0", "0 ", ",", "roll 3", "2 column 1", "#"])
def test_invalid_lines_are_ignored(line: str) -> None:
    fields = {"position": [POSITION], "line": [line], "at": ["x"], "seat": ["5"]}
    shown = read_fields("knucklebones", fields).checked()
    assert (shown.line, shown.at, shown.seat) == ((), 0, None)


def test_moves_of_other_games_may_have_commas() -> None:
    shown = Variations(GAME, line=(Played(0, "bid 1,000%2c"), Rolled((3, -1))), at=1)
    assert reread(shown) == shown


def test_an_impossible_position_is_refused() -> None:
    with pytest.raises(BadPosition, match="facing columns"):
        Variations(GAME, "53._._-5._._-4-0").checked()
    with pytest.raises(UnknownGame):
        read_fields("chess", {})


def test_options_and_seats_are_in_the_address() -> None:
    gentle = Variations(new_game("sparkle", options={"curve": "gentle"}))
    assert write_address(gentle) == "/analysis/sparkle?curve=gentle"
    assert "seats=2" in write_address(Variations(new_game("fune", 2)))
    assert spell_position(GAME, reread(START).root.state) == POSITION
