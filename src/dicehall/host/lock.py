"""Who uses a data folder: one house and its host share it; whoever moves it away has it alone.

The system lets go of the locks of a process that ends, however it ends.
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
def share(folder: Path) -> Iterator[None]:
    """Use a folder beside others; refused while it is moved."""
    moved = StoreUnusable(
        translatable("the house in %(folder)s is being moved", folder=str(folder))
    )
    with _locked(folder, FOLDER_LOCK, moved, alone=False):
        yield


@contextmanager
def have_alone(folder: Path) -> Iterator[None]:
    """Use a folder alone; refused while a house is open there."""
    used = StoreUnusable(
        translatable("the house in %(folder)s is open: close it first", folder=str(folder))
    )
    with _locked(folder, FOLDER_LOCK, used, alone=True):
        yield


@contextmanager
def be_the_house(folder: Path) -> Iterator[None]:
    """Share a folder as the house in it; refused while another is open there, for neither would
    hear what the other does."""
    taken = StoreUnusable(
        translatable(
            "another house is open in %(folder)s: close it, or choose another folder with --data",
            folder=str(folder),
        )
    )
    with share(folder), _locked(folder, HOUSE_LOCK, taken, alone=True):
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
