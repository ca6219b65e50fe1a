"""What several commands are asked in the same way."""

from typing import Annotated

import typer

RecordFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A record; - reads standard input.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
Curve = Annotated[str, typer.Option(help="Sparkle's thresholds: classic or gentle.")]
