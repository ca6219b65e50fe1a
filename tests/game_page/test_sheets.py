"""Sheets to print: on the page, well-formed, and the same as SVG and as PDF."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from dicehall.game import games, new_game
from dicehall.game_page.protocol import find_page
from dicehall.game_page.sheets import HEIGHT, WIDTH, Polygon, Shape, Text, as_pdf, as_svg, box
from dicehall.words.language import using

MARGIN = 8
SHEETS = [name for name in games() if find_page(name).sheet(new_game(name))]


def sheet(game: str, language: str = "en") -> Sequence[Shape]:
    with using(language):
        shapes = find_page(game).sheet(new_game(game))
    assert shapes
    return shapes


def test_the_roll_and_write_game_has_a_sheet() -> None:
    assert "pocket-hexes" in SHEETS


@pytest.mark.parametrize("game", SHEETS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_everything_lies_within_the_margins(game: str, language: str) -> None:
    for shape in sheet(game, language):
        points = shape.points if isinstance(shape, Polygon) else ((shape.x, shape.y),)
        for x, y in points:
            assert MARGIN <= x <= WIDTH - MARGIN
            assert MARGIN <= y <= HEIGHT - MARGIN


def test_two_boards_with_61_hexes_each_and_24_at_the_border() -> None:
    hexes = [one for one in sheet("pocket-hexes") if isinstance(one, Polygon)]
    hexes = [one for one in hexes if len(one.points) == 6]
    assert len(hexes) == 2 * 61
    assert sum(one.grey < 1 for one in hexes) == 2 * 24


@pytest.mark.parametrize("game", SHEETS)
def test_the_svg_is_well_formed(game: str) -> None:
    shapes = sheet(game)
    drawn = ElementTree.fromstring(as_svg(shapes))
    kinds = [one.tag.rpartition("}")[2] for one in drawn]
    assert kinds.count("polygon") + kinds.count("text") == len(shapes)


@pytest.mark.parametrize("game", SHEETS)
def test_the_pdf_says_where_its_parts_are(game: str) -> None:
    shapes = sheet(game)
    text = as_pdf(shapes)
    assert text.startswith(b"%PDF-1.4\n")
    assert text.endswith(b"%%EOF\n")
    table = int(text.rpartition(b"startxref\n")[2].split()[0])
    assert text[table:].startswith(b"xref\n0 6\n")
    places = [int(line.split()[0]) for line in text[table:].splitlines()[3:8]]
    for number, place in enumerate(places, start=1):
        assert text[place:].startswith(b"%d 0 obj\n" % number)
    length, content = re.findall(rb"/Length (\d+) >>\nstream\n(.*)\nendstream", text, re.DOTALL)[0]
    assert int(length) == len(content)
    assert content.count(b"Tj") == sum(isinstance(shape, Text) for shape in shapes)


def test_a_text_ends_or_is_centred_at_its_point() -> None:
    found = [
        float(re.findall(rb"([\d.]+) [\d.]+ Td \(200\)", as_pdf([Text(100, 50, 10, "200", at)]))[0])
        for at in ("start", "middle", "end")
    ]
    start, middle, end = found
    assert start > middle > end
    assert start - middle == pytest.approx(middle - end, abs=0.02)
    assert start - end == pytest.approx(3 * 0.556 * 10 * 72 / 25.4, abs=0.02)


def test_brackets_cannot_end_a_text_early() -> None:
    assert b"(a b) Tj" in as_pdf([Text(10, 10, 4, "(a) \\b")])


def test_a_box_is_a_rectangle() -> None:
    assert box(1, 2, 3, 4).points == ((1, 2), (4, 2), (4, 6), (1, 6))
