"""The static files of the server and the games' pages."""

from mimetypes import guess_type

from litestar import Response, get
from litestar.exceptions import NotFoundException

from dicehall.web.context import WebRequest, server
from dicehall.web.edge.identity import YEAR_SECONDS
from dicehall.web.views.render import build, static_files

KEPT = f"max-age={YEAR_SECONDS}, immutable"


@get("/static/{name:path}", include_in_schema=False)
async def show_file(request: WebRequest, name: str) -> Response[bytes]:
    """A static file. `BuildMiddleware` has removed the build from its path."""
    path = static_files().get(name.removeprefix("/"))
    if path is None:
        raise NotFoundException
    content = await server(request).matches.offload(path.read_bytes)
    media_type = guess_type(path.name)[0] or "application/octet-stream"
    headers = {"cache-control": KEPT, "etag": f'"{build()}"'}
    return Response(content, media_type=media_type, headers=headers)
