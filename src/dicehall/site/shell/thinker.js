// @ts-check
// The worker in which computer players and the coach think, so that pages stay quick meanwhile.

import { startPython } from "./python.js";

const starting = startPython(["app.tar", "tables.tar"]).then((python) =>
  python.pyimport("dicehall.site.inside.thinking"),
);

addEventListener("message", async ({ data: { id, question } }) => {
  const thinking = await starting;
  try {
    const answer = thinking.answer(question);
    const found = answer.toJs();
    answer.destroy();
    postMessage({ id, found }, { transfer: [found.buffer] });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});
