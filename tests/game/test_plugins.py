"""Broken entry points of other packages are skipped and logged in one line each."""

import logging
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from dicehall.game import Chance, Die, Entry, Over, Roll, Turn, catalogue
from dicehall.game.catalogue import check_entry
from dicehall.game.contract import ContractBroken, check_game
from dicehall.game.entry import check_level_name
from dicehall.game.refused import BadOption
from dicehall.game.typed_commands import ALONE, WITH_ARGUMENT
from dicehall_pig import PIG, Pig, PigState


def test_pig_is_a_game() -> None:
    check_entry(PIG)
    check_game(PIG.new())


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"seats": (3,)}, "it needs 3 seats, but a table has one or two"),
        ({"seats": ()}, "it needs no seats, but a table has one or two"),
        ({"name": "Pig"}, "'Pig' is not a valid name"),
        ({"name": "taken"}, "another game is already called 'taken'"),
        ({"name": "sow"}, "for 2 seats, its rules create 'pig'"),
        ({"levels": ("easy", "easy")}, "another level is already called 'easy'"),
        ({"levels": ("people",)}, "'people' is not a valid level"),
    ],
)
def test_an_entry_is_refused_with_a_reason(wrong: dict[str, object], reason: str) -> None:
    with pytest.raises(BadOption) as refused:
        check_entry(replace(PIG, **wrong), taken=["taken"])  # type: ignore[arg-type]
    assert refused.value.reason.startswith(reason)


def test_a_level_has_a_name_that_can_be_kept() -> None:
    check_level_name("sixteen-letters1")
    for wrong in ("", "Hard", "sixteen-letters12", "two words", "random"):
        with pytest.raises(BadOption):
            check_level_name(wrong)


def test_a_broken_part_is_logged_and_replaced_by_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    package = tmp_path / "pig_with_broken_words"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "words.py").write_text("raise RuntimeError('no\\nwords')", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    entry = Entry("pig", "Pig", Pig, seats=(2,), package="pig_with_broken_words")
    with caplog.at_level(logging.WARNING):
        assert entry.part("words") is None
        assert entry.part("words") is None
        assert entry.part("page") is None
    logged = [record.getMessage() for record in caplog.records]
    assert logged == ["skipped pig_with_broken_words.words: RuntimeError: no words"]


@dataclass(frozen=True)
class LoudPig(Pig):
    def turn(self, state: PigState) -> Turn:
        turn = super().turn(state)
        return replace(turn, moves=("ROLL",)) if hasattr(turn, "moves") else turn


@dataclass(frozen=True)
class EndlessPig(Pig):
    def roll(self, state: PigState, roll: Roll) -> PigState:
        return super().roll(state, (1,) * len(roll))


@dataclass(frozen=True)
class UnfairPig(Pig):
    def turn(self, state: PigState) -> Turn:
        turn = super().turn(state)
        return Over(turn.scores, (0, 1)) if isinstance(turn, Over) else turn


@dataclass(frozen=True)
class LaxPig(Pig):
    def play(self, state: PigState, move: str) -> PigState:
        return super().play(state, "hold" if move == "hold" else "roll")


@dataclass(frozen=True)
class HugePig(Pig):
    def turn(self, state: PigState) -> Turn:
        turn = super().turn(state)
        return Chance((Die("huge", tuple(range(300))),)) if isinstance(turn, Chance) else turn


@dataclass(frozen=True)
class PigWithMove(Pig):
    move: str = ""

    def turn(self, state: PigState) -> Turn:
        turn = super().turn(state)
        return replace(turn, moves=(self.move,)) if hasattr(turn, "moves") else turn


@pytest.mark.parametrize(
    ("kind", "duty"),
    [
        (LoudPig, "a move is lowercase"),
        (EndlessPig, "a match ends"),
        (UnfairPig, "the highest score wins"),
        (LaxPig, "is refused"),
        (HugePig, "a die has 2 to 256 faces"),
    ],
)
def test_the_contract_names_the_duty_that_is_not_kept(kind: type[Pig], duty: str) -> None:
    with pytest.raises(ContractBroken, match=duty):
        check_game(kind())


@dataclass(frozen=True)
class PigWithOption(Pig):
    goal: str = "100"

    @property
    def options(self) -> dict[str, str]:
        return {} if self.goal == "100" else {"goal": self.goal}


@dataclass(frozen=True)
class SilentPig(PigWithOption):
    options = {}  # type: ignore[assignment]  # noqa: RUF012


@pytest.mark.parametrize(
    ("kind", "values", "duty"),
    [
        (PigWithOption, ("100", "50"), ""),
        (PigWithOption, ("100", "far"), "the values of goal fit OpenSpiel"),
        (PigWithOption, ("100", "0.5"), "the values of goal fit OpenSpiel"),
        (PigWithOption, ("100", "a,b"), "the values of goal fit OpenSpiel"),
        (SilentPig, ("100", "50"), "goal '50' is reported by the game's options: '100'"),
    ],
)
def test_the_contract_looks_at_options(
    kind: type[Pig], values: tuple[str, ...], duty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = replace(PIG, make=kind, options={"goal": values})
    monkeypatch.setattr(catalogue, "_brought", lambda: {"pig": entry})
    if not duty:
        check_game(kind(), matches=1)
        return
    with pytest.raises(ContractBroken, match=duty):
        check_game(kind(), matches=1)


@pytest.mark.parametrize("command", [*ALONE, *(f"{word} 3" for word in WITH_ARGUMENT)])
def test_no_move_is_spelled_as_a_command_of_the_terminal(command: str) -> None:
    with pytest.raises(ContractBroken, match="is not a terminal command"):
        check_game(PigWithMove(move=command))
