"""Templates: Jinja with the words of the current language, and the addresses of static files."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from dicehall.rules import KINDS
from dicehall.words.language import _, ngettext

STATIC = Path(__file__).parent / "static"


@cache
def static(name: str) -> str:
    """The address of a static file; it changes with the content, so it can be kept for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={digest}"


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("dicehall.web"),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.install_gettext_callables(_, ngettext, newstyle=True)  # type: ignore[attr-defined]
    environment.globals.update(static=static, kinds=KINDS)
    return environment


environment = _environment()


def render(template: str, **context: Any) -> str:
    """A page or a part of one."""
    return environment.get_template(template).render(context)
