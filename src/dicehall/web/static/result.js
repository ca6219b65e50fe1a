// The end of a match: keys and buttons rest for a second, scores count up, confetti falls.

const find = (id) => document.getElementById(id);
const on = (name, listen) => addEventListener(name, listen, true);

function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

let shown; // the match whose result is shown
let resting; // ignore keys and clicks, which were meant for the board
let finish = () => {};

function appear(live) {
  const table = find("table");
  const result = find("result");
  if (!result || shown === result.dataset.match) return;
  resting = true;
  table.dataset.resting = "";
  if ("playing" in document.documentElement.dataset) return;
  shown = result.dataset.match;
  setTimeout(() => {
    resting = false;
    delete table.dataset.resting;
  }, 1000);
  if (!live && Number(find("said").dataset.now) - Number(result.dataset.ended) > 10) return;
  result.focus({ preventScroll: true });
  if (
    !result.closest("[data-speed=off]") &&
    !matchMedia("(prefers-reduced-motion: reduce)").matches
  )
    celebrate(result);
}

function celebrate(result) {
  const confetti = document.createElement("div");
  confetti.className = "confetti";
  for (let n = result.matches("[data-festive]") ? 90 : 0; n; n--) {
    const { style } = confetti.appendChild(document.createElement("i"));
    for (const name of "abcd") style.setProperty(`--${name}`, String(Math.random()));
  }
  result.prepend(confetti);
  finish = () => confetti.remove();
  setTimeout(finish, 2000);
  const counts = [...result.querySelectorAll("[data-count]")].map((one) => [one, one.textContent]);
  const end = performance.now() + 800;
  requestAnimationFrame(function count(now) {
    const left = confetti.isConnected ? Math.max(0, (end - now) / 800) : 0;
    for (const [one, text] of counts) {
      const points = Math.round(Number(one.dataset.count) * (1 - left ** 3));
      one.textContent = left ? text.replace(/\d[\d,]*/, String(points)) : text;
    }
    if (left) requestAnimationFrame(count);
  });
}

on("keydown", (event) => {
  if (event.key === "Escape") finish();
  else if (event.ctrlKey || event.metaKey || event.key === "Tab") return;
  else if (resting || (shown && event.repeat && !/^Arrow/.test(event.key))) swallow(event);
});
on("click", (event) => resting && event.target.closest("#result") && swallow(event));
on("pointerdown", () => resting || finish());
on("submit", ({ target }) => {
  if (target.matches("#result form:not([data-part])")) resting = true;
});
on("pageshow", (event) => {
  if (event.persisted) resting = false;
});
for (const name of ["table-drawn", "table-stands"]) on(name, appear);

// Loads the style sheet if the page came without it.
const style = document.querySelector("link[href$='/result.css']") ?? document.createElement("link");
if (style.isConnected) appear();
else {
  style.onload = appear.bind(null, true);
  Object.assign(style, { rel: "stylesheet", href: new URL("./result.css", import.meta.url).href });
  document.head.append(style);
}
