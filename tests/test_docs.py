"""The examples of the documentation run, and its commands are commands: that of docs/fairness.md
is a whole check, without our software."""

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import typer

from dicehall.cli.app import app
from dicehall.game import new_game
from dicehall.game.records import read, write
from support.contests import ANN, BOB, played_out

DOCS = Path(__file__).parents[1] / "docs"
SITTING = (replace(ANN, words="rabbit's foot: \\"), replace(BOB, words="Würfelglück 🎲"))


def examples(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.S)


@pytest.fixture
def check() -> Callable[[str], str]:
    [example] = examples("fairness.md")
    assert "dicehall" not in example
    names: dict[str, Callable[[str], str]] = {}
    exec(example, names)
    return names["check"]


@pytest.mark.parametrize("game", ["knucklebones", "knuckles"])
@pytest.mark.parametrize("sitting", [SITTING, (ANN, BOB)])
def test_the_example_checks_a_record(
    game: str, sitting: tuple[object, ...], check: Callable[[str], str]
) -> None:
    match = played_out(new_game(game), 4, sitting)  # type: ignore[arg-type]
    assert check(write(match.record())) == f"{match.rolls} rolls, all as promised"


def test_the_example_finds_what_is_false(check: Callable[[str], str]) -> None:
    text = write(played_out(new_game("knuckles"), 4, SITTING).record())
    roll = re.search(r"roll (\d)", text)
    assert roll
    with pytest.raises(AssertionError, match="roll 1 should be"):
        check(text.replace(roll[0], f"roll {int(roll[1]) % 6 + 1}", 1))
    with pytest.raises(AssertionError, match="another secret"):
        check(re.sub("promise: ..", "promise: zz", text))


def test_the_example_of_records_is_true() -> None:
    [example] = [text for text in examples("records.md") if ">>>" not in text]
    exec(example, {})


def test_the_record_that_is_shown_can_be_read() -> None:
    page = (DOCS / "records.md").read_text("utf-8")
    shown = page[page.index("    game:") : page.index("This is version")]
    record, _ = read("\n".join(line.strip() for line in shown.split("\n")))
    assert len(record.events) == 4


ALSO_RUN = {"fairness.md": 1, "records.md": 1, "adding-a-game.md": 4, "bots.md": 5}
"""Examples without `>>>`: two are run above, four by tests/examples/test_pig.py, and bots in
test_docs_bots.py."""


def test_every_example_runs() -> None:
    """One with `>>>` is a doctest; any other is tried by a test that knows it."""
    for page in DOCS.rglob("*.md"):
        plain = [text for text in examples(str(page.relative_to(DOCS))) if ">>>" not in text]
        assert len(plain) == ALSO_RUN.get(page.name, 0), page


ROOT = DOCS.parent
ELSEWHERE = ("README.md", "README.ja.md", "deploy/README.md")
PAGES = [*(ROOT / name for name in ELSEWHERE), *sorted(DOCS.rglob("*.md"))]


def commands(text: str) -> Iterator[str]:
    """The `dicehall` commands on a page, in blocks and in running text."""
    for line in re.findall(r"^(?: {4,}|[$] )?(?:\S+/)?dicehall (\S.*)$", text, re.M):
        yield re.split(r"\s+#|\s+&&|\s+>|\s+\|", line)[0]
    yield from re.findall(r"`dicehall ([^`\n]+)`", text)


def check_command(line: str) -> None:
    """Let the real parser read a command, without running it."""
    command, words = typer.main.get_command(app), shlex.split(line.replace("…", " … "))
    if words[0].startswith("--"):
        assert any(words[0] in one.opts for one in command.params), line
        return
    while hasattr(command, "commands") and words[0] != "…":
        assert words[0] in command.commands, line
        command = command.commands[words.pop(0)]
        if not words:
            words = ["…"]
    if "…" in words or any(word.startswith("[") for word in words):  # left to the reader
        options = [word.partition("=")[0] for word in words if word.startswith("--")]
        known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
        assert set(options) <= known, line
        return
    command.make_context("dicehall", [word for word in words if word != "--help"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_commands_that_are_shown_are_commands(page: Path) -> None:
    for line in commands(page.read_text("utf-8")):
        check_command(line)


def test_commands_are_found_and_wrong_ones_refused() -> None:
    found = [line for page in PAGES for line in commands(page.read_text("utf-8"))]
    assert len(found) > 60
    for wrong in ("dance", "play --loud", "replay a b", "admin dance", "arena fune … --loud"):
        with pytest.raises((AssertionError, typer.TyperException)):
            check_command(wrong)
    shown = "    dicehall arena fune hard easy   # levels; --games\n\nas `dicehall value F` says"
    assert list(commands(shown)) == ["arena fune hard easy", "value F"]


BLOCK = re.compile(r"^(```(?:sh|bash|console)?\n.*?^```|(?: {4,}\S.*\n)+)", re.M | re.S)
PROGRAM = re.compile(r"(?:[$] |sudo )*(?:\S*/)?(?:dicehall|pip|make|python3?|docker|git|curl|uv) ")
REQUIREMENT = re.compile(r"-\S+|[\w./-]+(\[[\w,]+\])?([=<>~!]=[\w.]+)?|…")


def with_prose(text: str) -> Iterator[str]:
    """Commands in blocks with words behind them that a shell would take for arguments: the copy
    button of the site copies whole lines."""
    for block in BLOCK.findall(text):
        for line in map(str.strip, block.splitlines()):
            if not PROGRAM.match(line):
                continue
            command = re.split(r"\s+(?:#|&&)", line)[0]
            installs = re.search(r"\bpip install (.*)", command)
            packages = shlex.split(installs[1]) if installs else []
            if re.search(r"\S {2,}\S", command) or not all(map(REQUIREMENT.fullmatch, packages)):
                yield line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_only_a_comment_may_follow_a_command(page: Path) -> None:
    assert list(with_prose(page.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "line",
    [
        "pip install dicehall              rules and records",
        "pip install 'dicehall[openspiel]' `players`, and the games",
        "dicehall play fune      alone",
    ],
)
def test_prose_behind_a_command_is_found(line: str) -> None:
    assert list(with_prose(f"so:\n\n    {line}\n")) == [line]
    assert not list(with_prose("    pip install 'dicehall[play]'   # to play\n"))
