"""A release is refused unless everything in it is committed, new and in the changelog."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = '[project]\nname = "dicehall"\nversion = "2.0.0"\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout that is ready to be released."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/release.py", tmp_path / "scripts")
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 2.0.0 - 2027-01-01\n")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(checkout: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Ann", "-c", "user.email=ann@localhost"]
    subprocess.run(["git", *identity, *arguments], cwd=checkout, check=True)


def commit(checkout: Path) -> None:
    git(checkout, "add", "--all")
    git(checkout, "commit", "--quiet", "--message", "all")


def problem(checkout: Path) -> str:
    """Why the checkout cannot be released."""
    source = f"import sys; sys.path.insert(0, {str(checkout / 'scripts')!r}); import release"
    source += "; print(release.find_problem('2.0.0'))"
    command = [sys.executable, "-B", "-c", source]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_a_clean_checkout_with_a_changelog_is_ready(checkout: Path) -> None:
    assert problem(checkout) == ""


def test_changes_must_be_committed(checkout: Path) -> None:
    (checkout / "new.txt").write_text("new")
    assert problem(checkout) == "commit your changes first"


def test_a_version_is_released_once(checkout: Path) -> None:
    git(checkout, "tag", "v2.0.0")
    assert "exists already" in problem(checkout)


def test_the_changelog_names_the_version(checkout: Path) -> None:
    (checkout / "CHANGELOG.md").write_text("# Changelog\n\n## 1.9.0 - 2026-12-01\n")
    commit(checkout)
    assert problem(checkout) == "CHANGELOG.md has no entry for 2.0.0"
