"""Who uses a data folder: a house and its host share it; whoever moves it away has it alone."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dicehall.game.messages import said
from dicehall.game.refused import StoreUnusable
from dicehall.match.store.private_files import FILE_MODE, FOLDER_MODE

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

NAME = "dicehall.lock"

log = logging.getLogger(__name__)


@contextmanager
def share(folder: Path) -> Iterator[None]:
    """Use a folder beside others; refused while it is moved."""
    with _locked(folder, alone=False):
        yield


@contextmanager
def have_alone(folder: Path) -> Iterator[None]:
    """Use a folder alone; refused while a house is open there."""
    with _locked(folder, alone=True):
        yield


@contextmanager
def _locked(folder: Path, *, alone: bool) -> Iterator[None]:
    if fcntl is None:
        yield
        return
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    number = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, FILE_MODE)
    try:
        fcntl.flock(number, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(number)
        if alone:
            message = said("the house in %(folder)s is open: close it first", folder=str(folder))
        else:
            message = said("the house in %(folder)s is being moved", folder=str(folder))
        raise StoreUnusable(message) from None
    except OSError as error:  # a file system that has no locks
        log.warning("%s cannot be locked: %s", folder, error.strerror)
    try:
        yield
    finally:
        os.close(number)
