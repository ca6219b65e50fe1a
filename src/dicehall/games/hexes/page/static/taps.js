// A tap on a hex where the selected die may not go: the hex shakes, and the page says why.

export function refuse(hex) {
  const form = hex.closest("form");
  const line = form?.querySelector(".refusal");
  if (!line) return;
  const die = form.querySelector("[name=die]:checked");
  const found = die && hex.dataset.refused?.match(`\\b${die.value} (\\d+)`);
  line.textContent = found ? JSON.parse(form.dataset.refusals)[found[1]] : "";
  shake(die ? hex : form.querySelector(".rest"));
}

function shake(part) {
  part.classList.remove("shake");
  part.offsetWidth; // restarts the animation
  part.classList.add("shake");
}

addEventListener("change", () => {
  for (const line of document.querySelectorAll(".refusal")) line.textContent = "";
});
