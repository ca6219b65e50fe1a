// Moves the focus with the arrow keys.

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Focuses the nearest element with `data-walk` in the direction of the arrow. Inside `data-rows`,
// up and down go to the next row that has one.
export function walk(key) {
  const [x, y] = DIRECTIONS[key];
  const all = [...document.querySelectorAll("[data-walk]")].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  if (!all.length) return;
  const from = document.activeElement.closest("[data-walk]");
  if (!from) return all[0].focus();
  const middle = (one) => {
    const box = (one.closest("label") ?? one).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [fromX, fromY] = middle(from);
  const rows = y ? from.closest("[data-rows]") : null;
  let best;
  let least = Infinity;
  for (const one of all) {
    const [toX, toY] = middle(one);
    const ahead = (toX - fromX) * x + (toY - fromY) * y;
    const aside = Math.abs((toX - fromX) * y) + Math.abs((toY - fromY) * x);
    const far = rows?.contains(one) ? Math.round(ahead / 4) + aside / 1e4 - 1e6 : ahead + 2 * aside;
    if (one !== from && ahead > 1 && far < least) [best, least] = [one, far];
  }
  best?.focus();
}
