// The rows of the card are the choices. A second tap on a row scores it. A suggested row is only
// selected by the first key, so that no careless key ends a turn. A row that the page selected is
// deselected when dice are kept: a player who keeps dice means to roll.

let chosen = null;
let tapped = null; // the row that the player tapped, as opposed to one that the page selected

const confirm = () => document.getElementById("confirm");
const suggested = () => document.getElementById(confirm()?.dataset.suggests ?? "");

// Shows on the button what it would score.
function label() {
  chosen = document.querySelector("[data-twice]:checked");
  const says = confirm()?.querySelector(".says");
  if (says) says.textContent = chosen?.dataset.says ?? says.dataset.unchosen;
}

function choose(row) {
  row.focus({ preventScroll: true });
  row.checked = true;
  label();
}

addEventListener("change", ({ target }) => {
  if (target.name === "keep" && chosen?.defaultChecked) chosen.checked = false;
  label();
});
addEventListener("table-drawn", label);

addEventListener("click", (event) => {
  const row = event.target.closest("[data-twice]");
  if (row && row === chosen && row === tapped) confirm().click();
  else if (row) tapped = row;
  else if (event.target.closest("#confirm") && !chosen && suggested()) {
    event.preventDefault();
    choose(suggested());
  }
});

// The arrow keys go to the rows from anywhere; among the rows the browser moves the focus.
addEventListener("keydown", (event) => {
  if (document.querySelector(".dialog:popover-open")) return event.stopImmediatePropagation();
  if (!event.key.startsWith("Arrow") || event.target.closest("[type=radio], select, dialog, .side"))
    return;
  const row = chosen ?? suggested();
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  choose(row);
});

label();
