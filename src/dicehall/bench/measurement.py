"""What a measurement says."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measurement:
    """A number with its unit, and what it says."""

    what: str
    value: float
    unit: str
