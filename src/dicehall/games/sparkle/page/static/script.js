// One tap selects a whole set, a die that cannot be banked shakes, and re-rolling is a mode. The
// page contains which dice go together, and why a die cannot be banked.

/** @type {(id: string) => any} a field, a form or a <details> */
const one = (id) => document.getElementById(id);
const values = (boxes) => boxes.filter((box) => box.checked).map((box) => box.value);

addEventListener(
  "change",
  ({ target }) => {
    if (target.matches(".pick")) pick(target);
    else if (target.matches(".fly")) one("sure").open = false;
    else if (target.id === "reroll-mode") settle();
  },
  true,
);

function pick(box) {
  const reason = box.checked ? (box.dataset.reason ?? "") : "";
  one("reason").textContent = reason;
  if (reason) return refuse(box);
  const boxes = [...box.form.querySelectorAll(".pick")];
  const choices = JSON.parse(box.form.dataset.choices);
  const possible = (chosen) => !chosen.length || choices[chosen.join(" ")]?.roll === "";
  const group = box.dataset.group?.split(" ");
  if (!group || possible(values(boxes))) return;
  for (const other of boxes) if (group.includes(other.value)) other.checked = box.checked;
  if (possible(values(boxes))) return;
  for (const other of boxes)
    if (other.dataset.group && !group.includes(other.value)) other.checked = false;
}

function refuse(box) {
  box.checked = false;
  const die = one(`die-${box.value}`);
  die.classList.remove("shake");
  die.offsetWidth; // restarts the animation
  die.classList.add("shake");
}

// Only the form of the current mode reacts to keys.
function settle() {
  const mode = one("reroll-mode");
  if (!mode || !one("rerolling")) return;
  for (const field of one("banking").elements) field.disabled = mode.checked;
  for (const field of one("rerolling").elements) field.disabled = !mode.checked;
  if (!mode.checked) {
    /** @type {NodeListOf<HTMLInputElement>} */
    const dice = document.querySelectorAll(".fly");
    for (const die of dice) die.checked = false;
    one("rerolling").dispatchEvent(new Event("change", { bubbles: true }));
  }
  one("reason").textContent = "";
  for (const question of document.querySelectorAll(".ask")) question.removeAttribute("open");
}

addEventListener(
  "click",
  (event) => {
    const { target } = event;
    if (
      target.closest("#reroll") &&
      !one("sure").open &&
      one("rerolling").querySelectorAll(":checked").length > 2
    ) {
      event.preventDefault(); // ask before a costly re-roll
      one("sure").open = one("reroll").ariaDisabled !== "true";
    }
  },
  true,
);

addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const question = document.querySelector("details[open]:is(#leaving, #accepting)");
  if (question) question.removeAttribute("open");
  else if (one("reroll-mode")?.checked) one("reroll-mode").click();
});

// An open question has the focus: Tab goes on to its answer, Enter closes it.
addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.open || !target.matches("#leaving, #accepting")) return;
    const menu = one("open-side");
    const closed = menu.checkVisibility() && !document.documentElement.dataset.side;
    if (target.id === "leaving" && closed) menu.click();
    focus(target);
  },
  true,
);

// The menu takes some time to open, and nothing in it can be focused before.
function focus(question) {
  if (!question.open || question.contains(document.activeElement)) return;
  question.firstElementChild.focus();
  requestAnimationFrame(() => focus(question));
}

addEventListener("table-drawn", settle);
settle();
