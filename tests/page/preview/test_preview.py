"""Pictures drawn with NumPy: shapes are where they should be, and boards differ by their states."""

import zlib
from itertools import pairwise
from math import pi
from random import Random

import numpy as np
import pytest

from dicehall.game import Chance, Decide, games, new_game
from dicehall.game.records import Played, Rolled
from dicehall.page import default
from dicehall.page.history import History
from dicehall.page.preview.canvas import PixelCanvas
from dicehall.page.preview.picture import HEIGHT, WIDTH
from dicehall.page.preview.png import encode_png
from dicehall.page.preview.strokes import GLYPHS, letters_of
from dicehall.page.protocol import find_page
from dicehall.page.scene import Scene


def decode(png: bytes) -> np.ndarray:
    """The pixels of a file that `encode_png` wrote."""
    width, height, depth = (
        int.from_bytes(png[16:20]),
        int.from_bytes(png[20:24]),
        {2: 3, 6: 4}[png[25]],
    )
    length = int.from_bytes(png[33:37])
    assert png[37:41] == b"IDAT"
    assert png[41 + length : 45 + length] == zlib.crc32(png[37 : 41 + length]).to_bytes(4)
    rows = np.frombuffer(zlib.decompress(png[41 : 41 + length]), np.uint8).reshape(height, -1)
    assert (rows[:, 0] == 2).all()
    return np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8).reshape(height, width, depth)


@pytest.mark.parametrize("depth", [3, 4])
def test_pixels_survive_the_file(depth: int) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (7, 5, depth), np.uint8)
    assert (decode(encode_png(pixels)) == pixels).all()


def painted(canvas: PixelCanvas) -> float:
    """How many pixels are white, parts of pixels included."""
    return float(canvas.pixels[..., 0].sum())


def test_shapes_cover_what_they_should() -> None:
    for draw, area in (
        (lambda canvas: canvas.circle((50, 50), 20, "#ffffff"), pi * 400),
        (lambda canvas: canvas.rounded((50, 50), (40, 20), 0, "#ffffff"), 800),
        (lambda canvas: canvas.rounded((50, 50), (40, 20), 0, "#ffffff", turn=30), 800),
        (lambda canvas: canvas.rounded((0, 50), (40, 20), 0, "#ffffff"), 400),
        (lambda canvas: canvas.polygon([(20, 20), (80, 20), (20, 80)], "#ffffff"), 1800),
        (lambda canvas: canvas.line([(20, 50), (80, 50)], 10, "#ffffff"), 600 + pi * 25),
        (lambda canvas: canvas.circle((500, 50), 20, "#ffffff"), 0),
    ):
        canvas = PixelCanvas(100, 100)
        draw(canvas)
        assert painted(canvas) == pytest.approx(area, rel=0.02)


def test_every_sign_is_another_one_and_stays_in_its_line() -> None:
    drawn = {letters_of(sign) for sign in GLYPHS}
    assert len(drawn) == len(GLYPHS)
    for lines, width in drawn:
        for x, y in (point for line in lines for point in line):
            assert -0.03 <= x <= width + 0.03
            assert -0.05 <= y <= 1.05


def played(game: str, moves: int) -> list[History]:
    """The histories of a random match, after each of its events."""
    random = Random(7)
    histories = [History.start(new_game(game))]
    while len(histories) <= moves:
        last = histories[-1]
        match last.game.turn(last.state):
            case Decide(seat=seat, moves=legal):
                histories.append(last.after(Played(seat, random.choice(legal))))
            case Chance(dice=dice):
                roll = tuple(random.choice(die.faces) for die in dice)
                histories.append(last.after(Rolled(roll)))
            case _:
                break
    return histories


def board(game: str, history: History) -> np.ndarray:
    canvas = PixelCanvas(WIDTH, HEIGHT)
    find_page(game).paint(canvas, Scene.picture(history))
    return canvas.finished()


@pytest.mark.parametrize("game", games())
def test_a_board_is_drawn_anew_after_every_roll_and_move(game: str) -> None:
    histories = played(game, 9)
    boards = [board(game, history) for history in histories]
    changed = [not (one == other).all() for one, other in pairwise(boards)]
    assert changed.count(False) <= 2  # a move that ends a round may change nothing to be seen
    assert any(changed)


@pytest.mark.parametrize("game", games())
def test_the_samples_at_the_doors_can_be_drawn(game: str) -> None:
    canvas = PixelCanvas(WIDTH, HEIGHT)
    page = find_page(game)
    page.paint(canvas, page.module.sample(new_game(game)))
    assert canvas.pixels.any()


def test_a_game_without_a_picture_of_its_own_shows_its_dice() -> None:
    canvas = PixelCanvas(WIDTH, HEIGHT)
    default.paint(canvas, Scene.still(new_game("fune"), new_game("fune").start()))
    assert canvas.pixels.any()
