// A lost worker is noticed while an answer is awaited, and one that works for long is not taken for lost.
import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { whenVanished } from "../../../cattools/site/frontend/kernel/liveness.mjs";

const SECOND = 1000;
mock.timers.enable({ apis: ["setInterval"] });

/** What the page knows of its worker.
 * @type {{ works: boolean, awaited: number | null, told: number, end: () => void }} */
let seen;

/** @param {number} number of seconds that pass */
async function seconds(number) {
  for (let n = 0; n < number; n += 1) {
    mock.timers.tick(SECOND);
    await new Promise((done) => setImmediate(done));
  }
}

/** @type {(name: string, options: object, granted: (lock: object | null) => unknown) => Promise<unknown>} */
const request = async (_name, _options, granted) => granted(seen.works ? null : {});
Object.defineProperty(globalThis, "navigator", { value: { locks: { request } }, configurable: true });

test.beforeEach(() => {
  seen = { works: false, awaited: null, told: 0, end: () => {} };
  const tell = () => {
    seen.told += 1;
  };
  seen.end = whenVanished("worker", () => seen.awaited, tell);
});
test.afterEach(() => seen.end());

test("nobody looks for a worker that nothing is awaited of", async () => {
  await seconds(60);
  assert.equal(seen.told, 0);
});

test("one that is gone is told of once, some seconds after it was asked", async () => {
  seen.awaited = 7;
  await seconds(2);
  assert.equal(seen.told, 0);
  await seconds(60);
  assert.equal(seen.told, 1);
});

test("one that works is waited for", async () => {
  Object.assign(seen, { awaited: 7, works: true });
  await seconds(600);
  assert.equal(seen.told, 0);
});

test("one that answers is there", async () => {
  for (let n = 0; n < 60; n += 1) {
    seen.awaited = n;
    await seconds(2);
  }
  assert.equal(seen.told, 0);
});

test("what refuses locks notices nothing, and says nothing", async () => {
  const { locks } = navigator;
  Object.assign(navigator, { locks: { request: () => Promise.reject(new Error("refused")) } });
  seen.awaited = 7;
  await seconds(60);
  Object.assign(navigator, { locks });
  assert.equal(seen.told, 0);
});
