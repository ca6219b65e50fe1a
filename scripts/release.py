"""Build a release, check it in fresh environments, and tag it: make release.

Publishing is left to the maintainer: upload what is in dist/, then push the tag.
"""

import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
RECORD = ROOT / "tests/game/records/knucklebones-0.dice"


def main() -> None:
    """Refuse what is not ready; otherwise leave dist/ and a tag."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    if problem := find_problem(version):
        sys.exit(f"release: {problem}")
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel")
    for built in sorted(DIST.iterdir()):
        check(built, version)
        print(f"release: {built.name} installs and works")
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Dicehall {version}")
    print(f"release: tagged v{version}")


def find_problem(version: str) -> str:
    """Why this checkout cannot be released; empty if it can."""
    if output("git", "status", "--porcelain"):
        return "commit your changes first"
    if output("git", "tag", "--list", f"v{version}"):
        return f"v{version} exists already: raise the version in pyproject.toml"
    if f"\n## {version} - " not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        return f"CHANGELOG.md has no entry for {version}"
    return ""


def check(built: Path, version: str) -> None:
    """Install a distribution where nothing else is installed, and fold a record with it."""
    with tempfile.TemporaryDirectory() as place:
        venv.create(place, with_pip=True)
        python = str(Path(place) / "bin/python")
        run(python, "-m", "pip", "install", "--quiet", str(built))
        assert output(python, "-m", "dicehall", "--version") == f"dicehall {version}"
        run(python, "-m", "dicehall", "replay", str(RECORD), "--json", quiet=True)


def run(*command: str, quiet: bool = False) -> None:
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL if quiet else None)


def output(*command: str) -> str:
    done = subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    main()
