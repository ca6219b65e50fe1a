"""Opens and plays whole matches on a page, for any game and input method."""

from collections.abc import Callable, Iterable, Iterator
from urllib.parse import urljoin

from playwright.sync_api import Page

Size = tuple[int, int]
"""Width and height of a window."""

Mover = Callable[[Page], None]
"""Makes one legal move on the page."""

ARROWS = (
    "import(document.querySelector('[src$=\"/dicehall.js\"]').src.replace('dicehall', 'arrows'))"
)
DOUBLE_TAP_MS = 700
"""After which a second tap is one of its own, in every browser."""
MY_TURN_OR_OVER = "#table.acting, #table:not([data-running])"


def sit_down(page: Page, address: str, game: str, opponent: str, **fields: str) -> None:
    """Open a match and go there. The form is filled in only for an open table, whose dice depend
    on its script; for others, what it would send is sent."""
    fields = {"name": "Ada", **fields}
    if opponent == "open":
        fill_in_form(page, f"{address}/new/{game}", fields)
    else:
        headers = {"X-Part": "page", "Accept-Language": page.evaluate("navigator.language")}
        form: dict[str, str | float | bool] = {"opponent": opponent, **fields}
        there = page.request.post(f"{address}/new/{game}", form=form, headers=headers)
        assert there.ok, there.text()
        page.goto(urljoin(address, there.text()))
    page.wait_for_selector("#table")
    page.wait_for_load_state()  # what is measured before the styles are there is somewhere else


def fill_in_form(page: Page, form: str, fields: dict[str, str]) -> None:
    """Open a table for a friend as a person does."""
    page.goto(form)
    page.check("[name=opponent][value=open]")
    for name, value in fields.items():
        field = page.locator(f"[name={name}]")
        if field.first.get_attribute("type") == "radio":
            page.check(f'[name={name}][value="{value}"]')
        else:
            field.fill(value)
    page.click(".setting button.main")


def in_windows(page: Page, sizes: Iterable[Size]) -> Iterator[Size]:
    """Each size that a page's window is given, one after the other."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        yield width, height


def become_another_guest(page: Page) -> None:
    """A player who has not moved yet returns to the same match."""
    page.context.clear_cookies()


def version(page: Page) -> str:
    return page.get_attribute("#table", "data-version") or ""


def play_out(page: Page, move: Mover, most: int = 400) -> int:
    """Move whenever it is this page's turn, until the match is over; how many moves it took."""
    for made in range(most):
        page.wait_for_selector(MY_TURN_OR_OVER)
        if page.locator("#table:not([data-running])").count():
            page.wait_for_selector(".result")
            return made
        step(page, move)
    raise AssertionError(f"not over after {most} moves")


def play_some(page: Page, move: Mover, most: int) -> None:
    """This many moves, or fewer if the match ends earlier."""
    for _ in range(most):
        page.wait_for_selector(MY_TURN_OR_OVER)
        if page.locator("#table:not([data-running])").count():
            return
        step(page, move)


def step(page: Page, move: Mover) -> None:
    """Make one move and wait until the page shows the result."""
    before = version(page)
    move(page)
    page.wait_for_selector(f'#table[data-version]:not([data-version="{before}"])')


def pause_between_taps(page: Page) -> None:
    """At a person's pace: two quick taps in one place are a double tap, and decide once."""
    page.wait_for_timeout(DOUBLE_TAP_MS)


def choose_suggested(page: Page) -> None:
    """Choose the row of FUNE that is suggested, unless it is chosen: a further click scores it."""
    if not page.locator(".row.suggested input").is_checked():
        page.click(".row.suggested")


def press(page: Page, key: str) -> None:
    """Press a key once the page listens; what walks by arrows comes when it is first needed."""
    page.wait_for_selector("html[data-ready]")
    if key.startswith("Arrow"):
        page.evaluate(ARROWS)
    page.keyboard.press(key)
    if key.startswith("Arrow"):
        page.evaluate(ARROWS)  # the page asks for it each time, and walks when it has come


def give_up(page: Page) -> None:
    """End the match with the button beside the table."""
    page.click(".giving-up summary")
    page.click(".giving-up button")
    page.wait_for_selector(".result")
