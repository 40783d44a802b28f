// @ts-check
// The tick of a solved board: it is saved under the board's name, shown immediately, and shown on later visits.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { isSolved, showTick, tickAnswers, tickOf } from "../../../cattools/widgets/frontend/storage/solved.js";

/** @type {Map<string, string>} */
let stored;
let eventCount = 0;

beforeEach(() => {
  stored = new Map();
  eventCount = 0;
  Object.assign(globalThis, {
    localStorage: {
      getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
      removeItem: (/** @type {string} */ key) => stored.delete(key),
    },
    document: { dispatchEvent: () => (eventCount += 1) },
  });
});

/** @returns {HTMLElement} the element around a board, with what a tick needs */
function shell(remembers = "done-herders.move walk-herders") {
  const shown = new Set();
  const found = {
    dataset: { remembers },
    hasAttribute: (/** @type {string} */ name) => shown.has(name),
    toggleAttribute: (/** @type {string} */ name, /** @type {boolean} */ on) =>
      on ? shown.add(name) : shown.delete(name),
  };
  return /** @type {HTMLElement} */ (/** @type {unknown} */ (found));
}

/** @param {HTMLElement} root */
const remember = (root) => tickAnswers(/** @type {any} */ ({ root })).remember;

test("a solved board shows its tick immediately and on the next visit", () => {
  const root = shell();
  const handle = remember(root);
  assert.equal(isSolved(root), false);
  handle?.({ kind: "remember", name: "done-herders.move", value: "1" });
  assert.equal(isSolved(root), true);
  assert.equal(eventCount, 1);
  const later = shell();
  showTick(later);
  assert.equal(isSolved(later), true);
});

test("other stored values and other boards' ticks do not affect this board", () => {
  const root = shell();
  const handle = remember(root);
  handle?.({ kind: "remember", name: "walk-herders", value: "3" });
  handle?.({ kind: "remember", name: "done-herders.place", value: "1" });
  assert.equal(isSolved(root), false);
  assert.equal(stored.get("cat-walk-herders"), "3");
  assert.equal(tickOf(shell("")), "");
});

test("without storage, the tick is still shown immediately", () => {
  Object.assign(globalThis, { localStorage: undefined });
  const root = shell();
  remember(root)?.({ kind: "remember", name: "done-herders.move", value: "1" });
  assert.equal(isSolved(root), true);
});
