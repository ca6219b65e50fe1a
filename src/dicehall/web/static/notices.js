// The place for notices. CSS shows the first line there that is not hidden.

export const place = () => document.querySelector(".notices");

export function line(kind, text = "") {
  return Object.assign(document.createElement("p"), { className: kind, textContent: text });
}

// Says why the player's last action did not work; stays in front until the next table.
export function showRefusal(reason) {
  place()?.querySelector(".refusal")?.remove();
  place()?.prepend(Object.assign(line("refusal urgent", reason), { role: "alert" }));
}
