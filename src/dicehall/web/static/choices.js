// Selections: what a choice of dice would do is looked up, never computed.

function describe(form) {
  const chosen = [...form.querySelectorAll("input[type=checkbox]:checked")].map((box) => box.value);
  const found = (words) => JSON.parse(words ?? "{}")[chosen.join(" ")];
  const choice = { ...found(form.dataset.choices), ...found(form.dataset.worths) };
  for (const part of form.querySelectorAll("[data-choice]")) {
    part[part.matches("progress") ? "value" : "textContent"] = choice[part.dataset.choice] ?? "";
  }
  for (const button of form.querySelectorAll("button[data-verb]")) {
    const reason = choice[button.dataset.verb] ?? "";
    button.setAttribute("aria-disabled", String(reason !== ""));
    const why = form.querySelector(`[data-why="${button.dataset.verb}"]`);
    if (why) why.textContent = reason;
  }
}

function describeAll() {
  for (const form of document.querySelectorAll("form[data-choices]")) describe(form);
}

for (const name of ["change", "table-drawn"]) addEventListener(name, describeAll);
describeAll();
