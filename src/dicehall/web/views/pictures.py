"""Pictures of boards, for the hall and the rules."""

from dataclasses import dataclass

from markupsafe import Markup

from dicehall.game import new_game
from dicehall.game_page.protocol import find_page
from dicehall.game_page.scene import Scene


@dataclass(frozen=True, slots=True)
class Picture:
    """A board to draw, with its caption."""

    scene: Scene
    view: object
    board: str
    caption: str = ""

    @classmethod
    def at_door(cls, game: str) -> "Picture":
        """The sample board of a game, for the hall."""
        return cls.of(find_page(game).module.sample(new_game(game)))

    @classmethod
    def of(cls, scene: Scene, caption: str = "") -> "Picture":
        game_page = find_page(scene.game.name)
        return cls(scene, game_page.module.view(scene), game_page.board, caption)


def qr_code(link: str) -> Markup:
    """A link as an SVG, dark on light in every theme."""
    import segno  # few pages need it

    code = segno.make(link, error="m", micro=False)
    svg = code.svg_inline(border=3, dark="#111", light="#fff", omitsize=True, svgclass="qr")
    return Markup(svg)
