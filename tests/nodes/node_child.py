"""`dicehall`, with some of its values changed: `node_child.py NAME=VALUE … serve …`.

NAME is the full name of a constant. `die-before-publishing=ID` kills the process when it has
kept the command with this id and before it tells anybody. `descriptors=N` lets it have no more.
"""

import os
import resource
import signal
import sys
from importlib import import_module

from dicehall.cli import main


def change(name: str, value: str) -> None:
    module, _, constant = name.rpartition(".")
    found = import_module(module)
    setattr(found, constant, type(getattr(found, constant))(value))


def die_before_publishing(command_id: str) -> None:
    from dicehall.match.service import Matches

    decide = Matches._decide

    async def decide_and_die(self, table, command):  # type: ignore[no-untyped-def]
        match = await decide(self, table, command)
        if getattr(command, "id", "") == command_id:
            os.kill(os.getpid(), signal.SIGKILL)
        return match

    Matches._decide = decide_and_die  # type: ignore[method-assign]


if __name__ == "__main__":
    arguments = sys.argv[1:]
    while "=" in arguments[0]:
        name, _, value = arguments.pop(0).partition("=")
        if name == "die-before-publishing":
            die_before_publishing(value)
        elif name == "descriptors":
            resource.setrlimit(resource.RLIMIT_NOFILE, (int(value), int(value)))
        else:
            change(name, value)
    main(arguments)
