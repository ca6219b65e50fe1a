// During an animation, a key or a click throws the dice in the hand or skips ahead, and never
// reaches the next decision. A key that is held down counts once.

import { skip } from "./motion.js";
import { holding, letGo } from "./throw.js";

const keys = new Set();
export const TYPING = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select";
const elsewhere = (target) => target.closest?.(".bar, .side, .notices, dialog, .bubble, .result");
const busy = () => "playing" in document.documentElement.dataset;
let down;
let blocked = false;

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(TYPING)) return;
    const decides = event.key.length === 1 || ["Enter", "Backspace", "Escape"].includes(event.key);
    if (!decides) return;
    const resting = event.key !== "Escape" && document.querySelector("#table[data-resting]");
    if (event.repeat || resting) return stop(event);
    if (!busy() || elsewhere(event.target)) return;
    keys.add(event.code);
    stop(event);
    if (holding()) letGo();
    else skip();
  },
  true,
);

addEventListener(
  "keyup",
  (event) => {
    if (keys.delete(event.code)) stop(event);
  },
  true,
);

addEventListener(
  "pointerdown",
  (event) => {
    blocked = busy() && !elsewhere(event.target);
    if (!blocked) return;
    down = [event.clientX, event.clientY];
    if (!holding()) skip();
  },
  true,
);

addEventListener(
  "pointerup",
  (event) => {
    if (down) letGo([event.clientX - down[0], event.clientY - down[1]]);
    down = undefined;
  },
  true,
);

let seen; // the version at the first click of a double click

addEventListener(
  "click",
  (event) => {
    const version = document.getElementById("table")?.dataset.version;
    const twice = event.detail > 1 && seen !== version;
    if (event.detail < 2) seen = version;
    if (elsewhere(event.target) && !event.target.closest(".result, #take-back")) return;
    if (blocked || twice || (busy() && event.isTrusted && event.detail)) stop(event);
    blocked = false;
  },
  true,
);
