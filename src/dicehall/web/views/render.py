"""Jinja templates in the current language, and the paths of static files."""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound
from markupsafe import Markup

from dicehall.game import games
from dicehall.game.positions import has_positions
from dicehall.game_page.protocol import GamePage, find_page
from dicehall.match.names import shown_name
from dicehall.players.characters import missing_line
from dicehall.players.opponents import computer_name
from dicehall.web.root import root
from dicehall.words.cldr import conventions
from dicehall.words.endings import tell_mark
from dicehall.words.language import _, current, languages, ngettext, pgettext, using
from dicehall.words.lines import columns
from dicehall.words.numbers import say_number, say_percent
from dicehall.words.outline import rules_outline, usual_moves
from dicehall.words.phrases import counted
from dicehall.words.refusals import sentence

STATIC = Path(__file__).parents[1] / "static"
TEMPLATES = Path(__file__).parents[1] / "templates"


@cache
def game_pages() -> dict[str, GamePage]:
    """The pages of all games, by key."""
    pages = map(find_page, games())
    return {page.key: page for page in pages}


@cache
def build() -> str:
    """A digest of all static files; it changes when any of them does."""
    digest = hashlib.sha256()
    for name, file in static_files().items():
        digest.update(name.encode() + file.read_bytes())
    return digest.hexdigest()[:10]


@cache
def static_files() -> dict[str, Path]:
    """All static files of the server and the games' pages, by the names that `static` takes."""
    folders = {"": STATIC}
    folders |= {f"{key}/": page.folder / "static" for key, page in game_pages().items()}
    return {
        f"{before}{path.relative_to(folder).as_posix()}": path
        for before, folder in folders.items()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def has_static(name: str) -> bool:
    """Whether there is a static file with this name."""
    return name in static_files()


def static(name: str) -> str:
    """The address of a static file."""
    return root() + static_path(name)


@cache
def static_path(name: str) -> str:
    """The path of a static file inside the application. It contains the build, so browsers can
    cache the file, and what it imports by relative path, forever."""
    key, _slash, file = name.rpartition("/")
    folder = game_pages()[key].folder / "static" if key in game_pages() else STATIC / key
    assert (folder / file).is_file(), name
    return f"/static/{build()}/{name}"


INCLUDED = re.compile(r'\{% include "([^"]+)" %\}')
MESSAGE = re.compile(r"""\{\{ _\((?:"([^"\\]*)"|'([^'\\]*)')\) \}\}""")


class TableLoader(BaseLoader):
    """Loads the templates of the server, and those of games under the keys of their pages.

    A table consists of many small parts and messages. To render it faster, loading a template
    inlines its includes ("./…" is relative to the including template) and all messages without
    values. Without this, a move through a page takes 1.15 times as long.
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def get_source(self, environment: Environment, template: str) -> Any:
        key, slash, name = template.rpartition("/")
        folder = game_pages()[key].folder / "templates" if key in game_pages() else TEMPLATES / key
        path = folder / name
        if not path.is_file():
            raise TemplateNotFound(template)

        def included(found: re.Match[str]) -> str:
            named = found[1].replace("./", key + slash, 1) if found[1][:2] == "./" else found[1]
            text: str = self.get_source(environment, named)[0]
            return text.removesuffix("\n")

        with using(self.language):
            text = MESSAGE.sub(lambda found: _(found[1] or found[2]), path.read_text("utf-8"))
        return INCLUDED.sub(included, text), str(path), lambda: True


def _gettext(message: str, /, **values: object) -> Markup:
    """A message in the current language, with escaped values."""
    return Markup(_(message)) % values


@cache
def environment(language: str, root: str) -> Environment:
    """The Jinja environment for all templates in one language, with addresses below a root."""
    made = Environment(
        loader=TableLoader(language),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    made.install_gettext_callables(_, ngettext, newstyle=True, pgettext=pgettext)  # type: ignore[attr-defined]
    made.globals.update(static=static, root=root, games=games(), _=_gettext, counted=counted)
    made.globals.update(shown_name=shown_name, tell_mark=tell_mark, missing_line=missing_line)
    made.globals.update(number=say_number, percent=say_percent, computer_name=computer_name)
    made.globals.update(has_positions=has_positions, columns=columns)
    made.globals.update(own_names={code: conventions(code).own_name for code in languages()})
    made.globals.update(sentence=sentence, rules_outline=rules_outline, usual_moves=usual_moves)
    return made


def render(template: str, **context: Any) -> str:
    """Render a template in the current language."""
    return environment(current(), root()).get_template(template).render(context)
