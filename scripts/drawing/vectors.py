"""Small pictures of the boards as SVG: what lies on them follows from a sample of the game.

Lengths are pixels of a picture of 200 × 144; x runs to the right and y down.
"""

from collections.abc import Iterator
from itertools import product
from math import sqrt

from dicehall.game.turns import SPARK
from dicehall.game_page.scene import Scene
from dicehall.games.bones.rules import COLUMNS, BonesState
from dicehall.games.bones.rules import HEIGHT as SLOTS
from dicehall.games.fune.page.view import view as fune_view
from dicehall.games.hexes.page.view import view as hexes_view
from dicehall.games.sparkle.page.view import view as sparkle_view
from drawing.pieces import BLUE, GOLD, IVORY, NIGHT, PIPS, PIXEL, Material

WIDTH, HEIGHT = 200, 144
STAR = (
    "M0-13 2.7-5 8.4-8.4 5-2.7 13 0 5 2.7 8.4 8.4 2.7 5 0 13-2.7 5-8.4 8.4-5 2.7-13 0-5-2.7"
    "-8.4-8.4-2.7-5z"
)
HEX_RADIUS = 9.3
TILES = {
    # by how a number lies there: the tile, its lower edge, and the number
    "": ("#f7f0dd", "#b7a678", "#2b2419"),
    "ring": ("#ffd95e", "#b8841f", "#2b1d00"),
    "scored": ("#2f9c62", "#145533", "#fff"),
}
TITLES = (18, 20, 25, 21, 19, 20, 30, 27, 17)
"""How long the titles of the card's rows are."""


def picture(game: str, scene: Scene) -> str:
    """The board of a built-in game."""
    paint = {
        "sparkle": _sparkle,
        "pocket-hexes": _hexes,
        "knuckles": _bones,
        "knucklebones": _bones,
        "fune": _fune,
    }[game]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-weight="700" text-anchor="middle">\n'
        + "\n".join(paint(scene))
        + "\n</svg>\n"
    )


def _sparkle(scene: Scene) -> Iterator[str]:
    """The way to the threshold, five dice on night cloth, and those that are banked."""
    shown = sparkle_view(scene)
    yield _gradients(IVORY, NIGHT, cloth=("#332b75", "#15112f"), wood=("#7d4d2c", "#331809"))
    yield _tray(4, 22, 192, 118)
    unit = 192 / 1000
    reached = (shown.bar.safe + shown.bar.at_stake) * unit
    yield f'<path stroke="#0008" {_round(9)} d="M8.5 10h183"/>'
    yield f'<path stroke="#f1c75b" {_round(9)} d="M8.5 10H{_n(4 + reached)}"/>'
    yield f'<path stroke="#fff" stroke-width="2.5" d="M{_n(4 + shown.bar.mark * unit)} 4v12"/>'
    yield (
        '<path stroke="#fff" stroke-opacity=".7" stroke-width="1.2" stroke-linecap="round"'
        ' d="M30 33h0M108 39h0M178 34h0M66 78h0M150 80h0"/>'
    )
    for one in shown.dice:
        x = 100 + 36 * (one.position - 3)
        rows = ((55, not one.banked), (107, one.banked))
        for y, lies_here in rows:
            yield _well(x, y, 31, drawn=True)
            if lies_here:
                scores = one.face in (1, 5) and not one.banked
                turn = 0 if one.banked else (-7, 6, -4, 7, -6)[one.position - 1]
                yield _die(
                    x, y, 28, one.face, NIGHT if one.face == SPARK else IVORY, turn, glows=scores
                )


def _bones(scene: Scene) -> Iterator[str]:
    """The table from its side: columns that face each other, and between them the die in hand."""
    state: BonesState = scene.state
    retro = scene.game.name == "knuckles"
    if retro:
        yield _gradients(PIXEL, cloth=("#14451f", "#04140a"), wood=("#5b5a5c", "#161618"))
        yield (
            '<pattern id="lines" width="4" height="3" patternUnits="userSpaceOnUse">'
            '<path fill="#0005" d="M0 0h4v1H0z"/></pattern>'
        )
    else:
        felt = ("#2a7262", "#123a31")
        yield _gradients(IVORY, GOLD, BLUE, cloth=felt, wood=("#875532", "#37200f"))
    yield _tray(2, 12, 196, 120)
    for seat, column, slot in product((0, 1), range(COLUMNS), range(SLOTS)):
        x, y = 100 + (-1, 1)[seat] * (32 + 25.5 * slot), 38 + 34 * column
        yield _well(x, y, 24, square=retro)
        dice = state.grids[seat][column]
        if slot < len(dice):
            alike = dice.count(dice[slot])
            yield _die(x, y, 21, dice[slot], PIXEL if retro else (IVORY, GOLD, BLUE)[alike - 1])
            if alike > 1:
                yield _badge(x, y, f"{dice[slot]}{'²³'[alike - 2]}" if retro else f"×{alike}")
    yield _well(100, 72, 27, square=retro)
    yield _die(100, 72, 22, state.die or 1, PIXEL if retro else IVORY, 0 if retro else 8)
    if retro:
        yield '<rect x="8" y="18" width="184" height="108" rx="6" fill="url(#lines)"/>'


def _hexes(scene: Scene) -> Iterator[str]:
    """The carved board with its numbers, rings and what was scored."""
    yield _gradients(wood=("#8a5a35", "#3f230f"))
    across, down = sqrt(3) * HEX_RADIUS, 1.5 * HEX_RADIUS
    corners = " ".join(f"{_n(100 + x)} {_n(72 + y)}" for x, y in _corners(81, 1))
    yield f'<polygon fill="#0006" transform="translate(0 2)" points="{corners}"/>'
    yield f'<polygon fill="url(#wood)" points="{corners}"/>'
    cell = "M" + " ".join(f"{_n(x)} {_n(y)}" for x, y in _corners(HEX_RADIUS - 0.7, 0)) + "z"
    yield f'<defs><path id="hex" d="{cell}"/></defs>'
    rows = hexes_view(scene).rows
    for number, row in enumerate(rows):
        for place, one in enumerate(row):
            x = _n(100 + across * (place - (len(row) - 1) / 2))
            y = 72 + down * (number - (len(rows) - 1) / 2)
            at, below = f'x="{x}" y="{_n(y)}"', f'x="{x}" y="{_n(y + 0.9)}"'
            if one.number is None:
                yield f'<use href="#hex" {at} fill="{"#5b3a20" if one.border else "#22120a"}"/>'
                continue
            tile, edge, ink = TILES.get(one.mark, TILES[""])
            yield f'<use href="#hex" {below} fill="{edge}"/><use href="#hex" {at} fill="{tile}"/>'
            yield f'<text {at} dy="3.4" font-size="9.5" fill="{ink}">{one.number}</text>'


def _fune(scene: Scene) -> Iterator[str]:
    """Five dice on the sea below a ship, and the score card beside them."""
    shown = fune_view(scene)
    yield _gradients(IVORY, GOLD, cloth=("#1d6a94", "#0d3a59"), wood=("#875532", "#37200f"))
    yield _tray(2, 6, 120, 134)
    yield (
        '<g fill="none" stroke="#8fcbec" stroke-width="1.6"><path d="M10 42q6.5-6 13 0t13 0 13 0'
        ' 13 0 13 0 13 0 13 0 13 0"/></g>'
        '<path fill="#fdf3d8" d="M60.5 15v19H49zM62.5 19l9 15h-9z"/>'
        '<path fill="#e7b95a" d="M46 36h31l-4.5 8h-22z"/>'
    )
    places = ((30, 66), (62, 66), (94, 66), (46, 102), (78, 102))
    for one, (x, y) in zip(shown.dice, places, strict=True):
        turn = (-5, 4, 7, -4, 6)[one.position - 1]
        yield _well(x, y, 30)
        yield _die(x, y, 27, one.face, GOLD if one.kept else IVORY, 0 if one.kept else turn)
    yield '<rect x="130" y="6" width="67" height="134" rx="5" fill="#fdf3dc"/>'
    for number in range(len(TITLES)):
        y = 21 + 14 * number
        yield f'<path stroke="#2b241930" d="M135 {y + 4.5}h57"/>'
        yield f'<path stroke="#2b241970" {_round(3)} d="M138 {y}h{TITLES[number]}"/>'
    for number, points in ((0, 3), (2, 9), (4, 20), (6, 25), (7, 30)):
        yield f'<text x="184" y="{24 + 14 * number}" font-size="9.5" fill="#2b2419">{points}</text>'


def _gradients(*looks: Material, **paints: tuple[str, str]) -> str:
    """Light from above, for materials by their edge's colour and for other things by name."""
    named = {look.edge[1:]: (look.high, look.low) for look in looks} | paints
    inside = "".join(
        f'<linearGradient id="{name}" x2="0" y2="1"><stop stop-color="{high}"/>'
        f'<stop offset="1" stop-color="{low}"/></linearGradient>'
        for name, (high, low) in named.items()
    )
    return f"<defs>{inside}</defs>"


def _tray(x: float, y: float, width: float, height: float) -> str:
    return (
        f'<rect x="{x}" y="{y + 3}" width="{width}" height="{height}" rx="10" fill="#0006"/>'
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="10" fill="url(#wood)"/>'
        f'<rect x="{x + 6}" y="{y + 6}" width="{width - 12}" height="{height - 12}" rx="6"'
        ' fill="url(#cloth)" stroke="#0008"/>'
    )


def _well(x: float, y: float, size: float, *, square: bool = False, drawn: bool = False) -> str:
    """A place for a die: a hollow, or one drawn on the cloth."""
    look = 'fill="none" stroke="#fff3" stroke-dasharray="2 2"' if drawn else 'fill="#0004"'
    box = f'x="{_n(x - size / 2)}" y="{_n(y - size / 2)}" width="{size}" height="{size}"'
    return f'<rect {box} rx="{_corner(size, square=square)}" {look}/>'


def _die(
    x: float,
    y: float,
    size: float,
    face: int,
    look: Material = IVORY,
    turn: float = 0,
    *,
    glows: bool = False,
) -> str:
    """A die with its thickness; one that scores has a golden rim."""
    half, corner = size / 2, _corner(size, square=look.square)
    box = f'width="{_n(size)}" height="{_n(size)}" rx="{corner}"'
    rim = ' stroke="#ffcf5a" stroke-width="2"' if glows else ""
    paint = f'fill="url(#{look.edge[1:]})"{rim}'
    if face == SPARK:
        signs = f'<path fill="{look.ink}" transform="scale({_n(size / 30)})" d="{STAR}"/>'
    elif look.square:
        pip = _n(size * 0.2)
        starts = [((0.26 * a - 0.1) * size, (0.26 * b - 0.1) * size) for a, b in PIPS[face]]
        squares = "".join(f"M{_n(a)} {_n(b)}h{pip}v{pip}h-{pip}z" for a, b in starts)
        signs = f'<path fill="{look.ink}" d="{squares}"/>'
    else:
        dots = "".join(f"M{_n(a * size * 0.25)} {_n(b * size * 0.25)}h0" for a, b in PIPS[face])
        signs = f'<path stroke="{look.ink}" {_round(size * 0.2)} d="{dots}"/>'
    turned = f" rotate({turn})" if turn else ""
    return (
        f'<g transform="translate({_n(x)} {_n(y)}){turned}">'
        f'<rect x="-{_n(half)}" y="{_n(size * 0.08 - half)}" {box} fill="{look.edge}"/>'
        f'<rect x="-{_n(half)}" y="-{_n(half)}" {box} {paint}/>{signs}</g>'
    )


def _badge(x: float, y: float, words: str) -> str:
    return (
        f'<rect x="{x - 1}" y="{y - 17}" width="14" height="9.5" rx="3" fill="#33210a"/>'
        f'<text x="{x + 6}" y="{y - 9.5}" font-size="8.5" fill="#ffe9b0">{words}</text>'
    )


def _corners(radius: float, turned: int) -> list[tuple[float, float]]:
    """Of a hex that stands on a corner, or lies on a side if it is turned."""
    high, wide = radius / 2, radius * sqrt(3) / 2
    points = [(0, -radius), (wide, -high), (wide, high), (0, radius), (-wide, high), (-wide, -high)]
    return [(y, x) for x, y in points] if turned else points


def _corner(size: float, *, square: bool) -> str:
    return "1" if square else _n(size * 0.23)


def _round(width: float) -> str:
    return f'stroke-width="{_n(width)}" stroke-linecap="round"'


def _n(number: float) -> str:
    """A short number.

    >>> _n(4.04), _n(-0.02)
    ('4', '0')
    """
    short = f"{number:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short
