"""Benchmarks: each module of this package measures one thing."""

from collections.abc import Iterator
from importlib import import_module

from dicehall.bench.measurement import Measurement

MODULES = ("steps", "records", "vector", "solving")
"""Each has `measure() -> Iterator[Measurement]`, and is imported when its turn comes."""


def measurements() -> Iterator[Measurement]:
    """All measurements in order, as soon as each is known."""
    for module in MODULES:
        yield from import_module(f"{__name__}.{module}").measure()
