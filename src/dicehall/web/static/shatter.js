// What was lost shakes where it lay, and breaks.

import { breathe, ms, run, sound } from "./motion.js";

export function shatter(lost, delay) {
  const knock = breathe(delay).then(() => sound("knock"));
  return Promise.all([knock, ...lost.map((one) => burst(one, delay))]);
}

async function burst({ part, box }, delay) {
  const flight = document.createElement("div");
  flight.className = "flight";
  Object.assign(flight.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  const copy = part.cloneNode(true);
  copy.removeAttribute("id");
  copy.style.setProperty("--size", `${box.width}px`);
  flight.append(copy);
  document.body.append(flight);
  const shaking = [0, -6, 6, -5, 5, 0].map((x) => ({ translate: `${x}px 0` }));
  await run(copy, shaking, { delay: ms(delay), duration: ms(260) });
  const pieces = [..."012345"].map((n) => {
    const shard = document.createElement("i");
    shard.className = "shard";
    Object.assign(shard.style, { left: `${(n % 3) * 33}%`, top: `${n < 3 ? 8 : 56}%` });
    flight.append(shard);
    const [x, y] = [((n % 3) - 1) * box.width * (0.7 + Math.random()), (n < 3 ? -0.5 : 0.9) * box.height * (0.5 + Math.random())];
    return run(shard, [{ opacity: 1 }, { opacity: 0, translate: `${x}px ${y}px`, rotate: `${200 * (Math.random() - 0.5)}deg`, scale: 0.4 }], { duration: ms(420), easing: "ease-out" });
  });
  copy.remove();
  await Promise.all(pieces);
  flight.remove();
}
