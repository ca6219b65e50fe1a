"""The six polyhedral dice: their corners, and how each looks at rest.

Only this module knows them. The page draws a die at rest from here, and passes the same corners to
its script, which rotates them while a die is thrown.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import atan2, cos, hypot, pi, radians, sin, sqrt

from dicehall.game.turns import DICE

Point = tuple[float, float, float]
"""Right, down, and towards the viewer."""
FaceCorners = tuple[int, ...]
"""The numbers of a face's corners, in order."""

REACH = 100
"""The distance of the outermost corners from the centre."""
FAR = 340
"""The distance of the viewer from the centre."""
LIGHT = (-0.45, -0.6, 0.66)
"""From above left."""
PLAIN = 0.8
"""The brightness at which a face has exactly the colour of its die."""
TURNED = {"d4": (-39, 12), "d6": (-15, 19), "d8": (-9, 14), "d10": (-9, 12), "d12": (-8, 11)}
TURNED["d20"] = (-7, 10)
"""How far the top face of each die is turned to the right and up, in degrees."""
LARGE = {"d4": 1.65, "d6": 1.3, "d8": 1.7, "d10": 1.7, "d12": 1.35, "d20": 1.85}
"""The size of the numbers, relative to the space around the centre of a face."""


@dataclass(frozen=True, slots=True)
class Facet:
    """A visible face: its outline, and how much its colour is lightened or darkened."""

    points: str
    tone: str
    share: str


@dataclass(frozen=True, slots=True)
class Solid:
    """A die at rest, with its first face up."""

    corners: tuple[Point, ...]
    faces: tuple[FaceCorners, ...]
    facets: tuple[Facet, ...]
    outline: str
    """The whole visible outline, as one path."""
    box: str
    """Its SVG view box."""
    x: str
    y: str
    """Where its number is drawn."""
    size: int
    """The size of the number."""
    shape: str
    """The same for the script."""


@lru_cache
def solid(name: str) -> Solid:
    """A die at rest, drawn once."""
    upright = _corners(name)
    corners, faces = _laid(upright, _faces(upright), *TURNED[name])
    seen = [face for face in faces if _looks_at_viewer(corners, face)]
    drawn = [_points([corners[n] for n in face]) for face in seen]
    facets = [
        Facet(points, *_shade(_normal(corners, face)))
        for points, face in zip(drawn, seen, strict=True)
    ]
    front = _middle([corners[n] for n in faces[0]])
    x, y = _project(front)
    size = round(LARGE[name] * _room([_project(corners[n]) for n in faces[0]]))
    shape = {
        "corners": corners,
        "faces": faces,
        "numbers": DICE[name].faces,
        "upright": _upright(_normal(corners, faces[0])),
        "size": size,
        "far": FAR,
        "front": round(FAR - front[2], 1),
        "light": LIGHT,
        "plain": PLAIN,
    }
    return Solid(
        corners,
        faces,
        tuple(facets),
        outline="".join(f"M{points}Z" for points in drawn),
        box=_box([_project(corner) for corner in corners]),
        x=f"{x:.1f}",
        y=f"{y:.1f}",
        size=size,
        shape=json.dumps(shape, separators=(",", ":")),
    )


def _corners(name: str) -> list[Point]:
    """The corners around the centre, in any scale; the first is at the top of the first face."""
    golden = (1 + sqrt(5)) / 2
    signs = (-1.0, 1.0)
    cube = [(x, y, z) for x in signs for y in signs for z in signs]
    if name == "d4":
        return [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    if name == "d6":
        return cube
    if name == "d8":
        return [spun for sign in signs for spun in _spun((sign, 0, 0))]
    if name == "d10":
        return _trapezohedron()
    if name == "d20":
        return [one for a, b in product(signs, signs) for one in _spun((0, a, b * golden))]
    others = [one for a, b in product(signs, signs) for one in _spun((0, a / golden, b * golden))]
    return cube + others


def _spun(point: Point) -> Iterator[Point]:
    """A point and its two cyclic permutations."""
    x, y, z = point
    yield from ((x, y, z), (y, z, x), (z, x, y))


def _trapezohedron() -> list[Point]:
    """Ten kites: two poles and a zigzag ring between them, high enough that each kite is flat."""
    pole = 1.06
    wave = pole * (1 - cos(pi / 5)) / (1 + cos(pi / 5))
    ring = [(cos(n * pi / 5), sin(n * pi / 5), wave if n % 2 else -wave) for n in range(10)]
    return [(0, 0, pole), (0, 0, -pole), *ring]


def _faces(corners: Sequence[Point]) -> list[FaceCorners]:
    """All planes through corners that have every other corner behind them."""
    found: dict[frozenset[int], FaceCorners] = {}
    for three in combinations(range(len(corners)), 3):
        normal = _normal(corners, three)
        heights = [_dot(normal, corner) for corner in corners]
        top = max(heights)
        on_top = frozenset(n for n, height in enumerate(heights) if top - height < 1e-6)
        if set(three) <= on_top:
            found.setdefault(on_top, _around(corners, normal, on_top))
    return list(found.values())


def _around(corners: Sequence[Point], normal: Point, face: frozenset[int]) -> FaceCorners:
    """The corners of a face in order, starting with the sharpest, towards which its number
    points."""
    middle = _middle([corners[n] for n in face])
    far = max(sorted(face), key=lambda n: round(_dot(_less(corners[n], middle), corners[n]), 6))
    up = _unit(_less(corners[far], middle))
    right = _cross(normal, up)  # the same direction for all faces, seen from outside

    def angle(n: int) -> float:
        from_middle = _less(corners[n], middle)
        return round(atan2(_dot(from_middle, right), _dot(from_middle, up)), 6) % (2 * pi)

    return tuple(sorted(face, key=angle))


def _laid(
    corners: Sequence[Point], faces: list[FaceCorners], right: float, up: float
) -> tuple[tuple[Point, ...], tuple[FaceCorners, ...]]:
    """Scale and rotate a solid so that its first face looks at the viewer, turned slightly."""
    front = faces[0]
    normal = _normal(corners, front)
    top = (
        corners[front[0]]
        if len(front) != 4 or len(faces) > 6
        else _middle([corners[front[0]], corners[front[1]]])
    )
    upward = _unit(_less(top, _middle([corners[n] for n in front])))
    sideward = _cross(upward, normal)
    yaw, pitch = radians(right), radians(up)
    to_normal = (sin(yaw) * cos(pitch), -sin(pitch), cos(yaw) * cos(pitch))
    to_upward = _unit(_less((0, -1, 0), _times(to_normal, -to_normal[1])))
    to_sideward = _cross(to_upward, to_normal)
    scale = REACH / max(hypot(*corner) for corner in corners)
    laid = []
    for corner in corners:
        a, b, c = (scale * _dot(corner, axis) for axis in (sideward, upward, normal))
        axes = zip(to_sideward, to_upward, to_normal, strict=True)
        x, y, z = (round(a * s + b * u + c * n, 1) for s, u, n in axes)
        laid.append((x, y, z))
    return tuple(laid), tuple(faces)


def _upright(normal: Point) -> tuple[Point, Point]:
    """The two directions on a face that appear as right and down."""
    x, y, z = normal
    return (1, 0, round(-x / z, 3)), (0, 1, round(-y / z, 3))


def _looks_at_viewer(corners: Sequence[Point], face: FaceCorners) -> bool:
    normal = _normal(corners, face)
    return _dot(normal, _less((0, 0, FAR), corners[face[0]])) > 0


def _shade(normal: Point) -> tuple[str, str]:
    light = max(0.0, _dot(normal, LIGHT)) - PLAIN
    return ("#fff", f"{light:.2f}") if light > 0 else ("#000", f"{-0.6 * light:.2f}")


def _project(point: Point) -> tuple[float, float]:
    """Perspective projection: nearer points are farther from the centre."""
    x, y, z = point
    near = FAR / (FAR - z)
    return x * near, y * near


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in map(_project, points))


def _box(points: Sequence[tuple[float, float]]) -> str:
    """A square around all points, with a margin."""
    xs, ys = zip(*points, strict=True)
    side = max(max(xs) - min(xs), max(ys) - min(ys)) + 12
    x, y = (max(xs) + min(xs) - side) / 2, (max(ys) + min(ys) - side) / 2
    return f"{x:.0f} {y:.0f} {side:.0f} {side:.0f}"


def _room(outline: Sequence[tuple[float, float]]) -> float:
    """The distance from the centre of a face to its nearest side."""
    x, y = (sum(values) / len(outline) for values in zip(*outline, strict=True))
    ends = zip(outline, (*outline[1:], outline[0]), strict=True)
    nearest: float = min(
        abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / hypot(bx - ax, by - ay)
        for (ax, ay), (bx, by) in ends
    )
    return nearest


def _normal(corners: Sequence[Point], face: Sequence[int]) -> Point:
    """The outward normal of a face."""
    a, b, c = (corners[n] for n in face[:3])
    normal = _unit(_cross(_less(b, a), _less(c, a)))
    return normal if _dot(normal, a) > 0 else _times(normal, -1)


def _middle(points: Sequence[Point]) -> Point:
    x, y, z = (sum(values) / len(points) for values in zip(*points, strict=True))
    return x, y, z


def _less(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _times(a: Point, share: float) -> Point:
    return a[0] * share, a[1] * share, a[2] * share


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Point, b: Point) -> Point:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _unit(a: Point) -> Point:
    return _times(a, 1 / hypot(*a))
