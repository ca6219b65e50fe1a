"""Forks nodes, so that starting one costs no imports: `start ARGUMENTS…` on standard input.

The answer is the process id of the node. A node that died is not a child that anybody misses.
"""

import gc
import os
import shlex
import signal
import sys

import dicehall.host.serve
import dicehall.match.bus.redis
import dicehall.match.store.postgres
from dicehall.cli import main

assert dicehall.match.store.postgres
assert dicehall.match.bus.redis
assert dicehall.host.serve


def be_nursery() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.freeze()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            with open(os.devnull) as sys.stdin, open(os.devnull, "w") as sys.stdout:
                main(shlex.split(line))
        print(child, flush=True)


if __name__ == "__main__":
    be_nursery()
