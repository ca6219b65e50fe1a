"""Compiles the catalogues of other languages whenever the package is built or installed."""

import os
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path(__file__).parent / "src/dicehall/locale"


class CompileCatalogues(BuildHookInterface[Any]):
    """Wheels carry the compiled catalogues, and whoever works in a checkout has them beside the
    sources: Babel is needed to build, not to run."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues()
        build_data["artifacts"].append("*.mo")  # though git does not keep them


def compile_catalogues(locale: Path = LOCALE) -> None:
    """Compile every catalogue; one that is as it should be is left alone."""
    for source in sorted(locale.glob("*/LC_MESSAGES/dicehall.po")):
        compiled = BytesIO()
        with source.open("rb") as file:
            write_mo(compiled, read_po(file, locale=source.parts[-3]))
        place = source.with_suffix(".mo")
        if not place.is_file() or place.read_bytes() != compiled.getvalue():
            _put(place, compiled.getvalue())


def _put(place: Path, content: bytes) -> None:
    """Write a file at once: a house may be reading it."""
    fresh = place.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(content)
    fresh.replace(place)
