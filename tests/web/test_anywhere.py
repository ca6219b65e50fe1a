"""The application where there are no threads, processes, sockets or NumPy, as in a browser."""

import subprocess
import sys
from pathlib import Path

from support.processes import bound


def test_a_match_in_one_thread(tmp_path: Path) -> None:
    script = Path(__file__).with_name("in_one_thread.py")
    command = bound(sys.executable, str(script), str(tmp_path))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("played\n", 0), done.stderr
