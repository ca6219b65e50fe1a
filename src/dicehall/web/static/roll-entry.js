// Enters how a player's own dice fell: by taps, which send the roll once the last die is chosen, or
// by digits. Without it, the form has a button for that.

import { TYPING } from "./guard.js";

const form = () => /** @type {HTMLFormElement} */ (document.getElementById("entry"));
const due = () => [...form().querySelectorAll(".due")];
const isOpen = (die) => !die.querySelector(":checked");
const keys = (die) => [...die.querySelectorAll(".key")];
const spelled = (key) => (key.matches("button") ? key : key.querySelector("input")).value;

// What to choose from now: the next die, or the only one; nothing once the roll is on its way.
function next() {
  if (form().getAttribute("aria-busy") === "true") return undefined;
  return due().length ? due().find(isOpen) : form();
}

let typed = ""; // the first digit of a face with two

// What typing `text` means for a die with these faces: a face, or the start of several.
export function readFace(text, faces) {
  const wanted = text === "S" ? "*" : text;
  const possible = faces.filter((face) => face.startsWith(wanted));
  return { face: possible.includes(wanted) ? wanted : "", open: possible.length > 1 };
}

function type(text, sure = false) {
  const die = next();
  const faces = die ? keys(die) : [];
  const { face, open } = readFace(text, faces.map(spelled));
  typed = open && !sure ? text : "";
  for (const key of faces)
    key.classList.toggle("typed", typed !== "" && spelled(key).startsWith(typed));
  if (!face || typed) return face !== "" || open;
  choose(faces.find((one) => spelled(one) === face));
  return true;
}

// A digit that cannot follow the one typed before belongs to the next die.
function enter(digit) {
  const before = typed;
  if (type(before + digit) || !before) return;
  type(before, true);
  type(digit);
}

function choose(key) {
  if (key.matches("button")) return key.click();
  const input = key.querySelector("input");
  input.checked = !input.checked;
  if (input.checked && !due().some(isOpen))
    form().requestSubmit(form().querySelector("button[data-throws]"));
}

function clear(die) {
  const chosen = die?.querySelector(":checked");
  if (chosen) chosen.checked = false;
}

addEventListener(
  "keydown",
  (event) => {
    if (!form() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(TYPING) || document.querySelector("dialog[open]")) return;
    const key = event.key.toUpperCase();
    if (/^[0-9*S]$/.test(key)) enter(key);
    else if (key === "ENTER" && typed) type(typed, true);
    else if (key === "BACKSPACE" && typed) type("");
    else if (key === "BACKSPACE") clear(due().findLast((die) => !isOpen(die)));
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

// A tap on a die that is already chosen clears it. Arrow keys choose, too, but never send.
addEventListener("click", (event) => {
  const key = event.target.closest("#entry label.key");
  if (!key || !event.detail || event.target.matches("input")) return;
  event.preventDefault();
  choose(key);
});
