"""The rules pages of the games."""

from collections.abc import Sequence

from litestar import Response, get
from litestar.exceptions import NotFoundException

from dicehall.game import find_game, new_game
from dicehall.game_page.protocol import find_page
from dicehall.game_page.sheets import Shape, as_pdf, as_svg
from dicehall.web.context import WebRequest, page
from dicehall.web.views.pictures import Picture
from dicehall.words.language import SOURCE, using


@get("/rules/{game:str}", include_in_schema=False)
async def show_rules(request: WebRequest, game: str) -> Response[str]:
    """The rules of a game, with pictures."""
    entry = find_game(game)
    game_page = find_page(game)
    return page(
        request,
        "rules.html",
        entry=entry,
        rules=game_page.rules,
        styles=[game_page.style],
        pictures=[
            Picture.of(scene, caption)
            for caption, scene in game_page.module.examples(new_game(game))
        ],
        has_sheet=game_page.sheet(new_game(game)) is not None,
    )


@get("/rules/{game:str}/sheet.svg", include_in_schema=False)
async def show_sheet(request: WebRequest, game: str) -> Response[str]:
    """The sheet of a game to print, in the reader's language."""
    return Response(as_svg(_sheet(game)), media_type="image/svg+xml")


@get("/rules/{game:str}/sheet.pdf", include_in_schema=False)
async def show_sheet_as_pdf(request: WebRequest, game: str) -> Response[bytes]:
    """The sheet of a game to print, in English: a PDF has no fonts for other alphabets."""
    with using(SOURCE):
        shapes = _sheet(game)
    name = f'inline; filename="{find_game(game).name}.pdf"'
    headers = {"content-disposition": name}
    return Response(as_pdf(shapes), media_type="application/pdf", headers=headers)


def _sheet(game: str) -> Sequence[Shape]:
    shapes = find_page(game).sheet(new_game(game))
    if shapes is None:
        raise NotFoundException
    return shapes
