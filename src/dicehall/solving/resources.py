"""What this machine has: cores, and whether memory and disk suffice for a large solve."""

import os
import shutil
from pathlib import Path

from dicehall.game.refused import NotEnoughRoom

GIGABYTE = 10**9
MEMORY_REPORT = Path("/proc/meminfo")


def core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_room(folder: Path, *, memory: float, disk: float) -> None:
    """Refuse if fewer bytes are free than are needed."""
    free_memory = available_memory()
    if free_memory is not None and free_memory < memory:
        raise NotEnoughRoom(_shortage("memory", memory, free_memory))
    free_disk = shutil.disk_usage(_existing(folder)).free
    if free_disk < disk:
        raise NotEnoughRoom(_shortage(f"disk space for {folder}", disk, free_disk))


def available_memory() -> int | None:
    """How many bytes a new process may take without swapping; None if the system does not tell."""
    if MEMORY_REPORT.exists():
        for line in MEMORY_REPORT.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def _shortage(what: str, needed: float, free: int) -> str:
    return f"{needed / GIGABYTE:.1f} GB of {what} are needed, {free / GIGABYTE:.1f} GB are free"


def _existing(folder: Path) -> Path:
    return next(place for place in (folder, *folder.parents) if place.exists())
