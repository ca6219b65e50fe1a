"""A file server for previewing a folder on this machine. It serves only files, and shows
`404.html` for those that are missing, as GitHub Pages does."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any


class _Files(SimpleHTTPRequestHandler):
    """Serves the files of a folder below a base path."""

    def __init__(self, *args: Any, base: str, **named: Any) -> None:
        self.base = base
        super().__init__(*args, **named)

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix(self.base) if path.startswith(self.base) else "missing"
        return super().translate_path(f"/{inside}")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory) / "404.html"
        if code == HTTPStatus.NOT_FOUND and page.is_file():
            self.send_response(code)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.read_bytes())
        else:
            super().send_error(code, message, explain)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def preview(folder: Path, base: str, port: int = 0) -> ThreadingHTTPServer:
    """A server on this machine only; `serve_forever` runs it."""
    handler = partial(_Files, directory=str(folder), base=base)
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


@contextmanager
def previewed(folder: Path, base: str, port: int = 0) -> Iterator[str]:
    """Serve a folder in a thread; yields its address."""
    server = preview(folder, base, port)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{base}"
    finally:
        server.shutdown()
        server.server_close()
