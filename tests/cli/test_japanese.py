"""The command line in a Japanese terminal."""

import io
import re
from pathlib import Path

import pytest

from dicehall.cli import main
from dicehall.game import games, new_game
from dicehall.plain_terminal.boards import guide
from dicehall.words.language import using
from dicehall.words.lines import WIDTH, columns

RECORDS = Path(__file__).parents[1] / "game/records"
JAPANESE = [{"LANG": "ja_JP.UTF-8"}, {"LC_ALL": "C.UTF-8", "LANGUAGE": "ja"}]


@pytest.fixture(params=JAPANESE, ids=["LANG", "LANGUAGE"])
def terminal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in request.param.items():
        monkeypatch.setenv(name, value)


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    return left.value.code if isinstance(left.value.code, int) else 0


@pytest.mark.usefixtures("terminal")
def test_a_game_is_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("score ship\nkeep 1 2\nquit\n"))
    assert run("play", "fune", "--seed", "1") == 0
    output = capsys.readouterr().out
    assert "help でルール" in output
    assert "できません。'score ship' という手はありません" in output
    assert re.search("(?m)^.、.を残し、3個を振り直しました。", output)
    assert output.endswith("またどうぞ。\n")


@pytest.mark.usefixtures("terminal")
def test_refusals_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play", "chess") == 2
    assert capsys.readouterr().err.startswith("'chess' というゲームはありません")
    assert run("value", str(RECORDS / "fune-0.dice")) == 2
    assert "選べる手がありません" in capsys.readouterr().err
    assert run("dance") == 2
    assert "'dance' というコマンドはありません" in capsys.readouterr().err


def test_the_columns_of_a_card_are_straight(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "ja")
    assert run("replay", str(RECORDS / "fune-0.dice")) == 0
    card = re.search("^1の目.*?^合計.*?$", capsys.readouterr().out, re.S | re.M)
    assert card
    assert len({columns(line) for line in card[0].split("\n")}) == 1


@pytest.mark.parametrize("name", games())
def test_rules_fit_into_a_terminal(name: str) -> None:
    with using("ja"):
        output = guide(new_game(name))
    assert re.search("[ぁ-ん]", output)
    assert [line for line in output.split("\n") if columns(line) > WIDTH] == []


@pytest.mark.parametrize("command", [[], ["play"], ["serve"], ["admin"], ["verify"]])
def test_help_is_japanese(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "ja")
    assert run(*command, "--help") == 0
    output = re.findall(r"[぀-ヿ一-鿿][^│\n]*", capsys.readouterr().out)
    assert len(output) > 2
    assert not [line for line in output if re.search(r"\b(the|and|with|this)\b", line)]
