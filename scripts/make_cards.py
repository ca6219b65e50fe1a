"""Draws the link card of every game; run it after changing a board or `drawing`."""

from functools import partial
from pathlib import Path

from drawing import bones, fune, hexes, sparkle
from drawing.picture import draw_board, draw_name

from dicehall.game import games, new_game
from dicehall.game_page.protocol import find_page

CARDS = Path(__file__).parents[1] / "src/dicehall/web/static/cards"
PAINTERS = {
    "sparkle": sparkle.paint,
    "pocket-hexes": hexes.paint,
    "knuckles": bones.paint,
    "knucklebones": bones.paint,
    "fune": fune.paint,
}


def main() -> None:
    """Write all cards."""
    CARDS.mkdir(exist_ok=True)
    (CARDS / "dicehall.png").write_bytes(draw_name())
    for name, paint in PAINTERS.items():
        scene = find_page(name).module.sample(new_game(name))
        card = draw_board(partial(paint, scene=scene), games()[name].title)
        (CARDS / f"{name}.png").write_bytes(card)


if __name__ == "__main__":
    main()
