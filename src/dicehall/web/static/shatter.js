// Breaks dice that were knocked out.

import { ms, run, sound } from "./motion.js";

export function shatter(lost) {
  if (lost.length) sound("knock");
  return Promise.all(lost.map(burst));
}

async function burst({ box, bone }) {
  const flight = document.createElement("div");
  flight.className = "flight";
  Object.assign(flight.style, {
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  if (bone) flight.style.setProperty("--bone-low", bone);
  document.body.append(flight);
  await Promise.all(
    [...Array(9).keys()].map((n) => {
      const shard = document.createElement("i");
      shard.className = "shard";
      const [column, row] = [(n % 3) - 1, Math.floor(n / 3) - 1];
      Object.assign(shard.style, { left: `${(column + 1) * 33}%`, top: `${(row + 1) * 33}%` });
      flight.append(shard);
      const [x, y] = [
        (column + Math.random() - 0.5) * box.width,
        (row * 0.8 + Math.random() - 0.3) * box.height,
      ];
      const flown = {
        offset: 0.6,
        opacity: 1,
        translate: `${x * 0.8}px ${y * 0.8}px`,
        rotate: `${200 * (Math.random() - 0.5)}deg`,
        scale: 0.8,
      };
      return run(
        shard,
        [
          { opacity: 1 },
          flown,
          {
            opacity: 0,
            translate: `${x}px ${y + box.height / 2}px`,
            rotate: flown.rotate,
            scale: 0.4,
          },
        ],
        { duration: ms(620), easing: "cubic-bezier(.1,.6,.5,1)" },
      );
    }),
  );
  flight.remove();
}
