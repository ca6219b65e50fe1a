"""The routes of the pictures that links are shown with."""

from litestar import Response, get

from dicehall.web.context import WebRequest, address, house
from dicehall.web.edge.guard import PREVIEW
from dicehall.web.previews.cards import NOBODY
from dicehall.web.previews.pictures import PreviewPicture
from dicehall.web.views.scenes import scene_of

OF_HOUSE = "public, max-age=86400"
OF_MATCH = "private, no-cache"
"""`private`: shared caches must not learn the address of a match, which is all that one needs to
look at it. `no-cache`: the position may have changed."""
NOT_MODIFIED = 304


@get(PREVIEW, include_in_schema=False)
async def show_house_preview(request: WebRequest) -> Response[bytes]:
    """The picture of the house."""
    return _answer(request, await house(request).previews.of_house(), OF_HOUSE)


@get(f"/matches/{{match_id:str}}{PREVIEW}", include_in_schema=False)
async def show_match_preview(request: WebRequest, match_id: str) -> Response[bytes]:
    """The picture of a match as it is now, for everybody as for one who watches."""
    here = house(request)
    match = await here.matches.see(match_id)
    if not here.previews.is_drawn(match):
        here.allowances.take_preview(address(request))
    scene = scene_of(match, NOBODY, await here.histories.newest(match))
    return _answer(request, await here.previews.of_match(match, scene), OF_MATCH)


def _answer(request: WebRequest, picture: PreviewPicture, kept: str) -> Response[bytes]:
    headers = {"etag": picture.etag, "cache-control": kept}
    if picture.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=NOT_MODIFIED, headers=headers)
    return Response(picture.content, media_type="image/png", headers=headers)


ROUTES = [show_house_preview, show_match_preview]
