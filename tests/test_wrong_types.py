"""Arguments of a wrong type are refused or raise a TypeError that names the expected type."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import dicehall
from dicehall.game.records import Played, Record, Rolled

JUNK: tuple[Any, ...] = (
    *(None, True, 0, -1, 1.5, 10**5000, float("nan"), "x", "", b"x", "x" * 10_000),
    *((), (0,), ("5",), (None,), [], [5], {}, {"x": 1}, set(), 1j, int, print),
)
GAME = dicehall.new_game("knucklebones")
START = GAME.start()
ROLLED = GAME.roll(START, (5,))

CALLS: dict[str, Callable[[Any], object]] = {
    "new_game name": dicehall.new_game,
    "new_game seats": lambda junk: dicehall.new_game("fune", seats=junk),
    "new_game seats of one": lambda junk: dicehall.new_game("sparkle", seats=junk),
    "new_game options": lambda junk: dicehall.new_game("sparkle", options=junk),
    "new_game option": lambda junk: dicehall.new_game("sparkle", options=as_key(junk)),
    "new_game value": lambda junk: dicehall.new_game("sparkle", options={"curve": junk}),
    "numbering": dicehall.numbering,
    "levels": dicehall.levels,
    "choose game": lambda junk: dicehall.choose(junk, ROLLED, "easy"),
    "choose state": lambda junk: dicehall.choose(GAME, junk, "easy"),
    "choose level": lambda junk: dicehall.choose(GAME, ROLLED, junk),
    "worth game": lambda junk: dicehall.worth(junk, ROLLED),
    "worth state": lambda junk: dicehall.worth(GAME, junk),
    "play": lambda junk: GAME.play(ROLLED, junk),
    "roll": lambda junk: GAME.roll(START, junk),
    "face": lambda junk: GAME.roll(START, (junk,)),
    "apply": lambda junk: dicehall.apply(GAME, START, junk),
    "spell_position game": lambda junk: dicehall.spell_position(junk, START),
    "spell_position": lambda junk: dicehall.spell_position(GAME, junk),
    "read_position game": lambda junk: dicehall.read_position(junk, "_._._-_._._-_-0"),
    "read_position": lambda junk: dicehall.read_position(GAME, junk),
    "fold position": lambda junk: dicehall.fold(Record(GAME, (), {}, junk)),
    "fold": dicehall.fold,
    "fold events": lambda junk: dicehall.fold(Record(GAME, (junk,))),
    "read": dicehall.read,
    "read_many": lambda junk: list(dicehall.read_many(junk)),
    "write": dicehall.write,
    "write roll": lambda junk: dicehall.write(Record(GAME, (Rolled(junk),))),
    "write seat": lambda junk: dicehall.write(
        Record(GAME, (Rolled((5,)), Played(junk, "column 1")))
    ),
    "write move": lambda junk: dicehall.write(Record(GAME, (Rolled((5,)), Played(0, junk)))),
    "write notes": lambda junk: dicehall.write(Record(GAME, (), {"x-note": junk})),
}
HARMLESS: dict[str, list[object]] = {
    # None is the default; True is 1, as everywhere in Python; an empty mapping has no options
    "new_game seats": [None, True],
    "new_game seats of one": [None, True],
    "new_game options": [None, {}],
    "roll": [[5]],
    "face": [True],
    "fold position": [""],
    "read_many": ["", (), [], {}, set()],
    "write seat": [0],
    "write notes": ["x", "", "x" * 10_000],
}


def as_key(junk: Any) -> dict[Any, str]:
    try:
        return {junk: "classic"}
    except TypeError:  # cannot be a key
        return {"x": "classic"}


@pytest.mark.parametrize("what", CALLS)
def test_a_wrong_argument_is_refused_with_a_clear_message(what: str) -> None:
    before = repr(ROLLED)
    wrong = []
    for junk in JUNK:
        if any(type(junk) is type(one) and junk == one for one in HARMLESS.get(what, ())):
            CALLS[what](junk)
            continue
        try:
            found = CALLS[what](junk)
        except (dicehall.Refused, TypeError) as refused:
            message = str(refused)
            if not message or "' object " in message or "argument" in message:
                wrong.append((repr_of(junk), repr(refused)))  # of the interpreter, not of ours
        except Exception as error:
            wrong.append((repr_of(junk), repr(error)))
        else:
            wrong.append((repr_of(junk), f"accepted: {found!r:.80}"))
    assert wrong == []
    assert repr(ROLLED) == before


def repr_of(junk: Any) -> str:
    try:
        return repr(junk)[:40]
    except ValueError:  # a number with too many digits
        return type(junk).__name__


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: dicehall.new_game("fune", seats="2"), "seats must be 1 or 2, not '2'"),
        (lambda: GAME.play(ROLLED, 0), "a move must be text, not 0"),
        (lambda: GAME.roll(START, ("5",)), "a face must be an integer, not '5'"),
        (
            lambda: dicehall.write(Record(GAME, (Rolled((5,)), Played(1, "column 1")))),
            "it is seat 0's move, not seat 1's",
        ),
        (lambda: dicehall.write(Record(GAME, (Rolled((7,)),))), "a d6 die has no 7"),
    ],
)
def test_a_refusal_says_what_is_wrong(call: Callable[[], object], reason: str) -> None:
    with pytest.raises(dicehall.Refused, match=reason):
        call()


@pytest.mark.parametrize(("junk", "quoted"), [(None, "None"), ((1, 2), "(1, 2)"), ("x", "'x'")])
def test_only_text_is_quoted_as_text(junk: Any, quoted: str) -> None:
    with pytest.raises(dicehall.Refused, match=f"no game is called {re.escape(quoted)}$"):
        dicehall.new_game(junk)
