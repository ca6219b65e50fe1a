"""Files that only their owner may read: the secrets of running matches and the key of the house.

New files are private from the start. Files that others could read are closed to them, and the log
says so; a folder in which other things lie is left as it is.
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
"""The names of a database's files; those that SQLite makes have the mode of the first."""

log = logging.getLogger(__name__)


def make_private_file(path: Path) -> None:
    """Make a database's file, unless it is there, and close what others could read."""
    path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))
    if os.name == "posix":  # elsewhere files have the rights of their folder
        _mend(path)


def _mend(path: Path) -> None:
    files = [Path(f"{path}{ending}") for ending in BESIDE]
    wanted = [*_dedicated(path.parent, path.stem), *files]
    closed = [str(entry) for entry in wanted if _close(entry)]
    if closed:
        log.warning("other users of this machine could read %s: closed to them", ", ".join(closed))


def _dedicated(folder: Path, ours: str) -> Iterator[Path]:
    """The folder, if all in it has our name; not a home, nor one for everybody such as /tmp."""
    mode = folder.stat().st_mode
    shared = any(not entry.name.startswith(ours) for entry in folder.iterdir())
    if not shared and not mode & stat.S_ISVTX and not _is_home(folder):
        yield folder
    elif mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
        log.warning("every user of this machine can replace the files in %s", folder)


def _is_home(folder: Path) -> bool:
    """Whether it is somebody's home, or lies above one."""
    try:
        home = Path.home().resolve()
    except RuntimeError:  # a user without one
        return False
    return folder.resolve() in (home, *home.parents)


def _close(entry: Path) -> bool:
    """Take from others what they may do with a file or folder; whether there was something."""
    try:
        known = entry.stat()
    except FileNotFoundError:  # SQLite makes and removes what lies beside a database at any time
        return False
    if known.st_uid not in (os.geteuid(), 0) and os.geteuid() != 0:
        log.warning("%s belongs to another user, who can read what is kept there", entry)
        return False
    if not known.st_mode & OTHERS:
        return False
    try:
        entry.chmod(stat.S_IMODE(known.st_mode) & ~OTHERS)
    except OSError as error:
        log.warning("other users of this machine can read %s: %s", entry, error.strerror)
        return False
    return True
