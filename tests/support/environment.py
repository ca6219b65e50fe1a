"""A fresh environment: this house as it is tested here, and other packages beside it."""

import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import dicehall

SOURCE = Path(dicehall.__file__).parents[1]


@dataclass(frozen=True)
class FreshEnvironment:
    """An environment in which nothing is installed but what this one has, and `install`ed later."""

    folder: Path

    @classmethod
    def at(cls, folder: Path) -> "FreshEnvironment":
        """Make one; it borrows the packages that are installed here, so that it costs little."""
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        made = cls(folder)
        borrowed = [str(SOURCE), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
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
        """Install a distribution as people do."""
        options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
        command = [sys.executable, "-m", "pip", "--python", str(self.python), "install"]
        subprocess.run([*command, *options, str(project)], check=True, env=self._variables())

    def run(
        self, *arguments: str, typed: str = "", module: str = "dicehall", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run `dicehall` here, or another command of the environment."""
        command = [str(self.python), "-m", module, *arguments]
        return self._run(command, typed, variables)

    def script(self, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command that a distribution has brought."""
        return self._run([str(self.python.with_name(name)), *arguments], "", {})

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
        """Without what would lead to other packages than those of this environment."""
        return {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}


def bring(folder: Path, name: str, source: str, **points: str) -> None:
    """Put a distribution into a folder, as if it were installed: one module, and entry points."""
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    groups = [f"[dicehall.{group}]\n{point}\n" for group, point in points.items()]
    (info / "entry_points.txt").write_text("\n".join(groups), "utf-8")
