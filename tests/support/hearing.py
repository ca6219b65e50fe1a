"""What a page tells those who do not see it: its accessibility tree and its announcements."""

from playwright.sync_api import Page

LISTEN = """() => {
  window.announced = [];
  const live = document.getElementById("live");
  new MutationObserver(() => live.textContent.trim() && announced.push(live.textContent.trim()))
    .observe(live, { childList: true });
}"""


def listen(page: Page) -> None:
    """Keep what the page announces from now on."""
    page.wait_for_selector("html[data-ready]")
    page.evaluate(LISTEN)


def announcements(page: Page) -> list[str]:
    """What it has announced since, in order."""
    told: list[str] = page.evaluate("announced")
    return told
