"""A real server process that tests can stop, kill and restart."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from support.processes import bound

PACE_SECONDS = "0.02"


@dataclass
class Server:
    """`dicehall serve` on a free port; a restart keeps the address."""

    data: Path
    port: int = 0
    limit: int = 1_000_000
    python: Path = Path(sys.executable)
    """The Python of the environment in which Dicehall is installed."""
    options: tuple[str, ...] = ()
    """More options for `dicehall serve`."""
    process: subprocess.Popen[str] = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [str(self.python), "-m", "dicehall", "serve", "--no-open"]
        options = ["--port", str(self.port), "--data", str(self.data)]
        options += ["--pace", PACE_SECONDS, "--limit", str(self.limit), *self.options]
        self.process = subprocess.Popen(
            bound(*command, *options), stdout=subprocess.PIPE, text=True, env={**os.environ}
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"the server said {line!r}"
        self.port = int(found[1])

    def stop(self) -> None:
        """Stop it gracefully, like Ctrl-C."""
        self.process.terminate()
        self.process.wait(timeout=60)

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait(timeout=60)
