from collections.abc import Iterable
from random import Random

import pytest

from dicehall.game import AnyGame, new_game
from dicehall.players.chooser import choose_at_random
from dicehall.terminal.play import Sitting, play
from dicehall.words.viewer import Viewer

LEFT = "The game is left unfinished. Goodbye."


def transcript(game: AnyGame, lines: Iterable[str], *, computer: bool = False) -> list[str]:
    """Everything that is said while these lines are typed."""
    said: list[str] = []
    typed = iter(lines)
    play(
        Sitting(
            game=game,
            viewer=Viewer(("Ada", "Computer")[: game.seats], you=0),
            choosers=[None, choose_at_random if computer else None][: game.seats],
            dice=Random(5),
            computer=Random(6),
            read=lambda: next(typed, None),
            say=said.append,
        )
    )
    return said


def test_the_end_of_input_ends_politely() -> None:
    assert transcript(new_game("knuckles"), [])[-1] == LEFT


def test_quit_ends_politely() -> None:
    said = transcript(new_game("knuckles"), ["quit", "column 1"])
    assert said[-1] == LEFT
    assert not any("column 1" in line for line in said)


def test_help_explains_and_asks_nothing_new() -> None:
    said = transcript(new_game("sparkle"), ["help"])
    assert "Moves: roll 1 4" in said[-2]


def test_moves_lists_what_is_legal() -> None:
    said = transcript(new_game("knuckles"), ["moves"])
    assert said[-2] == "column 1, column 2, column 3"


@pytest.mark.parametrize("line", ["column 2", "COLUMN 2", "  Column \t  2 \n"])
def test_case_and_doubled_spaces_do_not_matter(line: str) -> None:
    told = transcript(new_game("knuckles"), [line])
    assert any("put the 5 into column 2" in sentence for sentence in told)


@pytest.mark.parametrize("line", ["col 2", "2", "column", "column 2 3", "put 2", "column 02"])
def test_there_is_one_spelling(line: str) -> None:
    said = transcript(new_game("knuckles"), [line])
    assert said[-2] == (
        f"Not possible: {line!r} is no move: choose a column from 1 to 3.\n"
        "Legal: column 1, column 2, column 3."
    )


def test_empty_lines_are_passed_over() -> None:
    assert transcript(new_game("fune"), ["", "  ", "\n"]) == transcript(new_game("fune"), [])


def test_a_bad_line_changes_nothing() -> None:
    good = ["column 1", "column 2", "column 3"]
    with_bad = ["column 9", good[0], "\x1b[2J", good[1], "x" * 10_000, good[2]]
    plain = transcript(new_game("knucklebones"), good)
    mixed = transcript(new_game("knucklebones"), with_bad)
    assert [line for line in mixed if not line.startswith("Not possible")] == plain


def test_what_was_typed_comes_back_short_and_without_control_characters() -> None:
    said = "\n".join(transcript(new_game("knuckles"), ["\x1b[2J\x07", "x" * 10_000]))
    assert all(line.isprintable() for line in said.split("\n"))
    assert max(map(len, said.split("\n"))) < 150


def test_many_legal_moves_are_shortened_with_every_verb() -> None:
    refusal = transcript(new_game("fune"), ["keep 1 2 3 4 5"])[-2]
    assert "keeping all five dice rolls nothing" in refusal
    assert "keep 1 2" in refusal
    assert "score ones" in refusal
    assert refusal.endswith("and 32 more (type moves).")


def test_the_computer_moves_by_itself() -> None:
    said = transcript(new_game("knuckles"), ["column 1", "column 2"], computer=True)
    assert sum(line.startswith("Computer put the ") for line in said) == 2
    assert not any(line.startswith("Computer: Put") for line in said)
