"""Writes the folder of static files."""

import hashlib
import json
import lzma
import shutil
import subprocess
import sysconfig
from base64 import b64encode
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

import dicehall
from dicehall.game import games
from dicehall.game.messages import translatable
from dicehall.site.build import core
from dicehall.site.build.core import CannotBuild
from dicehall.site.build.fixed_pages import FIXED_PAGES, file_of
from dicehall.web.installable.manifest import manifest
from dicehall.web.installable.service_worker import CARDS
from dicehall.web.root import check_root
from dicehall.web.views.render import environment, static_files
from dicehall.words.language import _, languages, using

SHELL = Path(__file__).parents[1] / "shell"
PACKED = ".bin"
"""The suffix of compressed files; no server knows it, so none changes them on the way."""
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "pb": 0}]
"""What `unpack.js` can undo."""
TEXTS = "texts.json"
"""The file with all small text files: one request instead of a hundred."""
IS_TEXT = (".css", ".html", ".js", ".json", ".mjs", ".svg")
ENTRY = ("shell.js", "exchanges.js", "notices.js", "shell.css", "static/icon.svg")
"""Files that are needed before the service worker runs."""
IN_WORKER = ("service-worker", "unpack")
BEFORE_START = (
    "core/pyodide.asm.wasm",
    "core/pyodide.asm.mjs",
    "core/python_stdlib.zip",
    "app.tar",
)
"""The large files that must arrive before a start; the progress bar counts their bytes."""
OURS = "b-"
"""What the names of folders with a build begin with."""


@dataclass(slots=True)
class Site:
    """The files of one build, by their paths below its folder."""

    base: str
    files: dict[str, bytes]
    sizes: dict[str, int]
    """Of the compressed files when they are unpacked, by their names without suffix."""

    @property
    def build(self) -> str:
        """The name of the build's folder: a digest of all its files."""
        digest = hashlib.sha256()
        for name, content in sorted(self.files.items()):
            digest.update(f"{name} {len(content)} ".encode() + content)
        return OURS + digest.hexdigest()[:12]


def build_site(folder: Path, base: str, pyodide: Path) -> Site:
    """Build Dicehall for the address path `base`, and write it into a folder."""
    root = check_root(base)
    check_folder(folder)  # before the work of a minute
    with TemporaryDirectory(prefix="dicehall-site-") as temporary:
        place = Path(temporary)
        prepared = _prepare(place, *core.unpack(pyodide, place), f"{root}/app")
        site = _site(f"{root}/", place / "core", prepared)
    write_site(site, folder)
    return site


def _prepare(place: Path, pyodide: Path, extension: Path, root: str) -> Path:
    """Use the application once under Pyodide, and pack what it needs."""
    out = place / "out"
    out.mkdir()
    packages, source = sysconfig.get_path("purelib"), str(Path(dicehall.__file__).parents[1])
    script = str(Path(__file__).with_name("prepare.mjs"))
    folders = [str(pyodide), str(extension), packages, source, str(out)]
    done = subprocess.run(
        [core.node(), script, *folders, root], capture_output=True, text=True, check=False
    )
    if done.returncode:
        why = f"{done.stdout}\n{done.stderr}".strip()
        raise CannotBuild(translatable("the application does not run: %(why)s", why=why))
    return out


def _site(base: str, pyodide: Path, prepared: Path) -> Site:
    """All files of a build."""
    found = {
        f"static/{name}": path.read_bytes()
        for name, path in static_files().items()
        if not name.startswith(CARDS)
    }
    scripts = [path for kind in ("js", "css") for path in SHELL.glob(f"*.{kind}")]
    found |= {path.name: path.read_bytes() for path in scripts if path.stem not in IN_WORKER}
    found["core/pyodide.mjs"] = (pyodide / "pyodide.mjs").read_bytes()
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    found["core/pyodide-lock.json"] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    for page in sorted((prepared / "pages").rglob("*.html")):
        found[page.relative_to(prepared).as_posix()] = page.read_bytes()
    texts = {name: text.decode() for name, text in found.items() if name.endswith(IS_TEXT)}
    large = {f"core/{path.name}": path.read_bytes() for path in pyodide.glob("pyodide.asm.*")}
    large["core/python_stdlib.zip"] = (prepared / "python_stdlib.zip").read_bytes()
    large |= {name: (prepared / name).read_bytes() for name in ("app.tar", "later.tar")}
    large[TEXTS] = json.dumps(texts, ensure_ascii=False).encode()
    files = {name: content for name, content in found.items() if name in ENTRY or name not in texts}
    files |= {name + PACKED: packed(content) for name, content in large.items()}
    return Site(base, files, {name: len(content) for name, content in large.items()})


def packed(content: bytes) -> bytes:
    """The content of a compressed file."""
    return lzma.compress(content, format=lzma.FORMAT_RAW, filters=FILTERS)


def write_site(site: Site, folder: Path) -> None:
    """Write a build into a folder, and remove older ones. Visitors see the new build from the
    moment the two files that name it are replaced."""
    check_folder(folder)
    for name, content in site.files.items():
        path = folder / site.build / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for name, text in _entrances(site).items():
        fresh = folder / f"{name}.new"
        fresh.write_text(text, "utf-8")
        fresh.replace(folder / name)
    for entry in folder.iterdir():
        if entry.name.startswith(OURS) and entry.name != site.build:
            shutil.rmtree(entry)


def check_folder(folder: Path) -> None:
    """Refuse a folder that cannot be written, or that holds anything but an earlier build."""
    folder.mkdir(parents=True, exist_ok=True)
    TemporaryFile(dir=folder).close()
    foreign = [entry.name for entry in folder.iterdir() if not _is_ours(entry)]
    if foreign:
        raise CannotBuild(
            translatable(
                "%(folder)s already holds something else: %(name)s",
                folder=str(folder),
                name=foreign[0],
            )
        )


ENTRANCES = ("index.html", "404.html", "manifest.webmanifest", "service-worker.js", ".nojekyll")


def _is_ours(entry: Path) -> bool:
    return entry.name in ENTRANCES or entry.name.startswith((OURS, ".git"))


def _entrances(site: Site) -> dict[str, str]:
    """The files whose names never change. They name the build, and come last."""
    page = index_page(site)
    files = {
        f"{site.build}/{name.removesuffix(PACKED)}": _integrity(content)
        for name, content in site.files.items()
    }
    files["index.html"] = _integrity(page.encode())
    sizes = {f"{site.build}/{name}": size for name, size in site.sizes.items()}
    start = [f"{site.build}/{name}" for name in BEFORE_START]
    defined = {"BASE": site.base, "BUILD": site.build, "FILES": files, "SIZES": sizes}
    defined["START"] = start
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in defined.items())
    return {
        ".nojekyll": "",  # or GitHub Pages would leave files out
        "404.html": _not_found(site),
        "manifest.webmanifest": json.dumps(_manifest(site), ensure_ascii=False),
        "index.html": page,
        "service-worker.js": head
        + "".join((SHELL / f"{name}.js").read_text("utf-8") for name in IN_WORKER),
    }


def index_page(site: Site) -> str:
    """The page around the frame."""
    pages = {
        path.format(game): file_of(path.format(game))
        for path in FIXED_PAGES
        for game in (games() if "{}" in path else [""])
    }
    template = environment("en", site.base).from_string(
        (SHELL / "templates" / "index.html").read_text("utf-8")
    )
    return template.render(
        base=site.base,
        build=site.build,
        pages=pages,
        bytes=sum(len(site.files[name + PACKED]) for name in BEFORE_START),
        languages=languages(),
        translated=lambda language: partial(_in_language, language),
    )


def _in_language(language: str, message: str) -> str:
    with using(language):
        return _(message)


def _not_found(site: Site) -> str:
    """What GitHub Pages and others show for an unknown address. A page inside the application has
    one if its service worker is not there yet: this leads to it."""
    base = json.dumps(site.base)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Dicehall</title>\n'
        f"<script>\nconst base = {base};\n"
        "const [path] = location.href.slice(location.origin.length).split('#');\n"
        "const page = path.startsWith(base) ? path.slice(base.length) : '';\n"
        "location.replace(page ? `${base}#/${page.replace(/^app\\//, '')}` : base);\n</script>\n"
        f'<p><a href="{site.base}">Dicehall</a>\n'
    )


def _manifest(site: Site) -> dict[str, Any]:
    """The manifest of the installed app: that of the application, with addresses of the folder."""
    with using("en"):
        described = manifest()
    icons = [_icon(site, icon) for icon in described["icons"]]
    shortcuts = [
        {
            **shortcut,
            "url": f"{site.base}#{shortcut['url']}",
            "icons": [_icon(site, icon) for icon in shortcut["icons"]],
        }
        for shortcut in described["shortcuts"]
    ]
    here = {"id": site.base, "start_url": site.base, "scope": site.base}
    return described | here | {"icons": icons, "shortcuts": shortcuts}


def _icon(site: Site, icon: dict[str, str]) -> dict[str, str]:
    """An icon of the application, at its address in the folder."""
    name = icon["src"].split("/", 3)[3]
    return icon | {"src": f"{site.base}{site.build}/static/{name}"}


def _integrity(content: bytes) -> str:
    """A digest in the format of the `integrity` attribute."""
    return f"sha256-{b64encode(hashlib.sha256(content).digest()).decode()}"
