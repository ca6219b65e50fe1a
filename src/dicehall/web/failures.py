"""Responses to requests that fail.

They always say which of three things happened: the request was refused, something broke on the
server, or the store cannot be reached (503). Programs and page scripts get JSON, everybody else
gets a page.
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
    404: translatable("this page does not exist"),
    405: translatable("this page cannot do that"),
    413: translatable("that is too much data"),
}
"""What pages show when the framework refuses a request; programs get the framework's details."""
UNREADABLE = translatable("the server could not understand this request")


def show_failure(request: WebRequest, error: Exception) -> Response[Any]:
    """The response to a request that raised this error."""
    match error:
        case Refused():
            return _show_refusal(request, error)
        case HTTPException():
            return _show_http(request, error)
    match_id = request.path_params.get("match_id", "")
    return _show(request, 500, broken(error, match_id))


def _show_refusal(request: WebRequest, refusal: Refused) -> Response[Any]:
    response = _show(request, status(refusal), Refusal.of(refusal))
    if isinstance(refusal, TooOften) and refusal.retry_seconds:
        response.headers["retry-after"] = str(refusal.retry_seconds)
    return response


def _show_http(request: WebRequest, error: HTTPException) -> Response[Any]:
    code = code_of_status(error.status_code)
    details: Any = error.extra if isinstance(error.extra, list) else []
    reasons = [f"{detail['key']}: {detail['message']}" for detail in details if "key" in detail]
    refusal = Refusal(code, "; ".join(reasons) or error.detail)
    if not _is_program(request):
        refusal = Refusal(code, explain(FOR_PEOPLE.get(error.status_code, UNREADABLE)))
    response = _show(request, error.status_code, refusal)
    response.headers.update(error.headers or {})
    return response


def _is_program(request: WebRequest) -> bool:
    return request.scope["path"].startswith("/api/")


def _show(request: WebRequest, status_code: int, refusal: Refusal) -> Response[Any]:
    if _is_program(request):
        return Response(refusal, status_code=status_code)
    reason = sentence(refusal.reason)
    if "x-part" in request.headers:  # the script of a page
        for_script = Refusal(refusal.code, reason)
        return Response(for_script, status_code=status_code, media_type=MediaType.JSON)
    context = {"code": refusal.code, "reason": reason, "failure": status_code}
    return page(request, "error.html", status_code, **context)
