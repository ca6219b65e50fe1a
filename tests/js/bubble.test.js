import assert from "node:assert/strict";
import { test } from "node:test";
import { load, rect } from "./browser.js";

const { arrowAt, share, spots } = await load("bubble.js");

const WINDOW = { innerWidth: 1000, innerHeight: 800 };
const SIZE = { width: 200, height: 100 };

test("in the middle of a window there is room on all sides", () => {
  const found = [...spots(rect(450, 350, 100, 50), SIZE, WINDOW)].slice(0, 4);
  assert.deepEqual(
    found.map(({ side, x, y }) => [side, x, y]),
    [
      ["below", 400, 420],
      ["above", 400, 230],
      ["right", 570, 325],
      ["left", 230, 325],
    ],
  );
});

test("a spot that had to be moved away from its element is apart", () => {
  const [below, above] = spots(rect(450, 740, 100, 50), SIZE, WINDOW);
  assert.equal(below.side, "apart");
  assert.equal(above.side, "above");
});

test("every spot is inside the window and below the bar", () => {
  for (const box of [rect(0, 0, 40, 40), rect(960, 760, 40, 40), rect(100, 60, 800, 700)]) {
    for (const { x, y } of spots(box, SIZE, WINDOW)) {
      assert.ok(x >= 8 && x + SIZE.width <= 992, `x = ${x}`);
      assert.ok(y >= 52 && y + SIZE.height <= 792, `y = ${y}`);
    }
  }
});

test("a spot beside an element never covers it", () => {
  const box = rect(450, 350, 100, 50);
  for (const spot of spots(box, SIZE, WINDOW)) {
    if (spot.side !== "apart") assert.equal(share(box, spot), 0);
  }
});

test("the share of a box that is covered", () => {
  const box = rect(100, 100, 100, 100);
  assert.equal(share(box, rect(0, 0, 100, 100)), 0); // they only touch
  assert.equal(share(box, rect(50, 50, 100, 100)), 0.25);
  assert.equal(share(box, rect(0, 0, 500, 500)), 1);
});

test("the arrow points at the middle of the overlap, away from the corners", () => {
  assert.equal(arrowAt(450, 100, 400, 200), 100);
  assert.equal(arrowAt(0, 10, 0, 200), 18);
  assert.equal(arrowAt(195, 100, 0, 200), 182);
});
