"""What the pictures of all games are made of: trays, wells, dice and hexes in the light."""

from dataclasses import dataclass
from math import cos, radians, sin

from dicehall.game.turns import SPARK
from drawing.canvas import Paint, PixelCanvas, Point, text_width

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1.1), (1, -1.1), (-1, 0), (1, 0), (-1, 1.1), (1, 1.1)),
}
WOOD = ("#7d4d2c", "#331809")


@dataclass(frozen=True, slots=True)
class Material:
    """How a die is made: the face from its upper to its lower edge, its thickness, its signs."""

    high: str
    low: str
    edge: str
    ink: str
    square: bool = False


IVORY = Material("#fffdf6", "#ece2c8", "#b5a47a", "#20302c")
GOLD = Material("#ffeab0", "#e7b95a", "#96691a", "#3a2506")
BLUE = Material("#e2f5fd", "#8fcbec", "#3f86b3", "#0d2f47")
NIGHT = Material("#3d3759", "#241f3c", "#0a0716", "#ffd45e")
PIXEL = Material("#b7f7ae", "#b7f7ae", "#4fae4d", "#0a2b10", square=True)


def tray(
    canvas: PixelCanvas,
    centre: Point,
    size: Point,
    lining: tuple[str, str],
    frame: tuple[str, str] = WOOD,
) -> None:
    """A tray, of wood as a rule, that lies on the cloth of the room."""
    x, y = centre
    canvas.rounded((x, y + 22), size, 34, "#000000", opacity=0.5, blur=46)
    canvas.rounded(centre, size, 34, frame)
    canvas.rounded((x, y + 2), (size[0] - 30, size[1] - 30), 22, "#160a03")
    canvas.rounded((x, y + 4), (size[0] - 36, size[1] - 36), 20, lining)


def well(canvas: PixelCanvas, centre: Point, size: float, corner: float = 0.22) -> None:
    """A place where a die may lie."""
    canvas.rounded(centre, (size, size), corner * size, "#000000", opacity=0.32)


def die(
    canvas: PixelCanvas,
    centre: Point,
    size: float,
    face: int,
    look: Material = IVORY,
    turn: float = 0,
) -> None:
    """A die with its thickness; a spark is a star, and faces above 6 are numbers."""
    corner = 0.04 * size if look.square else 0.23 * size
    x, y = centre
    canvas.rounded(
        (x, y + 0.16 * size), (size, size), corner, "#000000", turn=turn, opacity=0.4, blur=12
    )
    canvas.rounded((x, y + 0.08 * size), (size, size), corner, look.edge, turn=turn)
    canvas.rounded(centre, (size, size), corner, (look.high, look.low), turn=turn)
    if face == SPARK:
        star(canvas, centre, 0.4 * size, look.ink, turn)
    elif face in PIPS:
        for at in PIPS[face]:
            offset = (at[0] * size * 0.25, at[1] * size * 0.25)
            pip(canvas, _turned(centre, offset, turn), size, look)
    elif face:
        canvas.text(str(face), centre, 0.4 * size, look.ink)


def pip(canvas: PixelCanvas, centre: Point, size: float, look: Material) -> None:
    """One sign of a die of some size."""
    if look.square:
        canvas.rounded(centre, (0.2 * size, 0.2 * size), 0, look.ink)
    else:
        canvas.circle(centre, 0.098 * size, look.ink)


def badge(
    canvas: PixelCanvas, centre: Point, words: str, height: float, paper: str, ink: str
) -> None:
    """A few signs at the corner of a die."""
    canvas.rounded(centre, (text_width(words, 0.6 * height) + 13, 1.2 * height), 6, paper)
    canvas.text(words, centre, 0.6 * height, ink)


def star(canvas: PixelCanvas, centre: Point, radius: float, paint: str, turn: float = 0) -> None:
    """The star of Sparkle."""
    rays = [
        _turned((0, 0), (0, -radius * (1.0, 0.38, 0.8, 0.38)[ray % 4]), turn + 22.5 * ray)
        for ray in range(16)
    ]
    canvas.polygon([(centre[0] + x, centre[1] + y) for x, y in rays], paint)


def hexagon(
    canvas: PixelCanvas, centre: Point, radius: float, paint: Paint, *, turn: float = 0
) -> None:
    """A hex that stands on a corner, unless it is turned."""
    corners = [_turned(centre, (0, -radius), 60 * corner + turn) for corner in range(6)]
    canvas.polygon(corners, paint)


def _turned(centre: Point, offset: Point, degrees: float) -> Point:
    """A point beside a centre, turned around it."""
    along, across = cos(radians(degrees)), sin(radians(degrees))
    x, y = offset
    return centre[0] + x * along - y * across, centre[1] + x * across + y * along
