"""The answers to requests that fail.

A person or program always learns which of three things happened: the request was refused, something
broke on the server, or (from the server's side, 503) the store cannot be reached. Programs and the
scripts of pages get JSON, everybody else gets a page.
"""

from typing import Any

from litestar import MediaType, Response
from litestar.exceptions import HTTPException

from dicehall.game.messages import translatable
from dicehall.game.refused import Refused, TooOften
from dicehall.web.api.refusals import Refusal, broken, code_of_status
from dicehall.web.context import WebRequest, page
from dicehall.web.edge.statuses import status
from dicehall.words.refusals import explain, sentence

FOR_PEOPLE = {
    404: translatable("there is no such page"),
    405: translatable("this page cannot do that"),
    413: translatable("that is too much at once"),
}
"""What pages say when the framework refuses a request; programs get the framework's details."""
UNREADABLE = translatable("this request cannot be understood")


def show_failure(request: WebRequest, error: Exception) -> Response[Any]:
    """The answer to a request that raised this."""
    match error:
        case Refused():
            return _show_refusal(request, error)
        case HTTPException():
            return _show_http(request, error)
    match_id = request.path_params.get("match_id", "")
    return _show(request, 500, broken(error, match_id))


def _show_refusal(request: WebRequest, refusal: Refused) -> Response[Any]:
    shown = _show(request, status(refusal), Refusal.of(refusal))
    if isinstance(refusal, TooOften) and refusal.retry_seconds:
        shown.headers["retry-after"] = str(refusal.retry_seconds)
    return shown


def _show_http(request: WebRequest, error: HTTPException) -> Response[Any]:
    code = code_of_status(error.status_code)
    details: Any = error.extra if isinstance(error.extra, list) else []
    wrong = [f"{one['key']}: {one['message']}" for one in details if "key" in one]
    refusal = Refusal(code, "; ".join(wrong) or error.detail)
    if not _is_program(request):
        refusal = Refusal(code, explain(FOR_PEOPLE.get(error.status_code, UNREADABLE)))
    shown = _show(request, error.status_code, refusal)
    shown.headers.update(error.headers or {})
    return shown


def _is_program(request: WebRequest) -> bool:
    return request.url.path.startswith("/api/")


def _show(request: WebRequest, status_code: int, refusal: Refusal) -> Response[Any]:
    if _is_program(request):
        return Response(refusal, status_code=status_code)
    reason = sentence(refusal.reason)
    if "x-part" in request.headers:  # the script of a page
        shown = Refusal(refusal.code, reason)
        return Response(shown, status_code=status_code, media_type=MediaType.JSON)
    told = {"code": refusal.code, "reason": reason, "failure": status_code}
    return page(request, "error.html", status_code, **told)
