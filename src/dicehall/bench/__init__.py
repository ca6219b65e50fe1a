"""Measurements of speed: each module of this package measures one thing, and is named here."""

from collections.abc import Iterator
from importlib import import_module

from dicehall.bench.measurement import Measurement

MODULES = ("steps", "records", "vector", "solving")
"""Each has `measure() -> Iterator[Measurement]`; imported one after the other, when it is due."""


def measurements() -> Iterator[Measurement]:
    """Everything that is measured, in order, as soon as it is known."""
    for module in MODULES:
        yield from import_module(f"{__name__}.{module}").measure()
