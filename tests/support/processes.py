"""Processes that never outlive the test that started them."""

import shutil

SETPRIV = shutil.which("setpriv")


def bound(*command: str) -> list[str]:
    """A command whose process the kernel kills when the thread that started it ends.

    Fixtures end what they start; this is for a pytest process that cannot run its fixtures any
    more. Linux only; elsewhere the command is as it was.
    """
    return [SETPRIV, "--pdeathsig", "KILL", *command] if SETPRIV else [*command]
