"""Files that only their owner may read, because they hold server seeds and the server's key.

New files are private from the start. If others can read an existing file, the permission is removed
and a warning logged. A folder that also holds other files is left alone.
"""

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700
OTHERS = 0o077
BESIDE = ("", "-wal", "-shm", "-journal")
"""The suffixes of a database's files; SQLite gives all of them the mode of the first."""

log = logging.getLogger(__name__)


def make_private_file(path: Path) -> None:
    """Create a database's file unless it exists, and make its files private."""
    path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))
    if hasattr(os, "geteuid"):  # elsewhere files inherit the permissions of their folder
        _mend(path)


def _mend(path: Path) -> None:
    files = [Path(f"{path}{ending}") for ending in BESIDE]
    wanted = [*_dedicated(path.parent, path.stem), *files]
    closed = [str(entry) for entry in wanted if _close(entry)]
    if closed:
        log.warning(
            "other users of this machine could read %s; now only its owner can", ", ".join(closed)
        )


def _dedicated(folder: Path, ours: str) -> Iterator[Path]:
    """The folder, if it holds only our files; not a home folder or a shared one such as /tmp."""
    mode = folder.stat().st_mode
    shared = any(not entry.name.startswith(ours) for entry in folder.iterdir())
    if not shared and not mode & stat.S_ISVTX and not _is_home(folder):
        yield folder
    elif mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
        log.warning("every user of this machine can replace the files in %s", folder)


def _is_home(folder: Path) -> bool:
    """Whether it is the user's home folder or one of its parents."""
    try:
        home = Path.home().resolve()
    except RuntimeError:  # a user without one
        return False
    return folder.resolve() in (home, *home.parents)


def _close(entry: Path) -> bool:
    """Remove the permissions of others from a file or folder. Returns whether there were any."""
    try:
        known = entry.stat()
    except FileNotFoundError:  # SQLite creates and removes its extra files at any time
        return False
    if known.st_uid not in (os.geteuid(), 0) and os.geteuid() != 0:
        log.warning("%s belongs to another user, who can read its contents", entry)
        return False
    if not known.st_mode & OTHERS:
        return False
    try:
        entry.chmod(stat.S_IMODE(known.st_mode) & ~OTHERS)
    except OSError as error:
        log.warning("other users of this machine can read %s: %s", entry, error.strerror)
        return False
    return True
