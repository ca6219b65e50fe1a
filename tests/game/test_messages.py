"""Messages are values, and refusals carry them anywhere."""

import pickle

import pytest

from dicehall.game import new_game
from dicehall.game.messages import Message, any_of, outside, translatable, translatable_plural
from dicehall.game.records import BadRecord, read
from dicehall.game.refused import BadOption, IllegalMove, Refused


def refusal(kind: type[Refused], name: str, move: str) -> Refused:
    game = new_game(name)
    state = game.roll(game.start(), (1,) * len(game.turn(game.start()).dice))
    with pytest.raises(kind) as caught:
        game.play(state, move)
    return caught.value


def test_a_message_is_a_template_and_values() -> None:
    message = translatable("%(hex)s already holds a %(number)d", hex="e5", number=6)
    assert str(message) == "e5 already holds a 6"
    assert message.values == {"hex": "e5", "number": 6}
    assert message == translatable("%(hex)s already holds a %(number)d", hex="e5", number=6)
    assert len({message, translatable(message.template, hex="e5", number=7)}) == 2


def test_a_count_chooses_the_form() -> None:
    counted = [
        translatable_plural("%(count)d second", "%(count)d seconds", count) for count in (0, 1, 2)
    ]
    assert list(map(str, counted)) == ["0 seconds", "1 second", "2 seconds"]


def test_a_message_may_hold_others() -> None:
    message = translatable(
        "%(option)s is %(allowed)s", option="curve", allowed=any_of(["a", "b", "c"])
    )
    assert str(message) == "curve is a or b or c"
    assert any_of(["a"]) == "a"


@pytest.mark.parametrize("text", ["100 % sure", "%(name)s", "%d", ""])
def test_foreign_texts_are_not_translated(text: str) -> None:
    assert str(outside(text)) == text
    assert Refused(text).reason == str(Refused(text)) == text


def test_a_refusal_of_the_rules_has_its_values() -> None:
    refused = refusal(IllegalMove, "knucklebones", "column 9")
    assert refused.code == "illegal-move"
    assert refused.values == {"move": "column 9", "most": 3}
    assert refused.reason == "'column 9' is not a move: choose a column from 1 to 3"


def test_a_refusal_can_be_pickled() -> None:
    with pytest.raises(BadOption) as option:
        new_game("sparkle", options={"curve": "steep"})
    with pytest.raises(BadRecord) as record:
        read("game: knucklebones\n\nroll 5\n0 column 9\n")
    for refused in (option.value, record.value, refusal(IllegalMove, "fune", "keep 1 2 3 4 5")):
        arrived = pickle.loads(pickle.dumps(refused))
        assert type(arrived) is type(refused)
        assert isinstance(arrived.message, Message)
        assert vars(arrived) == vars(refused)
        assert str(arrived) == str(refused)
    assert (record.value.line, record.value.code) == (4, "illegal-move")
