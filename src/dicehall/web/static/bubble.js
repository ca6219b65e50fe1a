// Places a bubble of the tour beside an element. It never covers what it explains, and as little as
// possible of what else the viewer needs now. Its arrow points at the element. If there is no room
// beside the element, or a control would be covered there, the bubble stands apart, without an
// arrow.

const GAP = 20; // the frame around the element, and the arrow
const ROUND = 18; // the arrow keeps away from the corners
const EDGE = 8;
const BAR = 52;
const STEP = 8;
const WIDTHS = ["", "min(26rem, 94vw)", "13rem"];
const LAST_RESORT = "8rem"; // hard to read: only if anything wider covers what it explains

export function place(bubble, at, selector) {
  const box = at.getBoundingClientRect();
  const boxes = (kinds) =>
    [...document.querySelectorAll(`.stage :is(${kinds})`)]
      .filter((one) => one !== at && !one.contains(at))
      .map((one) => one.getBoundingClientRect());
  const others = [...document.querySelectorAll(selector || ":not(*)")];
  const shown = [at, ...others].map((one) => one.getBoundingClientRect());
  const needed = boxes("button, label, [data-rolled], [data-travel], .asked");
  const controls = boxes("button:enabled:not([aria-disabled=true]), label:has(:enabled)");
  let best;
  for (const width of [...WIDTHS, LAST_RESORT]) {
    if (width === LAST_RESORT && !best.covers) break;
    bubble.style.width = width;
    const size = bubble.getBoundingClientRect();
    for (const spot of spots(box, size, window)) {
      const hidden = (boxes) => boxes.reduce((sum, one) => sum + share(one, spot), 0);
      const covers = hidden(shown);
      const pressed = controls.filter((one) => isMiddleIn(one, spot)).length;
      const apart = spot.side === "apart" ? 100 : 0;
      const cost = 1e6 * covers + 200 * pressed + apart + hidden(needed);
      if (!best || cost < best.cost - 0.01) best = { ...spot, cost, covers, set: width };
    }
    if (best.cost < 1) break;
  }
  bubble.dataset.side = best.side;
  const along = /above|below/.test(best.side)
    ? arrowAt(box.x, box.width, best.x, best.width)
    : arrowAt(box.y, box.height, best.y, best.height);
  Object.assign(bubble.style, { width: best.set, left: `${best.x}px`, top: `${best.y}px` });
  bubble.style.setProperty("--arrow", `${along}px`);
}

// Where a bubble of this size may stand in the window: below, above, right and left of the box,
// each centred or flush with one of its ends; then anywhere.
export function* spots(box, { width, height }, { innerWidth, innerHeight }) {
  const [right, bottom] = [innerWidth - width - EDGE, innerHeight - height - EDGE];
  const within = (x, y, side) => {
    const [left, top] = [Math.max(EDGE, Math.min(x, right)), Math.max(BAR, Math.min(y, bottom))];
    const beside = /above|below/.test(side)
      ? Math.abs(top - y) < GAP / 2 && left + ROUND <= box.right && left + width - ROUND >= box.x
      : Math.abs(left - x) < GAP / 2 && top + ROUND <= box.bottom && top + height - ROUND >= box.y;
    return { x: left, y: top, width, height, side: beside ? side : "apart" };
  };
  for (const share of [0.5, 0, 1]) {
    const [x, y] = [box.x + (box.width - width) * share, box.y + (box.height - height) * share];
    yield within(x, box.bottom + GAP, "below");
    yield within(x, box.y - height - GAP, "above");
    yield within(box.right + GAP, y, "right");
    yield within(box.x - width - GAP, y, "left");
  }
  for (let y = BAR; y <= bottom; y += STEP)
    for (const x of [EDGE, right / 2, right]) yield within(x, y, "apart");
}

// The share of a box that a spot covers.
export function share(box, spot) {
  const across = Math.min(box.right, spot.x + spot.width) - Math.max(box.x, spot.x);
  const down = Math.min(box.bottom, spot.y + spot.height) - Math.max(box.y, spot.y);
  return across > 0 && down > 0 ? (across * down) / (box.width * box.height) : 0;
}

function isMiddleIn({ x, y, width, height }, spot) {
  const [across, down] = [x + width / 2 - spot.x, y + height / 2 - spot.y];
  return width > 0 && across > 0 && across < spot.width && down > 0 && down < spot.height;
}

// Where along the bubble's edge its arrow stands: in the middle of where it overlaps the element.
export function arrowAt(from, length, start, extent) {
  const common = (Math.max(from, start) + Math.min(from + length, start + extent)) / 2;
  return Math.max(ROUND, Math.min(common - start, extent - ROUND));
}
