"""The rules pages of the games."""

from litestar import Response, get

from dicehall.game import find_game, new_game
from dicehall.game_page.protocol import find_page
from dicehall.web.context import WebRequest, page
from dicehall.web.views.pictures import Picture


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
    )
