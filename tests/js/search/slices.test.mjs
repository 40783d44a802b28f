// The search is prepared in slices, with pauses for the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inSlices } from "../../../cattools/site/frontend/search/slices.mjs";

test("long work has pauses, and short work has none", async (context) => {
  let [time, steps, pauses] = [0, 0, 0];
  context.mock.method(performance, "now", () => time);
  /** @type {(count: number) => Generator<void>} */
  const work = function* (count) {
    for (let n = 0; n < count; n++) {
      [time, steps] = [time + 1, steps + 1]; // every step takes a millisecond
      yield;
    }
  };
  const pause = async () => {
    pauses++;
    time += 100; // time for the page
  };
  await inSlices(work(5), pause);
  assert.equal(pauses, 0);
  await inSlices(work(100), pause);
  assert.equal(steps, 105);
  assert.ok(pauses >= 10 && pauses <= 15, `${pauses} pauses`);
});
