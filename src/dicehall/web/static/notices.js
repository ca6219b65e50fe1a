// The place for notices: the style shows the first line there that is not hidden.

export const place = () => document.querySelector(".notices");

export function line(kind, words = "") {
  return Object.assign(document.createElement("p"), { className: kind, textContent: words });
}

// What the player has just tried, and why it did not work: before everything else, until the next table.
export function showRefusal(words) {
  place()?.querySelector(".refusal")?.remove();
  place()?.prepend(Object.assign(line("refusal urgent", words), { role: "alert" }));
}
