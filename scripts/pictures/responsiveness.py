"""Measures how quickly tables respond: from a key press to the first frame, and the longest task.

    PYTHONPATH=scripts python -m pictures.responsiveness

Starts a server and plays some moves of each game in a real browser, with animations. The figures
are valid for this machine while it is otherwise idle.
"""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from pictures.browser import LEARNED, launched
from pictures.server import opened

KEYS = {
    "knucklebones": ("1", "2", "3", "1"),
    "knuckles": ("1", "2", "3", "1"),
    "fune": ("Space", "Space"),
    "sparkle": ("1", "2", "3", "4", "5", "Space", "Enter"),
    "pocket-hexes": ("1", "ArrowUp", "Enter", "2", "ArrowUp", "Enter"),
}
WATCH = """
  window.answers = [];
  window.tasks = [0];
  let pressed;
  addEventListener("keydown", () => (pressed = performance.now()), true);
  new MutationObserver(() => {
    if (pressed === undefined || !("playing" in document.documentElement.dataset)) return;
    const from = pressed;
    pressed = undefined;
    requestAnimationFrame(() => setTimeout(() => answers.push(performance.now() - from)));
  }).observe(document.documentElement, { attributes: true });
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)))
    .observe({ type: "longtask", buffered: true });
"""
STANDS = "() => !('playing' in document.documentElement.dataset)"


def main() -> None:
    with (
        TemporaryDirectory() as folder,
        opened(Path(folder), 0.3) as address,
        launched() as browser,
    ):
        for game, keys in KEYS.items():
            answers, longest = _measure(browser, address, game, keys)
            latency = f"{median(answers):4.0f} ms, at most {max(answers):.0f}" if answers else "-"
            print(f"{game:14} key to first frame {latency}; longest task {longest:.0f} ms")


def _measure(
    browser: Browser, address: str, game: str, keys: tuple[str, ...]
) -> tuple[list[float], float]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(LEARNED)
    page = context.new_page()
    page.goto(address)
    page.click(f'form[action="/play/{game}"] button')
    page.wait_for_selector("html[data-ready] #table")
    page.evaluate(WATCH)
    for key in keys:
        page.wait_for_selector("#table.acting")
        page.wait_for_function(STANDS)
        page.keyboard.press(key)
        page.wait_for_function(STANDS)
    answers, tasks = page.evaluate("[answers, tasks]")
    context.close()
    return answers, max(tasks)


if __name__ == "__main__":
    main()
