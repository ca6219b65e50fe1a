"""The commands of `research` are those that its README lists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
RESEARCH = ROOT / "research"
COMMAND = re.compile(r"python -m (research[\w.]+)")


def commands_in(*pages: Path) -> set[str]:
    return {name for page in pages for name in COMMAND.findall(page.read_text("utf-8"))}


def test_every_command_is_listed_and_every_page_names_only_commands() -> None:
    programs = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
        for path in RESEARCH.rglob("*.py")
        if '__name__ == "__main__"' in path.read_text("utf-8")
    }
    assert commands_in(RESEARCH / "README.md") == programs
    assert commands_in(*(ROOT / "docs").rglob("*.md"), *RESEARCH.rglob("*.py")) <= programs
