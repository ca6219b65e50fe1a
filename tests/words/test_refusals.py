"""Refusals in a second language, which is nothing but a catalogue."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dicehall.cli import main
from dicehall.game import new_game
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption, IllegalMove, Refused
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.plain_terminal.play import TerminalSession, play
from dicehall.players.levels import find_weigher
from dicehall.words.language import using
from dicehall.words.refusals import explain
from support.catalogues import GERMAN, catalogue


@pytest.fixture(autouse=True)
def german(tmp_path: Path) -> Iterator[None]:
    with catalogue(tmp_path, "de", GERMAN):
        yield


def refused(do: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        do()
    return caught.value


def test_a_refusal_is_translated_for_each_reader() -> None:
    game = new_game("knucklebones")
    state = game.roll(game.start(), (5,))
    refusal = refused(lambda: game.play(state, "column 9"))
    with using("de"):
        assert explain(refusal) == "'column 9'? Wähle eine Spalte von 1 bis 3"
        assert refusal.reason == "'column 9' is not a move: choose a column from 1 to 3"
    assert explain(refusal) == refusal.reason


def test_messages_within_a_message_are_translated_too() -> None:
    refusal = refused(lambda: new_game("sparkle", options={"curve": "steep"}))
    assert isinstance(refusal, BadOption)
    with using("de"):
        assert explain(refusal) == "curve: classic oder gentle, nicht 'steep'"


def test_the_form_goes_with_the_count() -> None:
    game = new_game("sparkle")
    state = game.roll(game.start(), (1, 2, 3, 4, 6))
    with using("de"):
        assert explain(game.why_not(state, "reroll 1")) == "1 Würfel, aber nur 5 Extrawürfel"
        assert explain(game.why_not(state, "reroll 1 2")) == "2 der Würfel, aber nur 5 Extrawürfel"


@pytest.mark.parametrize("text", ["100 % of it", "%(count)d", ""])
def test_plain_text_of_other_packages_stays_as_it_is(text: str) -> None:
    with using("de"):
        assert explain(text) == explain(IllegalMove(text)) == text
        assert explain(None) == ""
        assert explain(translatable("nobody has translated this")) == "nobody has translated this"


def test_the_terminal_refuses_in_its_language() -> None:
    received: list[str] = []
    typed = iter(["column 9"])
    sitting = TerminalSession(
        match=LocalMatch.begin(new_game("knuckles"), ("Ada", "Bob"), ("", ""), "5"),
        choosers=[None, None],
        read=lambda: next(typed, None),
        say=received.append,
        keep=lambda name, text: None,
        weigh=lambda: find_weigher("knuckles"),
    )
    with using("de"):
        play(sitting)
    assert "Geht nicht: 'column 9'? Wähle eine Spalte von 1 bis 3." in received[-2]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"LANG": "de_AT.UTF-8"}, "'chess' kennt niemand"),
        ({"LANGUAGE": "fr:de", "LANG": "en_GB.UTF-8"}, "'chess' kennt niemand"),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "no game is called 'chess'"),
        ({"LANG": "fr_FR"}, "no game is called 'chess'"),
        ({}, "no game is called 'chess'"),
    ],
)
def test_the_command_line_refuses_in_the_language_of_the_terminal(
    settings: dict[str, str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, setting in settings.items():
        monkeypatch.setenv(name, setting)
    with pytest.raises(SystemExit) as left:
        main(["play", "chess"])
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith(words)
