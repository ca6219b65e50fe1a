"""What the routes share: the house, who is asking, and how answers are made."""

from typing import Any

from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie, State

from dicehall.web.edge.identity import YEAR_SECONDS
from dicehall.web.edge.preferences import COOKIE, Preferences
from dicehall.web.house import House
from dicehall.web.views.render import render
from dicehall.words.language import current

WebRequest = Request[Any, Any, State]


def house(request: WebRequest) -> House:
    """The house that a request came to."""
    found: House = request.app.state.house
    return found


def guest(request: WebRequest) -> str:
    """Who is asking."""
    return str(request.scope["guest"])  # type: ignore[typeddict-item]


def address(request: WebRequest) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def preferences(request: WebRequest) -> Preferences:
    """How the guest likes it."""
    return Preferences.read(request.cookies.get(COOKIE, ""))


def preferences_cookie(chosen: Preferences) -> Cookie:
    """Remembers the guest's preferences for a year."""
    return Cookie(COOKIE, value=chosen.write(), max_age=YEAR_SECONDS, samesite="lax")


def page(request: WebRequest, template: str, status: int = 200, **context: Any) -> Response[str]:
    """A whole page."""
    content = render(
        template,
        preferences=preferences(request),
        language=current(),
        path=request.url.path,
        **context,
    )
    return Response(content, media_type=MediaType.HTML, status_code=status)
