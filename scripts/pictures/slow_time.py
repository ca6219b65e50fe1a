"""Slow time: a page in which everything takes longer, so that pictures come at the right moment.

A picture takes a tenth of a second, a die flies for half of one. The page is not told: its
animations, timers and clocks all go at the same rate, and stand while a picture is
taken. Times are in the page's milliseconds.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from playwright.sync_api import CDPSession, Page

RATE = 0.1
"""Of the page's time to ours."""
STILL_MS = 1200
"""After so long without a change nothing more is to be seen; a computer player moves sooner."""

CLOCKS = """
(() => {
  const now = performance.now.bind(performance), today = Date.now() - now();
  const { setInterval, requestAnimationFrame } = window;
  const timers = new Map();
  let rate = 1, changed = 0, then = 0, last = 1e6;
  const page = (real) => then + (real - changed) * rate;
  const wait = (act, ms, rest, again) => {
    timers.set(++last, { act: () => act(...rest), due: page(now()) + ms, ms, again });
    return last;
  };
  const fire = () => {
    for (const [id, timer] of timers) {
      if (timer.due > page(now())) continue;
      if (timer.again) timer.due += Math.max(timer.ms, 1);
      else timers.delete(id);
      timer.act();
    }
  };
  setInterval(fire, 4);
  performance.now = () => page(now());
  Date.now = () => Math.round(today + page(now()));
  window.setTimeout = (act, ms = 0, ...rest) => wait(act, ms, rest, false);
  window.setInterval = (act, ms = 0, ...rest) => wait(act, ms, rest, true);
  window.clearTimeout = window.clearInterval = (id) => timers.delete(id);
  window.requestAnimationFrame = (draw) => requestAnimationFrame((real) => draw(page(real)));
  window.slowTime = (to) => { const real = now(); [then, changed, rate] = [page(real), real, to]; };
})();
"""

AT_REST = """
() => !document.querySelector("[data-playing], [aria-busy=true]")
  && document.getAnimations().every((one) => one.playState !== "running"
    || one.effect.getComputedTiming().endTime === Infinity)
"""


@dataclass(frozen=True, slots=True)
class Frame:
    """What was seen, and when."""

    ms: int
    png: bytes


def prepare(page: Page) -> None:
    """Let the page's clocks be slowed later; before it is opened."""
    page.add_init_script(CLOCKS)


def at_rest(page: Page) -> bool:
    """Whether all that was sent is answered, and nothing moves but what never stops."""
    return bool(page.evaluate(AT_REST))


def film(page: Page, every_ms: int, ms: int, act: Callable[[int], None]) -> Iterator[Frame]:
    """Frames of the next `ms`, or until all is still; `act` hears each time."""
    tools = page.context.new_cdp_session(page)
    tools.send("Animation.enable")
    set_rate(page, tools, 0)
    begun = _now(page)
    at, changed, before = 0.0, 0.0, b""
    while at <= ms:
        png = page.screenshot()
        yield Frame(round(at), png)
        if png != before:
            changed, before = at, png
        elif at - changed > STILL_MS:
            break
        act(round(at))
        set_rate(page, tools, RATE)
        page.wait_for_timeout(every_ms / RATE)
        set_rate(page, tools, 0)  # time stands while a picture is taken, however long that is
        at = _now(page) - begun
    tools.detach()


def set_rate(page: Page, tools: CDPSession, rate: float) -> None:
    tools.send("Animation.setPlaybackRate", {"playbackRate": rate})
    page.evaluate("slowTime", rate)


def changes(frames: Sequence[Frame]) -> list[tuple[Frame, int]]:
    """The frames that look different from the one before, and until when each was seen."""
    kept: list[tuple[Frame, int]] = []
    for frame in frames:
        if kept and kept[-1][0].png == frame.png:
            kept[-1] = kept[-1][0], frame.ms
        else:
            kept.append((frame, frame.ms))
    return kept


def _now(page: Page) -> float:
    return float(page.evaluate("performance.now()"))
