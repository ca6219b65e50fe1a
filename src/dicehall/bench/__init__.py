"""Benchmarks: each module of this package measures one thing."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

MODULES = ("steps", "records", "vector", "solving")
"""Each has `measure() -> Iterator[Measurement]`, and is imported when its turn comes."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """A measured number with its unit."""

    what: str
    value: float
    unit: str


def measurements() -> Iterator[Measurement]:
    """All measurements in order, as soon as each is known."""
    for module in MODULES:
        yield from import_module(f"{__name__}.{module}").measure()
