"""A fresh virtual environment with this package and others beside it."""

import os
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import dicehall

SOURCE = Path(dicehall.__file__).parents[1]


@dataclass(frozen=True)
class FreshEnvironment:
    """An environment in which nothing is installed but what this one has, and `install`ed later."""

    folder: Path

    @classmethod
    def at(cls, folder: Path, only: Iterable[str] | None = None) -> "FreshEnvironment":
        """Make one; it borrows the packages that are installed here, so that it costs little: all
        of them, or `only` these distributions."""
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        made = cls(folder)
        borrowed = [str(SOURCE)]
        if only is None:
            borrowed += [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
        else:
            for name in ("dicehall", *only):
                made._borrow(distribution(name))
        lines = "\n".join(dict.fromkeys(borrowed))
        (made.packages / "borrowed.pth").write_text(lines, encoding="utf-8")
        return made

    @property
    def python(self) -> Path:
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    @property
    def packages(self) -> Path:
        places = {"base": str(self.folder), "platbase": str(self.folder)}
        return Path(sysconfig.get_path("purelib", "venv", places))

    def install(self, project: Path) -> None:
        """Install a distribution with pip."""
        options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
        command = [sys.executable, "-m", "pip", "--python", str(self.python), "install"]
        subprocess.run([*command, *options, str(project)], check=True, env=self._variables())

    def run(
        self, *arguments: str, typed: str = "", module: str = "dicehall", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run `dicehall` here, or another command of the environment."""
        command = [str(self.python), "-m", module, *arguments]
        return self._run(command, typed, variables)

    def python_code(self, code: str) -> subprocess.CompletedProcess[str]:
        """Run a Python program here."""
        return self._run([str(self.python), "-c", code], "", {})

    def script(self, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command that a distribution installed."""
        return self._run([str(self.python.with_name(name)), *arguments], "", {})

    def _borrow(self, borrowed: Distribution) -> None:
        """Link the packages, modules and metadata of a distribution."""
        tops = {file.parts[0] for file in borrowed.files or ()} - {"..", "__pycache__"}
        for top in sorted(tops):
            place = self.packages / top
            if not place.exists() and not top.endswith(".pth"):
                place.symlink_to(Path(str(borrowed.locate_file(top))))

    def _run(
        self, command: list[str], typed: str, variables: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            input=typed,
            capture_output=True,
            text=True,
            timeout=300,
            env=self._variables() | variables,
        )

    def _variables(self) -> dict[str, str]:
        """The environment variables without those that lead to other packages."""
        return {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}


def required(extra: str) -> set[str]:
    """The distributions that an extra of this package brings, and those that they need.

    Our own requirements are read from the source: what is installed may be older than that.
    """
    project = tomllib.loads((SOURCE.parent / "pyproject.toml").read_text("utf-8"))["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    found: set[tuple[str, str]] = set()
    waiting = [Requirement(f"dicehall[{extra}]")]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        for part in {"", *wanted.extras} - {part for other, part in found if other == name}:
            found.add((name, part))
            if name == "dicehall":
                lines = extras.get(part, [])
            else:
                lines = distribution(name).requires or []
            for line in map(Requirement, lines):
                if line.marker is None or line.marker.evaluate({"extra": part}):
                    waiting.append(line)
    return {name for name, _ in found} - {"dicehall"}


def bring(folder: Path, name: str, source: str, **points: str) -> None:
    """Put a distribution into a folder, as if it were installed: one module, and entry points."""
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    groups = [f"[dicehall.{group}]\n{point}\n" for group, point in points.items()]
    (info / "entry_points.txt").write_text("\n".join(groups), "utf-8")
