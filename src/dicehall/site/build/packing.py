"""Compiles modules and packs them into few files. Runs under Pyodide in Node, so that the bytecode
is for the Python that will load it."""

import ast
import importlib._bootstrap_external as bootstrap
import io
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import CodeType

NOT_INSIDE = ("bench", "cli", "client", "envs", "host", "site/build", "site/shell", "tui")
"""Parts of the package that never run in a browser."""
NOT_PACKED = ("__pycache__", "solver", "vector.py", "batches.py")
MIGRATIONS = "match/store/migrations/"
TABLE = ".bin"
"""The suffix of tables of computer players."""
DATA = (".html", ".mo", ".db", ".txt", TABLE)
LATE = "late.txt"
"""The file that names the modules that come later."""


def compiled(source: bytes, name: str, *, ours: bool = False) -> bytes:
    """The content of a .pyc file that is always taken as current. Other packages are packed without
    docstrings, assertions and line numbers, which are a third of it; ours describe the interface in
    docstrings, and their line numbers are worth having."""
    program = source if not name.startswith(UNTYPED) else without_types(source)
    code = compile(program, name, "exec", dont_inherit=True, optimize=0 if ours else 2)
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


@dataclass(frozen=True, slots=True)
class Packs:
    """The archives of a folder. A start needs `libraries` and `application`; modules that were not
    used until the `first` board, and tables of computer players, come `later`."""

    first: set[str]
    libraries: zipfile.ZipFile
    application: tarfile.TarFile
    later: tarfile.TarFile
    late: list[str] = field(default_factory=list)
    """The modules in `later`."""

    def add_library(self, name: str, code: bytes) -> None:
        """Add a module of the standard library or of another package."""
        if _module(name) in self.first:
            self.libraries.writestr(f"{name}c", code)
        else:
            self._add_late(name, code)

    def add_own(self, name: str, content: bytes) -> None:
        """Add a file of Dicehall."""
        if name.endswith(".py") and _module(name) not in self.first:
            self._add_late(name, content)
        else:
            pack = self.later if name.endswith(TABLE) else self.application
            _add(pack, f"{name}c" if name.endswith(".py") else name, content)

    def _add_late(self, name: str, code: bytes) -> None:
        self.late.append(_module(name))
        _add(self.later, f"{name}c", code)


@contextmanager
def packs(place: Path, first: set[str]) -> Iterator[Packs]:
    """Archives to fill, in a folder."""
    ustar = partial(tarfile.open, mode="w", format=tarfile.USTAR_FORMAT)
    with (
        zipfile.ZipFile(place / "python_stdlib.zip", "w") as libraries,
        ustar(place / "app.tar") as application,
        ustar(place / "later.tar") as later,
    ):
        filled = Packs(first, libraries, application, later)
        yield filled
        _add(application, LATE, "\n".join(filled.late).encode())


UNTYPED = ("anyio/", "attr/", "jinja2/", "multidict/", "sqlalchemy/", "yaml/")
"""Packages that never look at the annotations of their functions."""


def without_types(source: bytes) -> ast.Module:
    """The program without annotations of functions, overloads and imports for type checkers."""
    program = ast.parse(source)
    for node in ast.walk(program):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                node.returns = None
            case ast.arg():
                node.annotation = None
        for branch in ("body", "orelse"):
            match getattr(node, branch, None):
                case [_, *_] as statements:
                    kept = [one for one in statements if not _only_for_types(one)]
                    setattr(node, branch, kept or [ast.Pass(lineno=1, col_offset=0)])
    return program


def _only_for_types(statement: ast.stmt) -> bool:
    match statement:
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=[]):
            return True
        case ast.FunctionDef(decorator_list=marks) | ast.AsyncFunctionDef(decorator_list=marks):
            return any(ast.unparse(mark) in ("overload", "typing.overload") for mark in marks)
    return False


def pack_libraries(packs: Packs, stdlib: Path, folders: Iterable[Path], used: set[str]) -> None:
    """Pack the used modules of the standard library and of other packages, and those beside them:
    a module that is imported late is usually next to one that was used."""
    with zipfile.ZipFile(stdlib) as library:
        for entry in library.infolist():
            if entry.filename.endswith(".py") and is_needed(_module(entry.filename), used):
                packs.add_library(entry.filename, compiled(library.read(entry), entry.filename))
    for folder in folders:
        for described in sorted(folder.glob("*.dist-info")):
            name, version = described.stem.split("-")[:2]
            if name in used:  # some packages ask for their version
                text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
                packs.libraries.writestr(f"{described.name}/METADATA", text)
        for path in sorted(folder.rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            if is_needed(_module(name), used):
                source = path.read_bytes()
                packs.add_library(name, compiled(source, name))
                if READS_ITSELF in source:
                    packs.libraries.writestr(name, source)


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


def pack_application(packs: Packs, package: Path, extension: Path) -> None:
    """Pack Dicehall and its compiled dependency."""
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package).as_posix()
        left_out = name.startswith(NOT_INSIDE) or not {*NOT_PACKED}.isdisjoint(path.parts)
        if left_out or not path.is_file():
            continue
        content, whole = path.read_bytes(), f"dicehall/{name}"
        if "static" in path.parts:
            packs.add_own(whole, sha256(content).digest())  # pages only name these files
        elif name.startswith(MIGRATIONS):
            _add(packs.application, whole, content)  # Alembic looks for sources
        elif path.suffix == ".py":
            packs.add_own(whole, compiled(content, whole, ours=True))
        elif path.suffix in DATA:
            packs.add_own(whole, content)
    for path in sorted(extension.rglob("*")):
        name = path.relative_to(extension.parent).as_posix()
        if path.suffix == ".py":
            packs.add_own(name, compiled(path.read_bytes(), name))
        elif path.suffix == ".so":
            packs.add_own(name, path.read_bytes())


def _add(pack: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    pack.addfile(entry, io.BytesIO(content))
