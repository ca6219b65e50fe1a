import assert from "node:assert/strict";
import test from "node:test";

import { Keeping } from "../../src/dicehall/site/shell/keeping.js";

test("without IndexedDB nothing is kept, and that is known", async () => {
  const keeping = await Keeping.open("somewhere");
  const { lasting, batches, snapshot } = await keeping.read();
  assert.equal(lasting, false);
  assert.deepEqual(batches, []);
  assert.equal(snapshot, null);
  await keeping.keep("[]", "");
});
