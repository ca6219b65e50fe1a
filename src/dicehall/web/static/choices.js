// Shows what the selected dice would do. The page contains the answers; nothing is computed.

// The texts for a selection: from the rules (`choices`) and from the coach (`worths`), as JSON.
export function lookUp(selected, choices, worths) {
  const found = (json) => JSON.parse(json ?? "{}")[selected.join(" ")];
  return { ...found(choices), ...found(worths) };
}

function describe(form) {
  const boxes = [...form.querySelectorAll("input[type=checkbox]:checked")];
  const { choices, worths } = form.dataset;
  const texts = lookUp(
    boxes.map((box) => box.value),
    choices,
    worths,
  );
  for (const part of form.querySelectorAll("[data-choice]")) {
    part[part.matches("progress") ? "value" : "textContent"] = texts[part.dataset.choice] ?? "";
  }
  for (const button of form.querySelectorAll("button[data-verb]")) {
    const reason = texts[button.dataset.verb] ?? "";
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
