// Maps keys to the controls that `data-key` names.

import { TYPING } from "./guard.js";
import { showRefusal } from "./notices.js";

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest(TYPING) || document.querySelector("dialog[open]")) return;
  const key =
    event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if ((key === "Enter" || key === "Space") && event.target.closest("button, a, summary")) return;
  if (toggle(event, key)) return;
  const target = document.querySelector(`[data-key~="${CSS.escape(key)}"]:not(:disabled)`);
  if (target) {
    event.preventDefault();
    if (target.matches("input")) target.focus();
    target.click();
  } else if (key.startsWith("Arrow") && document.querySelector("[data-walk]")) {
    event.preventDefault();
    import("./arrows.js").then(({ walk }) => walk(key));
  }
});

// Down sets the focused die aside, up takes it back.
function toggle(event, key) {
  const die = event.target.closest("input[type=checkbox][data-walk]");
  if (!die || !/^Arrow(Up|Down)$/.test(key)) return false;
  event.preventDefault();
  if (die.checked !== (key === "ArrowDown")) die.click();
  return true;
}

// A click that has no effect says why.
addEventListener("click", ({ target }) => {
  const why = target.closest("[data-why-not]")?.dataset.whyNot;
  if (why) showRefusal(why);
});
