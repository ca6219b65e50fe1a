"""A progress bar on standard error; plain lines where that is no terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from dicehall.solving.making import MakingReport

LINES = 10
"""How many lines a whole task takes at most where there is no bar."""


@contextmanager
def progress_bar() -> Iterator[MakingReport]:
    """Shows what is being done and how much of it is done, until the block is left."""
    if not sys.stderr.isatty():
        yield _Lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    console = Console(stderr=True)
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda doing, share: bar.update(task, description=doing, completed=share)


class _Lines:
    """Says what is begun, and then how far it is every tenth of the way."""

    def __init__(self) -> None:
        self._said = ("", -1)

    def __call__(self, doing: str, share: float) -> None:
        # What is being done may carry numbers that change: its letters tell it apart.
        now = ("".join(filter(str.isalpha, doing)), int(share * LINES))
        if now != self._said:
            self._said = now
            print(f"{doing} … {share:.0%}", file=sys.stderr, flush=True)
