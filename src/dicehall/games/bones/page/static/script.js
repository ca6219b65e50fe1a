// A tap on the opponent's columns says where the player's own columns are.

import { showRefusal } from "../notices.js";

addEventListener("click", ({ target }) => {
  const grid = target.closest("[data-elsewhere]");
  if (!grid || !target.closest(".column")) return;
  const [here, own] = [grid, document.querySelector(".grid.to-move")].map((one) =>
    one.getBoundingClientRect(),
  );
  const [x, y] = [own.x - here.x, own.y - here.y];
  const where = Math.abs(y) > Math.abs(x) ? (y < 0 ? "above" : "below") : x < 0 ? "left" : "right";
  showRefusal(JSON.parse(grid.dataset.elsewhere)[where]);
});
