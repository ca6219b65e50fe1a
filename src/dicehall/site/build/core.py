"""Finds the two things that the folder needs and this installation does not have: Pyodide's core,
from npm, and msgspec for WebAssembly, from the package index. Both are pinned by hash."""

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from dicehall.game.messages import translatable
from dicehall.game.refused import Refused

PINS = Path(__file__).with_name("pins.txt")
PIN = re.compile(r"^([\w.-]+)==([\w.]+) --hash=sha256:([0-9a-f]{64})$", re.MULTILINE)
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"


class CannotBuild(Refused):
    """The folder cannot be built: something is missing."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A file that must have this digest."""

    name: str
    version: str
    digest: str


def pins() -> dict[str, Pin]:
    """The pinned files by name."""
    return {name: Pin(name, *rest) for name, *rest in PIN.findall(PINS.read_text("utf-8"))}


def node() -> str:
    """The command that runs Node."""
    found = shutil.which("node")
    if not found:
        raise CannotBuild(translatable("Node is missing: install Node 20 or newer, and try again"))
    return found


def fetch(folder: Path) -> None:
    """Download both files into a folder, with npm and pip."""
    pyodide, msgspec = pins()["pyodide"], pins()["msgspec"]
    npm = shutil.which("npm")
    if not npm:
        raise CannotBuild(
            translatable("npm is missing: install Node with npm, or name a folder with --pyodide")
        )
    folder.mkdir(parents=True, exist_ok=True)
    where = ["--pack-destination", str(folder)]
    _run(npm, "pack", "--silent", f"pyodide@{pyodide.version}", *where)
    platform = ["--platform", PLATFORM, "--python-version", PYTHON, "--only-binary=:all:"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *platform]
    _run(*pip, "--dest", str(folder), f"msgspec=={msgspec.version}")
    find(folder)


def find(folder: Path) -> tuple[Path, Path]:
    """The archive of Pyodide and the wheel of msgspec in a folder; refused unless they are the
    pinned ones."""
    return _pinned(folder, "pyodide", "*.tgz"), _pinned(folder, "msgspec", "*.whl")


def unpack(folder: Path, place: Path) -> tuple[Path, Path]:
    """Unpack both files into a place; returns their folders."""
    archive, wheel = find(folder)
    core, extension = place / "core", place / "extension"
    with tarfile.open(archive) as opened:
        opened.extractall(place, filter="data")
    (place / "package").rename(core)
    with zipfile.ZipFile(wheel) as unzipped:
        unzipped.extractall(extension)
    return core, extension


def _pinned(folder: Path, name: str, kind: str) -> Path:
    pin = pins()[name]
    for path in sorted(folder.glob(f"{name}-{pin.version}{kind}")):
        if hashlib.sha256(path.read_bytes()).hexdigest() == pin.digest:
            return path
    raise CannotBuild(
        translatable(
            "%(folder)s does not contain the pinned %(name)s %(version)s",
            folder=str(folder),
            name=name,
            version=pin.version,
        )
    )


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        why = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise CannotBuild(
            translatable(
                "%(program)s could not download: %(why)s",
                program=Path(command[0]).name,
                why=why[-1] if why else "",
            )
        )
