"""Capitals, digits and a few signs as lines: as much of a font as a small picture needs."""

from functools import lru_cache
from math import cos, radians, sin

Line = tuple[tuple[float, float], ...]

HEIGHT = 10
GAP = 2.6
SPACE = 3.2
DEGREES = 15
"""Of an arc between two of its points."""
RAISED = 0.6
"""How large a sign is that stands high."""

# Lines are parted by "|". A line goes through points x,y; an arc has a centre, two radii, and the
# angles from which and to which it goes: 0 is to the right, 90 down.
GLYPHS = {
    "0": "a3,3,3,3,-180,0 a3,7,3,3,0,180 0,3",
    "1": "0,2.4 2.6,0 2.6,10",
    "2": "a3,3,3,3,-170,25 0,10 6,10",
    "3": "a2.8,2.5,2.6,2.5,-160,90 | a2.8,7.5,3,2.5,-90,160",
    "4": "4.6,10 4.6,0 0,7 6.4,7",
    "5": "5.4,0 .8,0 .5,4.7 a2.9,6.8,3.1,3.2,-140,150",
    "6": "4.3,0 .4,5.5 a3,7,3,3,-150,210",
    "7": "0,0 6,0 2,10",
    "8": "a3,2.4,2.4,2.4,-90,270 | a3,7.4,3,2.6,-90,270",
    "9": "1.7,10 5.6,4.5 a3,3,3,3,30,390",
    "A": "0,10 3.5,0 7,10 | 1.2,6.8 5.8,6.8",
    "B": "0,0 3.2,0 a3.2,2.4,2.3,2.4,-90,90 0,4.8 | 3.2,4.8 a3.4,7.4,2.6,2.6,-90,90 0,10 0,0",
    "C": "a3.8,5,3.8,5,-45,-315",
    "D": "0,0 0,10 2.4,10 a2.4,5,4.2,5,90,-90 0,0",
    "E": "5.4,0 0,0 0,10 5.4,10 | 0,4.9 4.6,4.9",
    "F": "5.4,0 0,0 0,10 | 0,4.9 4.6,4.9",
    "G": "a3.8,5,3.8,5,-45,-350 4.6,5.8",
    "H": "0,0 0,10 | 6.4,0 6.4,10 | 0,4.9 6.4,4.9",
    "I": "0,0 0,10",
    "J": "4,0 4,7.4 a1.8,7.4,2.2,2.6,0,150",
    "K": "0,0 0,10 | 5.8,0 0,6 | 2.2,3.9 6,10",
    "L": "0,0 0,10 5,10",
    "M": "0,10 0,0 4,6.6 8,0 8,10",
    "N": "0,10 0,0 6.6,10 6.6,0",
    "O": "a4,5,4,5,0,360",
    "P": "0,10 0,0 3.2,0 a3.2,2.8,2.8,2.8,-90,90 0,5.6",
    "Q": "a4,5,4,5,0,360 | 5,7 8,10.4",
    "R": "0,10 0,0 3.2,0 a3.2,2.8,2.8,2.8,-90,90 0,5.6 | 3,5.6 6.2,10",
    "S": "a3,2.6,2.7,2.6,-25,-270 a3,7.6,3,2.4,-90,155",
    "T": "0,0 6.4,0 | 3.2,0 3.2,10",
    "U": "0,0 0,6.8 a3.2,6.8,3.2,3.2,180,0 6.4,0",
    "V": "0,0 3.5,10 7,0",
    "W": "0,0 2.4,10 5,2 7.6,10 10,0",
    "X": "0,0 6.4,10 | 6.4,0 0,10",
    "Y": "0,0 3.3,5 6.6,0 | 3.3,5 3.3,10",
    "Z": "0,0 6,0 0,10 6,10",
    ":": "0,3.2 0,3.2 | 0,7.8 0,7.8",
    "-": "0,5.4 3.4,5.4",
    "×": "0,3 4.4,7.4 | 4.4,3 0,7.4",
}
RAISED_SIGNS = {"²": "2", "³": "3"}


@lru_cache(1000)
def letters_of(words: str) -> tuple[tuple[Line, ...], float]:
    """The lines of a text of height 1 from its left upper corner, and how wide it is; signs that
    are not known are left out."""
    lines: list[Line] = []
    right = 0.0
    for sign in words.upper():
        if sign == " ":
            right += SPACE
        for line in (drawn := _lines(sign)):
            lines.append(tuple(((right + x) / HEIGHT, y / HEIGHT) for x, y in line))
        if drawn:
            right += max(x for line in drawn for x, _ in line) + GAP
    return tuple(lines), max(right - GAP, 0) / HEIGHT


def _lines(sign: str) -> list[Line]:
    if sign in RAISED_SIGNS:
        drawn = _lines(RAISED_SIGNS[sign])
        return [tuple((RAISED * x, RAISED * y - 1) for x, y in line) for line in drawn]
    if sign not in GLYPHS:
        return []
    return [
        tuple(point for part in line.split() for point in _points(part))
        for line in GLYPHS[sign].split("|")
    ]


def _points(part: str) -> Line:
    """A point, or those of an arc."""
    numbers = [float(number) for number in part.removeprefix("a").split(",")]
    if not part.startswith("a"):
        return ((numbers[0], numbers[1]),)
    x, y, across, down, first, last = numbers
    steps = max(2, round(abs(last - first) / DEGREES))
    angles = [radians(first + (last - first) * step / steps) for step in range(steps + 1)]
    return tuple((x + across * cos(angle), y + down * sin(angle)) for angle in angles)
