"""Every event of every record, told and asked in words."""

from pathlib import Path

import pytest

from dicehall.game import Decide, Over, games, new_game
from dicehall.game.acting import acting_seat
from dicehall.game.records import Played, Rolled, apply, read
from dicehall.game.turns import Loss
from dicehall.words.endings import tell_loss
from dicehall.words.phrases import concluded
from dicehall.words.telling import ask, name_move, tell
from dicehall.words.viewer import Viewer

RECORDS = sorted((Path(__file__).parents[1] / "game/records").glob("*.dice"))


ADA = Viewer(("Ada", "Ada"))


def test_every_game_of_the_server_has_its_words() -> None:
    assert all(entry.part("words") for entry in games().values())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_event_is_described_in_whole_sentences(path: Path) -> None:
    record, _ = read(path.read_text("utf-8"))
    game, state = record.game, record.game.start()
    for event in record.events:
        after = apply(game, state, event)
        for sentence in (tell(game, state, event, after, ADA), ask(game, after, ADA)):
            assert sentence.endswith(".")
            assert sentence[0].isupper()
            assert not {"%", "(s)", "None"} & set(sentence.split())
            assert "%(" not in sentence
        state = after


def test_the_acting_seat_is_the_mover_and_the_one_who_rolled() -> None:
    game = new_game("knuckles")
    first = game.roll(game.start(), (3,))
    played = game.play(first, "column 1")
    second = game.roll(played, (4,))
    assert acting_seat(game, game.start(), Rolled((3,)), first) == 0
    assert acting_seat(game, first, Played(0, "column 1"), played) == 0
    assert acting_seat(game, played, Rolled((4,)), second) == 1


def test_the_winner_is_named() -> None:
    game = new_game("fune", seats=2)
    state = game.start()
    while not isinstance(turn := game.turn(state), Decide) or None in state.cards[1]:
        if isinstance(turn, Decide):
            best = "score choice" if turn.seat and "score choice" in turn.moves else turn.moves[-1]
            state = game.play(state, best)
        elif hasattr(turn, "dice"):
            state = game.roll(state, (6 if state.seat else 1,) * len(turn.dice))
        else:
            break
    assert ask(game, state, Viewer(("Ada", "Bob"))).startswith("Bob wins, ")
    assert ask(game, state, Viewer(("Ada", "Bob"), you=1)).startswith("You win, ")


def test_an_opponent_called_you_is_not_the_viewer() -> None:
    game = new_game("knucklebones")
    state = game.roll(game.start(), (5,))
    viewer = Viewer(("You", "Ada"), you=1)
    assert ask(game, state, viewer) == "You is choosing …"
    assert concluded(Over((9, 3), (0,)), viewer) == "You wins, 9 to 3."
    assert tell_loss(Loss(1, "time"), viewer) == "You ran out of time. You wins."


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_legal_move_of_a_record_has_a_name(path: Path) -> None:
    record, _ = read(path.read_text("utf-8"))
    game, state = record.game, record.game.start()
    for event in record.events:
        if isinstance(turn := game.turn(state), Decide):
            for move in turn.moves:
                name = name_move(game, state, move)
                assert name
                assert "%" not in name
                assert name[-1] != "."
        state = apply(game, state, event)


def test_moves_are_named_by_what_they_do() -> None:
    sparkle = new_game("sparkle")
    state = sparkle.roll(sparkle.start(), (-1, 6, 6, 1, 2))
    assert name_move(sparkle, state, "roll 1 2 3") == (
        "bank dice 1 (Spark), 2 (6) and 3 (6), then roll"
    )
    assert name_move(sparkle, state, "reroll 5") == "pay one Extra Die to re-roll die 5 (2)"
    hexes = new_game("pocket-hexes")
    state = hexes.roll(hexes.start(), (2, 3, 8, 9, 1, 20))
    assert name_move(hexes, state, "place d8 e6") == "the 8 (d8) on e6"
    fune = new_game("fune")
    state = fune.roll(fune.start(), (6, 6, 6, 2, 2))
    assert name_move(fune, state, "score full-house") == "Full House for 35"
    assert name_move(fune, state, "keep") == "re-roll all five"
