"""Finds controls that are covered, cut off or too small for a finger."""

from collections.abc import Iterable

from playwright.sync_api import Page

from support.tables import Size, in_windows

SIZES: tuple[Size, ...] = (
    (320, 568),
    (360, 640),
    (390, 844),
    (412, 915),
    (640, 360),
    (667, 375),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 800),
)
"""The window sizes that every page supports."""

EDGES: tuple[Size, ...] = ((320, 568), (640, 360), (768, 1024), (1280, 800))
"""The narrowest, the lowest and the largest of them, and the smallest with room beside a table."""

Wrong = dict[str, list[str]]
"""For each window size, the faulty controls and what is wrong with them."""

MEASURE = """(scopes) => {
  const LEAST = 44; // CSS pixels
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const box = (one) => one.getClientRects()[0];
  const name = (one) => one && `${one.localName}${one.id && "#" + one.id}` +
    `${[...one.classList].map((kind) => "." + kind).join("")} ` +
    `"${(one.getAttribute("aria-label") ?? one.innerText ?? one.value ?? "").trim().slice(0, 24)}"`;

  // The label around a field belongs to it. These may be smaller than a finger: a link in a
  // sentence, which is as high as its line; a part of a curve, whose moves are listed below it; and
  // a hex. Nine hexes side by side must fit across a phone, which leaves 31 to 38 pixels for each;
  // a way to undo a placement, which is to follow, makes up for a wrong tap.
  const area = (one) => one.closest("label") ?? one;
  const inSentence = (one) => one.localName === "a" && getComputedStyle(one).display === "inline" &&
    [...one.parentNode.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const hexagon = (one) => one.matches(".hex button");
  const small = (one) => hexagon(one) || inSentence(one) || one.closest("svg");

  const at = (x, y) => document.elementFromPoint(x, y);
  const hits = (one, x, y) => area(one).contains(at(x, y));

  function missed(one) {
    if (one.closest("svg")) return;
    const { left, top, width, height } = box(area(one));
    const most = hexagon(one) ? Infinity : 10; // how far inwards a corner is tried
    const [x, y] = [Math.min(width / 5, most), Math.min(height / 5, most)];
    const points = [[width / 2, height / 2]];
    for (const across of [x, width - x]) points.push([across, y], [across, height - y]);
    for (const [across, down] of points) {
      if (hits(one, left + across, top + down)) continue;
      const where = `${Math.round(left + across)},${Math.round(top + down)}`;
      return `${name(one)}: ${where} hits ${name(at(left + across, top + down))}`;
    }
  }

  // How far the control reaches from its middle, up to what is enough.
  function tooSmall(one) {
    const { left, top, width, height } = box(area(one));
    if (small(one) || (width > LEAST - 0.1 && height > LEAST - 0.1)) return;
    const [x, y] = [left + width / 2, top + height / 2];
    const reach = (right, down) => {
      let far = 0;
      while (far <= LEAST && hits(one, x + right * (far + 0.5), y + down * (far + 0.5))) far += 0.5;
      return far;
    };
    const [wide, high] = [reach(1, 0) + reach(-1, 0), reach(0, 1) + reach(0, -1)];
    if (Math.min(wide, high) < LEAST - 1) return `${name(one)}: ${wide} x ${high}`;
  }

  // Only as a finger could scroll: what is hidden by overflow stays hidden.
  function scrollTo(one) {
    for (let around = one.parentElement; around; around = around.parentElement) {
      const page = around === document.scrollingElement;
      const { overflowY } = getComputedStyle(page ? document.body : around);
      if (page ? overflowY === "hidden" : !/auto|scroll/.test(overflowY)) continue;
      const outer = page ? { top: 0, height: innerHeight } : around.getBoundingClientRect();
      const inner = area(one).getBoundingClientRect();
      around.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
    }
  }

  const usable = (one) => one.checkVisibility({ visibilityProperty: true }) &&
    box(area(one))?.right > 0 && !one.matches(":disabled, [aria-disabled=true]") &&
    !one.closest(".unseen");
  const found = [];
  const parts = scopes.map((part) => document.querySelector(part));
  const scope = parts.find((part) => part?.checkVisibility());
  for (const one of (scope ?? document).querySelectorAll(CONTROLS)) {
    if (!usable(one)) continue;
    if (missed(one)) scrollTo(one);
    const wrong = missed(one) ?? tooSmall(one);
    if (wrong) found.push(wrong);
  }
  return found;
}"""


def bad_controls(page: Page, *scopes: str, sizes: Iterable[Size] = SIZES) -> Wrong:
    """Each enabled control that is covered, cut off or under 44 pixels.

    The middle and the corners, a little inwards, must hit the control, if need be after scrolling.
    Of the first of the `scopes` that is visible only the controls inside are looked at. A bubble of
    the tour, which any move closes, may cover the middle of a control only where no other place for
    it covers fewer: `tests/web/routes/test_lessons.py`.
    """
    found = {
        f"{width}x{height}": page.evaluate(MEASURE, list(scopes))
        for width, height in in_windows(page, sizes)
    }
    return {size: wrong for size, wrong in found.items() if wrong}
