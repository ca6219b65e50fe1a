// The rows of the card are the choices: a player's second tap on a row scores it, and what is only
// suggested is chosen first, so that no careless key ends a turn. A row that the page has chosen
// lets go when dice are kept: whoever keeps dice means to roll.

let chosen = null;
let tapped = null; // by the player: a row that the page has chosen is not scored by the first tap

const confirm = () => document.getElementById("confirm");
const suggested = () => document.getElementById(confirm()?.dataset.suggests ?? "");

// What the button would write is said on it.
function say() {
  chosen = document.querySelector("[data-twice]:checked");
  const says = confirm()?.querySelector(".says");
  if (says) says.textContent = chosen?.dataset.says ?? says.dataset.unchosen;
}

function choose(row) {
  row.focus({ preventScroll: true });
  row.checked = true;
  say();
}

addEventListener("change", ({ target }) => {
  if (target.name === "keep" && chosen?.defaultChecked) chosen.checked = false;
  say();
});
addEventListener("table-drawn", say);

addEventListener("click", (event) => {
  const row = event.target.closest("[data-twice]");
  if (row && row === chosen && row === tapped) confirm().click();
  else if (row) tapped = row;
  else if (event.target.closest("#confirm") && !chosen && suggested()) {
    event.preventDefault();
    choose(suggested());
  }
});

// From wherever one is, the arrows go to the rows; among them they go on by themselves.
addEventListener("keydown", (event) => {
  if (document.querySelector(".dialog:popover-open")) return event.stopImmediatePropagation(); // it lies over the table
  if (!event.key.startsWith("Arrow") || event.target.closest("[type=radio], select, dialog, .side"))
    return;
  const row = chosen ?? suggested();
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  choose(row);
});

say();
