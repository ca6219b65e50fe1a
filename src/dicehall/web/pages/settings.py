"""How the guest likes the house."""

from dataclasses import replace

from litestar import Response, get, post
from litestar.response import Redirect

from dicehall.web.context import WebRequest, page, preferences, preferences_cookie
from dicehall.web.edge.preferences import CHOICES


@get("/settings", include_in_schema=False)
async def show_settings(request: WebRequest) -> Response[str]:
    """How the guest likes it."""
    return page(request, "settings.html", choices=CHOICES)


@post("/settings", include_in_schema=False)
async def change_settings(request: WebRequest) -> Redirect:
    """Remember what the guest likes."""
    form = await request.form()
    chosen = {key: form[key] for key, values in CHOICES.items() if form.get(key) in values}
    liked = replace(preferences(request), **chosen)
    return Redirect("/settings", status_code=303, cookies=[preferences_cookie(liked)])
