"""How a move is made in the browser: by keys, by a button, or by the form of the table.

Tables may be drawn anew: a move that has no key or button any more still happens.
"""

from collections.abc import Iterator
from contextlib import suppress

from playwright.sync_api import Error, Page

SEND = """
(move) => {
  const form = document.querySelector('#table form[action$="/moves"]');
  form.insertAdjacentHTML("beforeend", '<input type="hidden" name="spelled">');
  form.elements.spelled.value = move;
  form.requestSubmit();
}
"""
VERBS = {"roll": "Space", "keep": "Space", "end": "Enter"}
"""The keys that send what was chosen with the numbers of dice."""
HEXES_DICE = ("d4", "d6", "d8", "d10", "d12", "d20")
"""In the order of their keys."""
PATIENCE_STEPS = 5
CLICK_MS = 2000
UNDER_WAY = "[data-playing], [aria-busy=true]"
"""A move that was sent, or what came of it."""


def steps(page: Page, spelled: str) -> Iterator[None]:
    """Make a move, one key or click at a time, as a person would; if that does nothing, send it."""
    verb, *places = spelled.split()
    before = _version(page)
    if verb in VERBS:
        for key in (*_to_press(page, places), VERBS[verb]):
            page.keyboard.press(key)
            yield
    elif verb == "column":
        page.keyboard.press(places[0])
    elif verb == "place":
        page.keyboard.press(str(1 + HEXES_DICE.index(places[0])))
        yield
        _click(page, places[1])
    else:
        _click(page, spelled)
    for _ in range(PATIENCE_STEPS):
        yield
        if _version(page) != before or page.locator(UNDER_WAY).count():
            return
    page.evaluate(SEND, spelled)


def _click(page: Page, value: str) -> None:
    """Click the button that stands for a move or a place, if it is there."""
    for button in page.locator(f'#table button[value="{value}"]:visible').all()[:1]:
        with suppress(Error):  # something lies over it
            button.click(timeout=CLICK_MS)


def _version(page: Page) -> str:
    return page.get_attribute("#table", "data-version") or ""


def _to_press(page: Page, places: list[str]) -> list[str]:
    """The dice that must be chosen, or let go of, so that these and no others are chosen."""
    chosen = page.eval_on_selector_all(
        "#table input[type=checkbox]:checked", "boxes => boxes.map(box => box.value)"
    )
    return sorted({*places} ^ {*chosen})
