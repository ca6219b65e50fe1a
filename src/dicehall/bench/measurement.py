"""The result of a benchmark."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measurement:
    """A number with its unit and meaning."""

    what: str
    value: float
    unit: str
