"""MkDocs hooks: include pages from outside docs/, and rewrite the links between pages.

Links in the repository are relative to its files, so that they work on any code-hosting site; the
hooks turn them into links that work on the built site.
"""

import re
import sys
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
MANUAL = "command-line.md"

ELSEWHERE = {
    # a file of the repository: its place in the site
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changes.md",
    "deploy/README.md": "hosting.md",
    "deploy/Dockerfile": "deploy/Dockerfile",
    "deploy/compose.yaml": "deploy/compose.yaml",
    "deploy/dicehall.service": "deploy/dicehall.service",
    "deploy/nginx.conf": "deploy/nginx.conf",
    "src/dicehall/web/static/icon.svg": "assets/icon.svg",
    **{
        (path := file.relative_to(ROOT).as_posix()): path
        for kind in ("*.py", "*.toml")
        for file in sorted((ROOT / "examples").rglob(kind))
    },
}
FOLDERS = {"examples/dicehall-pig": "examples.md", "examples/dicehall-greedy": "examples.md"}
"""Folders without a page of their own: the page that lists their files."""
LIES_AT = {place: file for file, place in ELSEWHERE.items() if place != "index.md"}

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()#\s]+)(#[^()\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files from outside docs/ and the command-line manual."""
    for place, file in LIES_AT.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / file)))
    sys.path.insert(0, str(ROOT / "scripts"))
    from manual import markdown

    files.append(File.generated(config, MANUAL, content=markdown()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite links between files of the repository to links between pages."""
    place = page.file.src_uri
    lies_at = LIES_AT.get(place, f"docs/{place}")
    return LINK.sub(lambda link: _turned(link, place, lies_at, files), markdown)


def _turned(link: re.Match[str], place: str, lies_at: str, files: Files) -> str:
    picture, text, target, anchor = link.groups(default="")
    if ":" in target:
        return link[0]
    meant = normpath(join(dirname(lies_at), target))
    there = {**ELSEWHERE, **FOLDERS}.get(meant, meant.removeprefix("docs/"))
    if files.get_file_from_path(there):
        return f"{picture}[{text}]({relpath(there, dirname(place) or '.')}{anchor})"
    if (ROOT / meant).exists():  # in the repository, but not in the site
        return text
    return link[0]  # mkdocs reports it as broken
