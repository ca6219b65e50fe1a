"""The six solids of the dice: true bodies, lying with the face of their number up."""

import json
from itertools import pairwise
from math import dist

import pytest

from dicehall.games.hexes.page.solids import FAR, Point, Solid, solid
from dicehall.games.hexes.rules import DICE

SIDES = {"d4": (4, 3), "d6": (6, 4), "d8": (8, 3), "d10": (10, 4), "d12": (12, 5), "d20": (20, 3)}
"""How many faces each has, and how many corners a face."""

every_solid = pytest.mark.parametrize("name", SIDES)


def edges(body: Solid) -> set[frozenset[int]]:
    return {frozenset(edge) for face in body.faces for edge in pairwise((*face, face[0]))}


def lengths(body: Solid, face: tuple[int, ...]) -> list[float]:
    ends = pairwise(body.corners[n] for n in (*face, face[0]))
    return sorted(dist(a, b) for a, b in ends)


def facing(body: Solid, face: tuple[int, ...]) -> float:
    """How much a face looks at the viewer: 1 if it looks straight at them."""
    a, b, c = (body.corners[n] for n in face[:3])
    (ux, uy, uz), (vx, vy, vz) = less(b, a), less(c, a)
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    return z / dist((0, 0, 0), (x, y, z))


def less(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def test_every_die_of_the_game_has_a_solid() -> None:
    assert [die.name for die in DICE] == list(SIDES)
    assert all(len(solid(die.name).faces) == len(die.faces) for die in DICE)


@every_solid
def test_corners_less_edges_and_faces_are_two_as_euler_found(name: str) -> None:
    body = solid(name)
    assert len(body.corners) - len(edges(body)) + len(body.faces) == 2


@every_solid
def test_all_faces_are_alike_and_those_of_the_regular_ones_regular(name: str) -> None:
    body = solid(name)
    assert (len(body.faces), len(body.faces[0])) == SIDES[name]
    first = lengths(body, body.faces[0])
    for face in body.faces:
        assert lengths(body, face) == pytest.approx(first, abs=0.3)
    if name != "d10":
        assert first[0] == pytest.approx(first[-1], abs=0.3)


@every_solid
def test_faces_are_flat_and_go_around_the_same_way(name: str) -> None:
    body = solid(name)
    for face in body.faces:
        a, b, c = (body.corners[n] for n in face[:3])
        (ux, uy, uz), (vx, vy, vz) = less(b, a), less(c, a)
        normal = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        size = dist((0, 0, 0), normal)
        heights = [
            sum(n * p for n, p in zip(normal, corner, strict=True)) / size
            for corner in body.corners
        ]
        assert all(heights[n] == pytest.approx(heights[face[0]], abs=0.3) for n in face)
        assert heights[face[0]] == pytest.approx(max(heights), abs=0.3)


@every_solid
def test_at_rest_the_face_of_the_number_looks_at_the_viewer(name: str) -> None:
    body = solid(name)
    front = facing(body, body.faces[0])
    assert front > 0.7
    assert all(facing(body, face) < front for face in body.faces[1:])
    assert 1 < len(body.facets) < len(body.faces)


@every_solid
def test_the_number_is_drawn_on_its_face(name: str) -> None:
    body = solid(name)
    outline = [
        (x * FAR / (FAR - z), y * FAR / (FAR - z))
        for x, y, z in (body.corners[n] for n in body.faces[0])
    ]
    x, y = float(body.x), float(body.y)
    sides = {
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0
        for (ax, ay), (bx, by) in pairwise((*outline, outline[0]))
    }
    assert len(sides) == 1
    left, _top, width, height = map(float, body.box.split())
    assert width == height
    assert left < x < left + width
    assert body.size / width > 0.3


@every_solid
def test_the_script_gets_the_same_values(name: str) -> None:
    shape = json.loads(solid(name).shape)
    assert shape["corners"] == [list(corner) for corner in solid(name).corners]
    assert shape["faces"] == [list(face) for face in solid(name).faces]
    assert len(solid(name).shape) < 800
