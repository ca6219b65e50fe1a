from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

import pytest

from dicehall.game import AnyGame, Decide, Turn, catalogue, games, new_game
from dicehall.game.records import read, spell
from dicehall.game.typed_commands import ALONE, WITH_ARGUMENT
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.plain_terminal.play import TerminalSession, play
from dicehall.players.chooser import choose_at_random
from dicehall.players.worth import Worth, unit_of
from dicehall_pig import PIG, Pig, PigState

MOST_TYPED = 1000
LEFT = "Game unfinished. Goodbye."


SAVED: dict[str, str] = {}


def transcript(
    game: AnyGame,
    lines: Iterable[str],
    *,
    computer: bool = False,
    names: tuple[str, ...] = ("Ada", "Computer"),
) -> list[str]:
    """All output while these lines are typed."""
    received: list[str] = []
    typed = iter(lines)
    SAVED.clear()
    levels = ("", "easy" if computer else "")
    play(
        TerminalSession(
            match=LocalMatch.begin(game, names[: game.seats], levels[: game.seats], "5"),
            choosers=[None, choose_at_random if computer else None][: game.seats],
            read=lambda: next(typed, None),
            say=received.append,
            keep=keep,
            weigh=lambda: weigh,
        )
    )
    return received


def keep(name: str, text: str) -> None:
    if name == "full":
        raise OSError(28, "No space left on device")
    SAVED[name] = text


def weigh(game: AnyGame, state: object) -> Worth:
    """Finds the last move best."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    worths = {move: float(number) for number, move in enumerate(turn.moves)}
    return Worth(worths, unit_of(game), exact=True)


def test_the_end_of_input_ends_politely() -> None:
    assert transcript(new_game("knuckles"), [])[-1] == LEFT


def test_quit_ends_politely() -> None:
    output = transcript(new_game("knuckles"), ["quit", "column 1"])
    assert output[-1] == LEFT
    assert not any("column 1" in line for line in output)


def test_help_explains_and_asks_nothing_new() -> None:
    output = transcript(new_game("sparkle"), ["help"])
    assert "Moves: roll 1 4" in output[-2]
    assert "undo" in output[-2]


def test_moves_lists_the_legal_moves() -> None:
    output = transcript(new_game("knuckles"), ["moves"])
    assert output[-2] == "column 1, column 2, column 3"


@pytest.mark.parametrize("line", ["column 2", "COLUMN 2", "  Column \t  2 \n"])
def test_case_and_doubled_spaces_do_not_matter(line: str) -> None:
    output = transcript(new_game("knuckles"), [line])
    assert any("into column 2" in sentence for sentence in output)


@pytest.mark.parametrize("line", ["2", "col 2", "c 2", "Column 2"])
def test_a_move_may_be_shortened_as_long_as_it_is_clear(line: str) -> None:
    output = transcript(new_game("knuckles"), [line])
    assert any("into column 2" in sentence for sentence in output)


def test_a_number_after_the_list_plays_that_move() -> None:
    output = transcript(new_game("fune"), ["33", "moves", "33"])
    refused, listed, told, *_ = output[4:]
    assert "'33' is not a move" in refused
    assert "33) score twos" in listed
    assert told.endswith(" in Twos.")


def test_numbers_of_an_old_list_mean_nothing() -> None:
    output = transcript(new_game("fune"), ["moves", "32", "32"])
    assert sum("'32' is not a move" in sentence for sentence in output) == 1


@pytest.mark.parametrize("line", ["column 4", "column", "column 2 3", "put 2", "column 02"])
def test_illegal_moves_are_refused(line: str) -> None:
    output = transcript(new_game("knuckles"), [line])
    assert output[-2] == (
        f"Not possible: {line!r} is not a move: choose a column from 1 to 3.\n"
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


def test_echoed_input_is_short_and_without_control_characters() -> None:
    output = "\n".join(transcript(new_game("knuckles"), ["\x1b[2J\x07", "x" * 10_000]))
    assert all(line.isprintable() for line in output.split("\n"))
    assert max(map(len, output.split("\n"))) < 150


def test_many_legal_moves_are_shortened_with_every_verb() -> None:
    refusal = transcript(new_game("fune"), ["keep 1 2 3 4 5"])[-2]
    assert "you are keeping all five dice" in refusal
    assert "keep 1 2" in refusal
    assert "score ones" in refusal
    assert refusal.replace("\n", " ").endswith("and 32 more (type moves).")


@pytest.mark.parametrize("command", [*ALONE, *(f"{word} file" for word in WITH_ARGUMENT)])
def test_every_command_responds_and_is_not_a_move(command: str) -> None:
    output = transcript(new_game("fune"), [command, "no such move"])
    assert not any(f"{command!r} is not a move" in line for line in output)
    assert len(output) > len(transcript(new_game("fune"), [])) or command == "quit"


@dataclass(frozen=True)
class ManyVerbs(Pig):
    """Pig with twenty more moves, each beginning with a different word."""

    def turn(self, state: PigState) -> Turn:
        turn = super().turn(state)
        more = tuple(f"wait-{number}" for number in range(20))
        return replace(turn, moves=(*turn.moves, *more)) if isinstance(turn, Decide) else turn


def test_some_moves_are_named_however_many_verbs_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(catalogue, "_brought", lambda: {"pig": PIG})
    refusal = transcript(ManyVerbs(), ["jump"])[-2]
    assert "Legal: roll, wait-0, " in refusal
    assert refusal.replace("\n", " ").endswith("and 9 more (type moves).")


def test_the_computer_moves_by_itself() -> None:
    output = transcript(new_game("knuckles"), ["column 1", "column 2"], computer=True)
    assert sum(line.startswith("Computer put the ") for line in output) == 2
    assert not any(line.startswith("Computer: Put") for line in output)


def test_a_hint_is_the_best_move() -> None:
    output = " ".join(transcript(new_game("knuckles"), ["hint"])[-2].split())
    assert output.startswith("Hint: column 3. It keeps the chance to win with best play at ")
    assert "; the next best, column 2, at " in output
    assert transcript(new_game("fune"), ["hint"])[-2].startswith("Hint: score choice (Choice for ")


def test_a_match_is_saved_as_it_stands() -> None:
    output = transcript(new_game("knuckles"), ["column 1", "save My match.dice", "save full"])
    assert output[-3] == "Saved as My match.dice."
    assert output[-2] == "Not possible: No space left on device."
    record, _ = read(SAVED["My match.dice"])
    assert [getattr(event, "move", "") for event in record.events] == ["", "column 1", ""]
    assert record.notes["name-0"] == "Ada"


def test_alone_a_move_is_taken_back_and_the_dice_fall_again() -> None:
    once = transcript(new_game("fune"), ["keep 1 2"])
    again = transcript(new_game("fune"), ["undo", "keep 1 2", "undo", "keep 1 2"])
    assert again[4] == "Not possible: there is no move to undo."
    assert again[5:9] == again[-5:-1] == once[-5:-1]
    assert again[9:11] == again[2:4]


def test_at_one_keyboard_the_other_seats_move_is_taken_back() -> None:
    once = transcript(new_game("knuckles"), ["column 1"])
    again = transcript(new_game("knuckles"), ["column 1", "undo", "column 1"])
    assert again[-4:] == once[-4:]


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("seed", range(3))
def test_no_line_is_longer_than_a_terminal_is_wide(name: str, seed: int) -> None:
    """Over whole random matches, with everything that can be asked, and the longest names."""
    seats, random = games()[name].seats[-1], Random(f"{name} {seed}")
    said, typed = list[str](), [""]
    asked = iter(["help", "hint", "save x", "nonsense", "x" * 200, "keep 1 2 3 4 5", "undo"])

    def type_next() -> str:
        """Ask for everything once, then always for the list, and take any move of it."""
        if typed[-1] == "moves":
            listed = said[-1].replace(",\n", ", ").split(", ")
            typed.append(random.choice(listed).rpartition(") ")[2])
        else:
            typed.append(next(asked, "moves"))
        assert len(typed) < MOST_TYPED
        return typed[-1]

    levels = ("", "easy")[:seats]
    play(
        TerminalSession(
            match=LocalMatch.begin(
                new_game(name, seats), ("M" * 20, "W" * 20)[:seats], levels, str(seed)
            ),
            choosers=[choose_at_random if level else None for level in levels],
            read=type_next,
            say=said.append,
            keep=keep,
            weigh=lambda: weigh,
        )
    )
    lines = "\n".join(said).split("\n")
    assert said[-1] != LEFT
    assert max(map(len, lines)) <= 79


@pytest.mark.parametrize("typed", ["1", "c 1", "column 1"])
def test_a_full_column_is_refused_as_full_however_short_it_was_typed(typed: str) -> None:
    output = transcript(new_game("knuckles"), ["1", "2"] * 3 + [typed])
    assert output[-2].startswith("Not possible: column 1 is full.")


def test_a_row_that_is_used_is_refused_as_used_however_short_it_was_typed() -> None:
    output = transcript(new_game("fune"), ["s ones", "s ones"])
    assert output[-2].startswith("Not possible: ones is already confirmed.")


def with_own_dice(game: str, lines: Iterable[str]) -> list[str]:
    """All output of a match with own dice while these lines are typed."""
    received: list[str] = []
    typed = iter(lines)
    match = LocalMatch.begin(new_game(game), ("Ada",), ("",), "5").with_own_dice()
    play(
        TerminalSession(
            match, [None], lambda: next(typed, None), received.append, keep, lambda: weigh
        )
    )
    return received


def test_own_dice_are_typed_and_taken_back() -> None:
    lines = ["3 3 5 1", "hint", "33516", "keep 1 2", "undo", "undo", "6 6 6 6 6", "save mine"]
    said = with_own_dice("fune", lines)
    refused = [line for line in said if line.startswith("Not possible")]
    assert "5 dice are rolled here, not 4" in refused[0]
    assert "'hint' is not a face of a die" in refused[1]
    asked = [line for line in said if line.startswith("Roll ")]
    assert [line.count("d6") for line in asked] == [5, 3, 5]
    record, _ = read(SAVED["mine"])
    assert [*map(spell, record.events)] == ["roll 6 6 6 6 6"]
    assert record.notes["dice"] == "own"
    assert "take-backs" not in record.notes


def test_digits_need_spaces_where_a_face_has_two() -> None:
    said = with_own_dice("pocket-hexes", ["123456", "1 2 3 4 5 20"])
    assert any("'123456' is not a face" in line for line in said)
    assert any("20 (d20)" in line for line in said)
