// The tour of a first match: bubbles on the real table, each shown once.

const key = `lessons ${document.body.className.match(/game-\S+/)}`;
const EVERYWHERE = "lessons"; // those of all games
const learned = (where) => JSON.parse(localStorage[where] ?? "[]");
const shelf = ({ dataset }) => ("everywhere" in dataset ? EVERYWHERE : key);
let bubble;

function teach() {
  close();
  if (learned(key) === true) return;
  for (const lesson of document.querySelectorAll("template.lesson")) {
    const at = document.getElementById(lesson.dataset.at);
    if (!at?.checkVisibility() || learned(shelf(lesson)).includes(lesson.dataset.key)) continue;
    return show(lesson, at);
  }
}

function close() {
  bubble?.remove();
  bubble = undefined;
  document.querySelector(".told")?.classList.remove("told");
}

function show(lesson, at) {
  /** @type {HTMLTemplateElement} */
  const template = document.getElementById("bubble");
  bubble = template.content.firstElementChild.cloneNode(true);
  bubble.querySelector("p").textContent = lesson.content.textContent;
  const where = shelf(lesson);
  localStorage[where] = JSON.stringify([...learned(where), lesson.dataset.key]);
  bubble.onclick = ({ target }) => {
    if (target.closest("[data-end]")) localStorage[key] = "true";
    if (target.closest("button")) teach();
  };
  document.getElementById("table").before(bubble); // its buttons come first in tab order
  at.classList.add("told");
  Promise.all([import("./bubble.js"), document.fonts.ready]).then(
    ([{ place }]) => bubble && place(bubble, at, lesson.dataset.shown),
  );
}

for (const name of ["table", "change", "resize"]) addEventListener(name, close);
addEventListener("table-stands", teach);

// Starts the tour again.
export function again() {
  delete localStorage[key];
  delete localStorage[EVERYWHERE];
  teach();
}

if (!document.querySelector("[data-playing]")) teach();
