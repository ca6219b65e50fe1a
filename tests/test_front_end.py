"""docs/front-end.md lists every module, data attribute and window event of the scripts."""

import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/dicehall"
PAGE = (ROOT / "docs/front-end.md").read_text("utf-8")

SCRIPTS = sorted(SOURCE.rglob("static/*.js"))
STYLES = sorted(SOURCE.rglob("static/*.css"))
TEMPLATES = sorted(SOURCE.rglob("templates/**/*.html"))
MOST_COLUMNS = 120


def text(files: Iterable[Path]) -> str:
    return "\n".join(file.read_text("utf-8") for file in files)


def hyphenated(name: str) -> str:
    """`whyNot` as HTML spells it, `why-not`."""
    return re.sub("[A-Z]", lambda letter: "-" + letter[0].lower(), name)


def test_every_attribute_is_listed() -> None:
    written = re.findall(r"\bdata-([a-z][a-z-]*[a-z])", text([*SCRIPTS, *TEMPLATES]))
    read = map(hyphenated, re.findall(r"\bdataset\??\.([a-zA-Z]+)", text(SCRIPTS)))
    listed = set(re.findall(r"`data-([a-z-]+)`", PAGE))
    used = {*written, *read}
    assert used - listed == set()
    assert listed - used == set()


def test_every_window_event_is_listed() -> None:
    sent = set(re.findall(r"dispatchEvent\(new (?:Custom)?Event\(\"([\w-]+)\"", text(SCRIPTS)))
    passed_on = re.search(r"for \(const name of \[(.*?)\]\) news", text(SCRIPTS))
    assert passed_on
    sent |= {f"table-{name}" for name in re.findall(r'"(\w+)"', passed_on[1])}
    section = PAGE.partition("## Window events")[2].partition("\n## ")[0]
    listed = set(re.findall(r"^\| `([\w-]+)`", section, re.M))
    assert listed == sent - {"change"}  # an event of the browser, sent again


def test_every_module_is_listed() -> None:
    section = PAGE.partition("## Modules")[2].partition("\n## ")[0]
    rows = "\n".join(re.findall(r"^\| (`.*?) \|", section, re.M))
    modules = {file.name for file in SCRIPTS if file.parent.parent.name == "web"}
    assert set(re.findall(r"`([\w-]+\.js)`", rows)) == modules


def test_no_line_is_too_long() -> None:
    long = {
        f"{file.relative_to(SOURCE)}:{number}"
        for file in [*SCRIPTS, *STYLES, *TEMPLATES]
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1)
        if len(line) > MOST_COLUMNS
    }
    assert long == set()
