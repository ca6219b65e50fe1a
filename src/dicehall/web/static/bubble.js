// Puts a bubble beside an element, where it covers nothing that it explains and as little as possible of what
// else the viewer needs now. Its arrow points at the element; where there is no room beside it, or a control
// would be covered there, the bubble stands apart, without an arrow.

const GAP = 20; // the frame around the element, and the arrow
const ROUND = 18; // no arrow stands at a corner
const EDGE = 8;
const BAR = 52;
const STEP = 8;
const WIDTHS = ["", "min(26rem, 94vw)", "13rem"];
const LAST_RESORT = "8rem"; // hard to read: only where anything wider covers what it explains

export function place(bubble, at, selector) {
  const box = at.getBoundingClientRect();
  const shown = [
    box,
    ...[...document.querySelectorAll(selector || ":not(*)")].map((one) =>
      one.getBoundingClientRect(),
    ),
  ];
  const boxes = (kinds) =>
    [...document.querySelectorAll(`.stage :is(${kinds})`)]
      .filter((one) => one !== at && !one.contains(at))
      .map((one) => one.getBoundingClientRect());
  const needed = boxes("button, label, [data-rolled], [data-travel], .asked");
  const controls = boxes("button:enabled:not([aria-disabled=true]), label:has(:enabled)");
  let best;
  for (const width of [...WIDTHS, LAST_RESORT]) {
    if (width === LAST_RESORT && !best.covers) break;
    bubble.style.width = width;
    const size = bubble.getBoundingClientRect();
    for (const spot of spots(box, size)) {
      const hidden = (boxes) => boxes.reduce((sum, one) => sum + share(one, spot), 0);
      const covers = hidden(shown);
      const pressed = controls.filter((one) => isMiddleIn(one, spot)).length;
      const cost = 1e6 * covers + 200 * pressed + 100 * (spot.side === "apart") + hidden(needed);
      if (!best || cost < best.cost - 0.01) best = { ...spot, cost, covers, set: width };
    }
    if (best.cost < 1) break;
  }
  bubble.dataset.side = best.side;
  const along = /above|below/.test(best.side)
    ? middle(box.x, box.width, best.x, best.width)
    : middle(box.y, box.height, best.y, best.height);
  Object.assign(bubble.style, { width: best.set, left: `${best.x}px`, top: `${best.y}px` });
  bubble.style.setProperty("--arrow", `${along}px`);
}

// Below, above, to the right and to the left, each along the element in three ways; then anywhere.
function* spots(box, { width, height }) {
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

// How much of a box a spot covers.
function share(box, spot) {
  const across = Math.min(box.right, spot.x + spot.width) - Math.max(box.x, spot.x);
  const down = Math.min(box.bottom, spot.y + spot.height) - Math.max(box.y, spot.y);
  return across > 0 && down > 0 ? (across * down) / (box.width * box.height) : 0;
}

function isMiddleIn({ x, y, width, height }, spot) {
  const [across, down] = [x + width / 2 - spot.x, y + height / 2 - spot.y];
  return width > 0 && across > 0 && across < spot.width && down > 0 && down < spot.height;
}

// Where along its edge the arrow stands: at the middle of what they have in common.
function middle(from, length, start, extent) {
  const common = (Math.max(from, start) + Math.min(from + length, start + extent)) / 2;
  return Math.max(ROUND, Math.min(common - start, extent - ROUND));
}
