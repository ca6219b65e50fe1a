"""What a screen reader gets from a page: its accessibility tree and announcements."""

from playwright.sync_api import Page

LISTEN = """() => {
  window.announced = [];
  const live = document.getElementById("live");
  new MutationObserver(() => live.textContent.trim() && announced.push(live.textContent.trim()))
    .observe(live, { childList: true });
}"""


def listen(page: Page) -> None:
    """Start recording the page's announcements."""
    page.wait_for_selector("html[data-ready]")
    page.evaluate(LISTEN)


def announcements(page: Page) -> list[str]:
    """The recorded announcements, in order."""
    told: list[str] = page.evaluate("announced")
    return told
