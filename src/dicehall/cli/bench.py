"""`dicehall bench`: how fast it is on this machine."""

import json
from dataclasses import asdict
from typing import Annotated

import typer


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
) -> None:
    """Measure how fast Dicehall is on this machine."""
    from dicehall.bench import measurements

    if as_json:
        print(json.dumps([asdict(measurement) for measurement in measurements()]))
        return
    for measurement in measurements():
        print(f"{measurement.what:<50}{measurement.value:>14,.1f} {measurement.unit}", flush=True)
