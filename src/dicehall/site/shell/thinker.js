// @ts-check
// The worker in which computer players and the coach think, so that pages stay quick meanwhile.

import { addLater, startPython } from "./python.js";

const starting = startPython().then(async (python) => {
  await addLater(python);
  return python;
});

addEventListener("message", async ({ data: { id, question } }) => {
  const python = await starting;
  try {
    const thinking = python.pyimport("dicehall.site.inside.thinking");
    const answer = thinking.answer(python.globals.get("bytes")(question));
    const found = answer.toJs();
    answer.destroy();
    postMessage({ id, found }, { transfer: [found.buffer] });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
});
