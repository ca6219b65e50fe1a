"""Compiles modules and packs them into few files. Runs under Pyodide in Node, so that the bytecode
is for the Python that will load it."""

import importlib._bootstrap_external as bootstrap
import io
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from types import CodeType

NOT_INSIDE = ("bench", "cli", "client", "envs", "host", "site/build", "site/shell", "tui")
"""Parts of the package that never run in a browser."""
NOT_PACKED = ("__pycache__", "solver", "vector.py", "batches.py")
MIGRATIONS = "match/store/migrations/"
DATA = (".html", ".mo", ".db", ".txt")
TABLE = ".bin"
"""The suffix of tables of computer players."""
LARGE_TABLE = 200_000
"""Tables with more bytes are not needed for a first board: they come after it."""


def compiled(source: bytes, name: str, *, ours: bool = False) -> bytes:
    """The content of a .pyc file that is always taken as current. Other packages are packed without
    docstrings, assertions and line numbers, which are a third of it; ours describe the interface in
    docstrings, and their line numbers are worth having."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=0 if ours else 2)
    code = code if ours else without_lines(code)
    return bytes(bootstrap._code_to_hash_pyc(code, b"\0" * 8, False))  # type: ignore[attr-defined]


READS_ITSELF = b"install_lazy_importer"
"""In packages that find out from their own source what to import."""
NO_LINE = 0x80 | 15 << 3


def without_lines(code: CodeType) -> CodeType:
    """The same code without line numbers: its table says of every eight instructions that they are
    on no line."""
    constants = (
        without_lines(constant) if isinstance(constant, CodeType) else constant
        for constant in code.co_consts
    )
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes([NO_LINE | 7]) * eights + bytes([NO_LINE | rest - 1] if rest else [])
    return code.replace(co_linetable=table, co_consts=tuple(constants))


def pack_libraries(stdlib: Path, folders: Iterable[Path], used: set[str], place: Path) -> None:
    """Pack the used modules of the standard library and of other packages, and those beside them:
    a module that is imported late is usually next to one that was used."""
    with zipfile.ZipFile(place, "w") as pack, zipfile.ZipFile(stdlib) as library:
        for entry in library.infolist():
            if entry.filename.endswith(".py") and is_needed(_module(entry.filename), used):
                name = entry.filename
                pack.writestr(f"{name}c", compiled(library.read(entry), name))
        for folder in folders:
            for described in sorted(folder.glob("*.dist-info")):
                name, version = described.stem.split("-")[:2]
                if name in used:  # some packages ask for their version
                    text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
                    pack.writestr(f"{described.name}/METADATA", text)
            for path in sorted(folder.rglob("*.py")):
                name = path.relative_to(folder).as_posix()
                if is_needed(_module(name), used):
                    source = path.read_bytes()
                    pack.writestr(f"{name}c", compiled(source, name))
                    if READS_ITSELF in source:
                        pack.writestr(name, source)


def _module(file: str) -> str:
    """The name of the module in a file.

    >>> _module("asyncio/__init__.py"), _module("asyncio/base_events.py")
    ('asyncio', 'asyncio.base_events')
    """
    return file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def is_needed(module: str, used: set[str]) -> bool:
    """Whether a module goes into the pack.

    >>> [is_needed(name, {"json", "json.decoder"}) for name in ("json.encoder", "pdb", "json.x.y")]
    [True, False, False]
    """
    package = module.rpartition(".")[0]
    return module in used or (package in used and package not in VAST)


VAST = (
    *("alembic", "encodings", "email", "litestar", "litestar.middleware", "multiprocessing"),
    *("sqlalchemy.dialects", "sqlalchemy.ext", "xml"),
)
"""Packages of which only the modules that were used are packed."""


def pack_application(package: Path, extension: Path, place: Path) -> None:
    """Pack Dicehall and its compiled dependency into `app.tar`, and large tables into
    `tables.tar`."""
    with tarfile.open(place / "app.tar", "w", format=tarfile.USTAR_FORMAT) as pack:
        for name, content in _files(package):
            _add(pack, f"dicehall/{name}", content)
        for path in sorted(extension.rglob("*")):
            name = path.relative_to(extension.parent).as_posix()
            if path.suffix == ".py":
                _add(pack, f"{name}c", compiled(path.read_bytes(), name))
            elif path.suffix == ".so":
                _add(pack, name, path.read_bytes())
    with tarfile.open(place / "tables.tar", "w", format=tarfile.USTAR_FORMAT) as pack:
        for path in sorted(package.rglob("*")):
            if path.suffix == TABLE and _is_large(path):
                name = path.relative_to(package.parent).as_posix()
                _add(pack, name, path.read_bytes())


def _files(package: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package).as_posix()
        left_out = name.startswith(NOT_INSIDE) or not {*NOT_PACKED}.isdisjoint(path.parts)
        if left_out or not path.is_file():
            continue
        if "static" in path.parts:
            yield name, sha256(path.read_bytes()).digest()  # pages only name these files
        elif name.startswith(MIGRATIONS):
            yield name, path.read_bytes()  # Alembic looks for sources
        elif path.suffix == ".py":
            # The descriptions of the interface are docstrings.
            yield f"{name}c", compiled(path.read_bytes(), f"dicehall/{name}", ours=True)
        elif path.suffix in DATA or (path.suffix == TABLE and not _is_large(path)):
            yield name, path.read_bytes()


def _is_large(table: Path) -> bool:
    return table.stat().st_size > LARGE_TABLE


def _add(pack: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    pack.addfile(entry, io.BytesIO(content))
