"""Tablebases on disk: arrays with a checksum, written atomically, read by memory map.

A file starts with a header padded to `HEADER_BYTES`: type, shape and checksum as JSON on one line.
The bytes of the array follow.
"""

import json
import logging
import os
import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.solving.folders import tablebase_path

HEADER_BYTES = 512
CHUNK_BYTES = 1 << 24

log = logging.getLogger(__name__)


def save_tablebase(name: str, array: NDArray[Any]) -> None:
    """Store an array if possible; readers see the old file or the complete new one."""
    array = np.ascontiguousarray(array)
    try:
        save_parts(name, array.dtype, array.shape, [array])
    except OSError as error:
        _warn(tablebase_path(name).parent, str(error.strerror))


def save_parts(
    name: str, dtype: np.dtype[Any], shape: tuple[int, ...], parts: Iterable[NDArray[Any]]
) -> None:
    """Store an array that arrives in consecutive parts, to save memory."""
    write_parts(tablebase_path(name), dtype, shape, parts)


def write_parts(
    path: Path, dtype: np.dtype[Any], shape: tuple[int, ...], parts: Iterable[NDArray[Any]]
) -> None:
    """The same, at any path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}.unfinished")
    checksum = 0
    try:
        with unfinished.open("wb") as file:
            file.seek(HEADER_BYTES)
            for part in parts:
                checksum = _checksum(part, checksum)
                part.tofile(file)
            header = {"type": dtype.str, "shape": shape, "crc32": checksum}
            file.seek(0)
            file.write(json.dumps(header).encode().ljust(HEADER_BYTES - 1) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def load_tablebase(name: str, *, verify: bool = True) -> NDArray[Any] | None:
    """The stored array as a read-only memory map; None if missing or damaged."""
    return read_array(tablebase_path(name), verify=verify)


def read_array(path: Path, *, verify: bool = True) -> NDArray[Any] | None:
    """The same, from any path."""
    try:
        with path.open("rb") as file:
            header = json.loads(file.read(HEADER_BYTES))
        array: NDArray[Any] = np.memmap(
            path, np.dtype(header["type"]), "r", HEADER_BYTES, tuple(header["shape"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if verify and _checksum(array) != header["crc32"]:
        return None
    return array


def forget_tablebase(name: str) -> None:
    """Delete a tablebase, if it exists."""
    tablebase_path(name).unlink(missing_ok=True)


@cache
def _warn(folder: Path, why: str) -> None:
    """Warn once that results cannot be stored and will be computed again."""
    log.warning("cannot store tables in %s: %s", folder, why)


def _checksum(array: NDArray[Any], checksum: int = 0) -> int:
    flat = array.reshape(-1).view(np.uint8)
    for start in range(0, flat.size, CHUNK_BYTES):
        checksum = zlib.crc32(flat[start : start + CHUNK_BYTES].data, checksum)
    return checksum
