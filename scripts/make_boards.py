"""Draws the small board of every game for the hall; run it after changing a board or `drawing`."""

from pathlib import Path

from drawing.vectors import picture

from dicehall.game import new_game
from dicehall.game_page.protocol import find_page

BOARDS = Path(__file__).parents[1] / "src/dicehall/web/static/boards"
GAMES = ("sparkle", "pocket-hexes", "knuckles", "knucklebones", "fune")


def main() -> None:
    """Write all boards."""
    BOARDS.mkdir(exist_ok=True)
    for name in GAMES:
        scene = find_page(name).module.sample(new_game(name))
        (BOARDS / f"{name}.svg").write_text(picture(name, scene), encoding="utf-8")


if __name__ == "__main__":
    main()
