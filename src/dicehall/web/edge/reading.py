"""Reads request bodies and forms of limited size; anything unreadable is a bad request."""

from collections.abc import AsyncGenerator
from typing import Any
from urllib.parse import parse_qs

from litestar import Request
from litestar.datastructures import FormMultiDict, State, UploadFile
from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.types import Receive

from dicehall.web.edge.asgi import header, read_cookies

MOST_FIELDS = 50
"""In a form."""
MOST_BODY_BYTES = 64 * 1024


class BoundedRequest(Request[Any, Any, State]):
    """A request that does not outlive its response. (The framework would cache the last thousand
    bodies, forms and cookies, however large.)"""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        yield await read_body(self.scope, self.receive)

    async def json(self) -> Any:
        try:
            return await super().json()
        except UnicodeDecodeError as error:
            raise ClientException("the body is not UTF-8") from error
        except RecursionError as error:
            raise ClientException("the body is nested too deeply") from error

    async def form(self) -> FormMultiDict:
        """The fields of a form; uploaded files are refused."""
        kind, _ = self.content_type
        try:
            if kind != RequestEncodingType.URL_ENCODED:
                form = await super().form()
            else:
                fields = read_form(await self.body()).items()
                form = FormMultiDict([(name, value) for name, values in fields for value in values])
        except (ValueError, LookupError) as error:  # not text, or too many fields
            raise ClientException("the form cannot be read") from error
        if any(isinstance(value, UploadFile) for _, value in form.multi_items()):
            raise ClientException("the form must not contain files")
        return form

    @property
    def cookies(self) -> dict[str, str]:
        return read_cookies(header(self.scope, b"cookie") or b"")


async def read_body(scope: Any, receive: Receive, most: int = MOST_BODY_BYTES) -> bytes:
    """The complete body of a request; refused if it is too large or ends early."""
    if int(header(scope, b"content-length") or 0) > most:
        raise RequestEntityTooLarge
    body, more = b"", True
    while more:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            raise ClientException("the request ended early")
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise RequestEntityTooLarge
    return body


def read_form(body: bytes) -> dict[str, list[str]]:
    """The fields of a URL-encoded form; raises `ValueError` if it is malformed.

    >>> read_form(b"move=column+1&version=&move=2")
    {'move': ['column 1', '2'], 'version': ['']}
    """
    return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
