"""This machine's resources: cores, and whether memory and disk suffice for a large solve."""

import os
import shutil
from pathlib import Path
from tempfile import TemporaryFile

import psutil

from dicehall.game.messages import Message, translatable
from dicehall.game.refused import NotEnoughRoom

GIGABYTE = 10**9


def core_count() -> int:
    """The number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_room(folder: Path, *, memory: float, disk: float) -> None:
    """Refuse if the folder is not writable, or if too few bytes are free."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        where = {"folder": str(folder), "why": str(error.strerror)}
        raise NotEnoughRoom(translatable("cannot write to %(folder)s: %(why)s", **where)) from error
    free_memory = available_memory()
    if free_memory < memory:
        raise _shortage(translatable("memory"), memory, free_memory)
    free_disk = shutil.disk_usage(folder).free
    if free_disk < disk:
        what = translatable("disk space for %(folder)s", folder=str(folder))
        raise _shortage(what, disk, free_disk)


def available_memory() -> int:
    """How many bytes a new process can use without swapping."""
    return psutil.virtual_memory().available


def _shortage(what: Message, needed: float, free: int) -> NotEnoughRoom:
    return NotEnoughRoom(
        translatable(
            "%(needed)s GB of %(what)s needed, but only %(free)s GB free",
            needed=f"{needed / GIGABYTE:.1f}",
            what=what,
            free=f"{free / GIGABYTE:.1f}",
        )
    )
