// A lost worker is noticed while an answer is awaited. A worker that is busy for a long time is not reported.
import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { watchWorker } from "../../../cattools/live/frontend/kernel/liveness.mjs";

const SECOND = 1000;
mock.timers.enable({ apis: ["setInterval"] });

/** The state of the simulated worker, and how often it was reported as lost.
 * @type {{ works: boolean, awaited: number | null, reports: number, end: () => void }} */
let state;

/** @param {number} number of seconds that pass */
async function seconds(number) {
  for (let n = 0; n < number; n += 1) {
    mock.timers.tick(SECOND);
    await new Promise((done) => setImmediate(done));
  }
}

/** @type {(name: string, options: object, granted: (lock: object | null) => unknown) => Promise<unknown>} */
const request = async (_name, _options, granted) => granted(state.works ? null : {});
Object.defineProperty(globalThis, "navigator", { value: { locks: { request } }, configurable: true });

test.beforeEach(() => {
  state = { works: false, awaited: null, reports: 0, end: () => {} };
  const report = () => {
    state.reports += 1;
  };
  state.end = watchWorker("worker", () => state.awaited, report);
});
test.afterEach(() => state.end());

test("a lost worker is not noticed while no answer is awaited", async () => {
  await seconds(60);
  assert.equal(state.reports, 0);
});

test("a lost worker is reported once, a few seconds after an answer is awaited", async () => {
  state.awaited = 7;
  await seconds(2);
  assert.equal(state.reports, 0);
  await seconds(60);
  assert.equal(state.reports, 1);
});

test("a busy worker is not reported", async () => {
  Object.assign(state, { awaited: 7, works: true });
  await seconds(600);
  assert.equal(state.reports, 0);
});

test("a worker that sends answers is not reported", async () => {
  for (let n = 0; n < 60; n += 1) {
    state.awaited = n;
    await seconds(2);
  }
  assert.equal(state.reports, 0);
});

test("if the browser refuses locks, nothing is reported", async () => {
  const { locks } = navigator;
  Object.assign(navigator, { locks: { request: () => Promise.reject(new Error("refused")) } });
  state.awaited = 7;
  await seconds(60);
  Object.assign(navigator, { locks });
  assert.equal(state.reports, 0);
});
