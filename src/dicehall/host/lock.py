"""Locks on a data folder: a server and its host share it; moving it needs exclusive access.

The system releases the locks of a process when it exits, however it exits.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnusable
from dicehall.match.store.private_files import FILE_MODE, FOLDER_MODE

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

FOLDER_LOCK = "dicehall.lock"
HOUSE_LOCK = "dicehall-serve.lock"

log = logging.getLogger(__name__)


@contextmanager
def lock_shared(folder: Path) -> Iterator[None]:
    """Use a folder together with others; refused while it is being moved."""
    moved = StoreUnusable(
        translatable("the data in %(folder)s is being copied to a database", folder=str(folder))
    )
    with _locked(folder, FOLDER_LOCK, moved, alone=False):
        yield


@contextmanager
def lock_exclusively(folder: Path) -> Iterator[None]:
    """Use a folder alone; refused while a server uses it."""
    used = StoreUnusable(
        translatable("a server is using %(folder)s: stop it first", folder=str(folder))
    )
    with _locked(folder, FOLDER_LOCK, used, alone=True):
        yield


@contextmanager
def lock_for_server(folder: Path) -> Iterator[None]:
    """Use a folder as its only server; refused while another server uses it, because the two would
    not see each other's changes."""
    taken = StoreUnusable(
        translatable(
            "another server is using %(folder)s: stop it, or choose another folder with --data",
            folder=str(folder),
        )
    )
    with lock_shared(folder), _locked(folder, HOUSE_LOCK, taken, alone=True):
        yield


@contextmanager
def _locked(folder: Path, name: str, refusal: StoreUnusable, *, alone: bool) -> Iterator[None]:
    if fcntl is None:
        yield
        return
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    number = os.open(folder / name, os.O_RDWR | os.O_CREAT, FILE_MODE)
    try:
        fcntl.flock(number, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(number)
        raise refusal from None
    except OSError as error:  # a file system that has no locks
        log.warning("%s cannot be locked: %s", folder, error.strerror)
    try:
        yield
    finally:
        os.close(number)
