// A first match teaches: a few bubbles on the real table, each once.

const key = `lessons ${document.body.className.match(/game-\S+/)}`;
let bubble;

function teach() {
  forget();
  const learned = JSON.parse(localStorage[key] ?? "[]");
  if (learned === true) return;
  for (const lesson of document.querySelectorAll("template.lesson")) {
    const at = document.getElementById(lesson.dataset.at);
    if (!at?.checkVisibility() || learned.includes(lesson.dataset.key)) continue;
    return tell(lesson, at, learned);
  }
}

function forget() {
  bubble?.remove();
  bubble = undefined;
  document.querySelector(".told")?.classList.remove("told");
}

function tell(lesson, at, learned) {
  bubble = document.getElementById("bubble").content.firstElementChild.cloneNode(true);
  bubble.querySelector("p").textContent = lesson.content.textContent;
  localStorage[key] = JSON.stringify([...learned, lesson.dataset.key]);
  bubble.onclick = ({ target }) => {
    if (target.closest("[data-end]")) localStorage[key] = "true";
    if (target.closest("button")) teach();
  };
  document.getElementById("table").before(bubble); // its buttons come before those that it speaks of
  at.classList.add("told");
  Promise.all([import("./bubble.js"), document.fonts.ready]).then(
    ([{ place }]) => bubble && place(bubble, at, lesson.dataset.shown),
  );
}

for (const name of ["table", "change", "resize"]) addEventListener(name, forget); // it is in the way
addEventListener("table-stands", teach);

// Whoever asks is shown around once more.
export function again() {
  delete localStorage[key];
  teach();
}

if (!document.querySelector("[data-playing]")) teach();
