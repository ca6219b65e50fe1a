"""Templates: Jinja with the words of the current language, and the addresses of static files."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    StrictUndefined,
    TemplateNotFound,
)

from dicehall.game import games
from dicehall.page.protocol import GamePage, find_page
from dicehall.words.language import _, ngettext

STATIC = Path(__file__).parents[1] / "static"


@cache
def game_pages() -> dict[str, GamePage]:
    """The pages of all games by their keys."""
    pages = map(find_page, games())
    return {page.key: page for page in pages}


@cache
def static(name: str) -> str:
    """The address of a static file, of the house or of a game's page; it changes with the content,
    so it can be kept for ever."""
    key, _slash, file = name.rpartition("/")
    folder = game_pages()[key].folder / "static" if key else STATIC
    digest = hashlib.sha256((folder / file).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={digest}"


class GameLoader(BaseLoader):
    """Finds the templates of games under the keys of their pages."""

    def get_source(self, environment: Environment, template: str) -> Any:
        key, _slash, name = template.rpartition("/")
        if key not in game_pages():
            raise TemplateNotFound(template)
        return FileSystemLoader(game_pages()[key].folder / "templates").get_source(
            environment, name
        )


class TableEnvironment(Environment):
    """Finds a template named "./…" beside the one that includes it."""

    def join_path(self, template: str, parent: str) -> str:
        if template.startswith("./"):
            return parent.rpartition("/")[0] + template[1:]
        return template


@cache
def environment() -> Environment:
    """The templates of the house, and of every game under the key of its page."""
    made = TableEnvironment(
        loader=ChoiceLoader([PackageLoader("dicehall.web"), GameLoader()]),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    made.install_gettext_callables(_, ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.globals.update(static=static, games=games())
    return made


def render(template: str, **context: Any) -> str:
    """A page or a part of one."""
    return environment().get_template(template).render(context)
