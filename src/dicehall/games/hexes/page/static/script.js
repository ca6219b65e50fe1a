// Turns dice of four to twenty sides in space, until they lie as the board shows them.

import { ms, run, still } from "../motion.js";
import { solids } from "../throw.js";

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const less = (a, b) => a.map((v, n) => v - b[n]);
const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a) => a.map((v) => v / Math.hypot(...a));
const middle = (points) =>
  [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);

for (const name of ["d4", "d6", "d8", "d10", "d12", "d20"]) solids[name] = make;

// The first face holds the number that the die shows, the others the remaining numbers.
function make(die) {
  const svg = die.querySelector("svg").cloneNode(true);
  const shape = JSON.parse(die.dataset.shape);
  const shown = Number(svg.textContent);
  shape.numbers = [shown, ...shape.numbers.filter((n) => n !== shown)];
  const spin = () => Math.sign(Math.random() - 0.5) * (9 + 6 * Math.random());
  const spins = [spin(), spin(), spin() / 3];
  svg.turn = (progress) => {
    const left = (1 - progress) ** 2.4;
    svg.innerHTML = draw(shape, turning(spins.map((angle) => angle * left)), left);
  };
  svg.turn(0);
  return svg;
}

function turning(angles) {
  const [[a, b, c], [d, e, f]] = [angles.map(Math.cos), angles.map(Math.sin)];
  return ([x, y, z]) => {
    [y, z] = [y * a - z * d, y * d + z * a];
    [x, z] = [x * b + z * e, z * b - x * e];
    return [x * c - y * f, x * f + y * c, z];
  };
}

function draw({ corners, faces, numbers, upright, size, far, front, light, plain }, turn, left) {
  const at = corners.map(turn);
  let [body, facets, texts] = ["", "", ""];
  for (const [n, face] of faces.entries()) {
    const points = face.map((corner) => at[corner]);
    const centre = middle(points);
    const normal = unit(cross(less(points[1], points[0]), less(points[2], points[0])));
    if (dot(normal, centre) >= far * normal[2]) continue;
    const seen = points
      .map(([x, y, z]) => [x, y].map((v) => ((v * far) / (far - z)).toFixed(1)))
      .join(" ");
    const lit = Math.max(0, dot(normal, light)) - plain;
    const [tone, much] = lit > 0 ? ["#fff", lit] : ["#000", -0.6 * lit];
    body += `M${seen}Z`;
    facets += `<polygon points="${seen}" fill="${tone}" fill-opacity="${much.toFixed(2)}"/>`;
    if (n && normal[2] < 0.6) continue;
    const down = unit(less(centre, points[0]));
    const lines = n ? [cross(down, normal), down] : upright.map(turn);
    const near = far - centre[2];
    const stands = [
      ...lines.flatMap(([x, y]) => [x * front, y * front]),
      centre[0] * far,
      centre[1] * far,
    ];
    const matrix = stands.map((v) => (v / near).toFixed(2)).join(" ");
    texts += `<text transform="matrix(${matrix})" opacity="${n ? 9 * left : 1}"`;
    texts += ` font-size="${size}" dy=".36em">${numbers[n]}</text>`;
  }
  return `<path d="${body}"/>${facets}${texts}`;
}

// The points of a ring fly to the score.
addEventListener("table", ({ detail }) => {
  const gain = detail.querySelector(".hexes .gain");
  if (!gain || still()) return;
  const [from, to] = [gain, detail.querySelector("#total-0")].map((one) =>
    one.getBoundingClientRect(),
  );
  const translate = `${to.x - from.x}px ${to.y - from.y}px`;
  gain.style.animation = "none";
  const grown = { opacity: 1, scale: 1.5, translate: "0 -1rem", offset: 0.3, easing: "ease-in" };
  run(
    gain,
    [{ opacity: 0 }, grown, { opacity: 1, translate, offset: 0.9 }, { opacity: 0, translate }],
    { duration: ms(900) },
  );
});

addEventListener("click", async ({ target }) => {
  if (target.matches(".hex")) (await import("./taps.js")).refuse(target);
});

// Opening the question whether to leave focuses its answer.
addEventListener(
  "toggle",
  ({ target }) => target.open && target.querySelector("#leave")?.focus(),
  true,
);
