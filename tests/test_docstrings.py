"""Names in backticks in docstrings and comments exist, so a rename cannot leave them behind."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import dicehall

SOURCE = Path(dicehall.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
WORD = re.compile(r"[A-Za-z_]\w*")
NAMED = re.compile(r"`([^`\n]+)`")
ELSEWHERE = {
    *("Host", "Origin", "Retry", "Pig", "dicehall_knucklebones"),
    *("TOKEN", "choose_LEVEL", "rrggbb", "v0"),
}
"""What others have named, and placeholders."""


def tokens(path: Path) -> Iterator[tokenize.TokenInfo]:
    yield from tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)


def known_words() -> set[str]:
    """All names, all words of plain texts, templates and scripts, and all files."""
    known = {path.stem for path in SOURCE.rglob("*")} | ELSEWHERE
    for path in SOURCE.rglob("*"):
        if path.suffix in (".css", ".html", ".js"):
            known.update(WORD.findall(path.read_text("utf-8")))
    for path in MODULES:
        for token in tokens(path):
            if token.type in (tokenize.NAME, tokenize.STRING):
                known.update(WORD.findall(NAMED.sub("", token.string)))
    return known


def named_words(path: Path) -> Iterator[tuple[str, str]]:
    """The texts in backticks, and each word in them."""
    for token in tokens(path):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            for named in NAMED.findall(token.string):
                yield from ((named, word) for word in WORD.findall(named))


def test_names_in_docstrings_exist() -> None:
    known = known_words()
    lost = {
        f"{path.relative_to(SOURCE)}: `{named}`"
        for path in MODULES
        for named, word in named_words(path)
        if word not in known
    }
    assert lost == set()
