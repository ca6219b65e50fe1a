"""Build hook: compiles the translation catalogues when the package is built or installed."""

import os
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path(__file__).parent / "src/dicehall/locale"


class CompileCatalogues(BuildHookInterface[Any]):
    """Compiles catalogues into wheels, and into the source tree for editable installs. So Babel is
    needed to build, but not to run."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues()
        build_data["artifacts"].append("*.mo")  # include them although git ignores them


def compile_catalogues(locale: Path = LOCALE) -> None:
    """Compile every catalogue; unchanged files are not rewritten."""
    for source in sorted(locale.glob("*/LC_MESSAGES/dicehall.po")):
        compiled = BytesIO()
        with source.open("rb") as file:
            write_mo(compiled, read_po(file, locale=source.parts[-3]))
        place = source.with_suffix(".mo")
        if not place.is_file() or place.read_bytes() != compiled.getvalue():
            _put(place, compiled.getvalue())


def _put(place: Path, content: bytes) -> None:
    """Replace a file atomically: a server may be reading it."""
    fresh = place.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(content)
    fresh.replace(place)
