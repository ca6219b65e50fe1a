"""Knuckles and Knucklebones for screen readers: the accessibility tree shows every die."""

import re

import pytest
from playwright.sync_api import Page, expect

from dicehall.game.records import read
from dicehall.games.bones.rules import COLUMNS, Bones
from support.hearing import announcements, listen
from support.server import Server
from support.tables import MY_TURN_OR_OVER, sit_down, version

COLUMN = re.compile(r"Column (\d): (?:empty|((?:\d, )+)(\d+) points?)")

Heard = dict[str, list[tuple[tuple[int, ...], int]]]
"""The dice of each column and its points, by the name of the grid."""


def hear(page: Page) -> Heard:
    """The dice of each grid, read from the accessibility tree."""
    parts = re.split(r'- region "(\w+)":', page.get_by_role("main").aria_snapshot())
    heard: Heard = {}
    for name, tree in zip(parts[1::2], parts[2::2], strict=True):
        found = COLUMN.findall(tree)
        if found:
            assert [int(number) for number, _, _ in found] == [*range(1, COLUMNS + 1)], tree
            heard[name] = [
                (tuple(map(int, re.findall(r"\d", dice))), int(points or 0))
                for _, dice, points in found
            ]
    return heard


def kept(page: Page, *called: str) -> Heard:
    """The dice of each grid by the rules, from the record, with the names of the seats."""
    text = page.evaluate("fetch(`${location.pathname}/record`).then((one) => one.text())")
    record, state = read(text)
    game = record.game
    assert isinstance(game, Bones)
    return {
        name: [(column, game.column_score(column)) for column in grid]
        for name, grid in zip(called, state.grids, strict=True)
    }


def place(page: Page) -> None:
    """Move by the name of a button: where something is knocked out, or the first."""
    columns = page.get_by_role("button", name=re.compile("^Column"))
    hits = page.get_by_role("button", name=re.compile("knocks out"))
    (hits if hits.count() else columns).first.press("Enter")


@pytest.mark.parametrize("game", ["knuckles", "knucklebones"])
def test_a_screen_reader_hears_both_grids_after_every_move(
    server: Server, page: Page, game: str
) -> None:
    sit_down(page, server.address, game, "easy", begins="first")
    listen(page)
    moves = 0
    while True:
        page.wait_for_selector(MY_TURN_OR_OVER)
        assert hear(page) == kept(page, "You", "Pip")
        if page.locator("#table:not([data-running])").count():
            break
        before = version(page)
        place(page)
        page.wait_for_selector(f'#table[data-version]:not([data-version="{before}"])')
        moves += 1
    assert moves >= 8
    expect(page.locator("#live")).to_contain_text(re.compile(r"\bwin|\bwon|draw"))
    log = page.evaluate("fetch(`${location.pathname}/record`).then((one) => one.text())")
    played = re.findall(r"^[01] column (\d)$", log, re.MULTILINE)
    text = " ".join(announcements(page))
    assert re.findall(r"put the \d into column (\d)", text) == played  # each move once, in order
    assert text.count("You rolled a ") == moves - 1  # all but the first, which was there before


def test_both_sides_at_one_device_are_heard(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", other="Bob", begins="first")
    listen(page)
    for _ in range(8):
        before = version(page)
        place(page)
        page.wait_for_selector(f'#table[data-version]:not([data-version="{before}"])')
        assert hear(page) == kept(page, "Ada", "Bob")
