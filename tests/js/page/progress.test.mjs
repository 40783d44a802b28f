// @ts-check
// The progress of a page in two tabs: a board solved in one tab is also counted and shown in the other.
import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {Map<string, string>} */
const stored = new Map();
/** @type {Map<string, () => void>} */
const listeners = new Map();
const shown = new Set();
const live = {
  dataset: { remembers: "done-herders.move", cat: "live" },
  hasAttribute: (/** @type {string} */ name) => shown.has(name),
  toggleAttribute: (/** @type {string} */ name, /** @type {boolean} */ on) =>
    on ? shown.add(name) : shown.delete(name),
};
Object.assign(globalThis, {
  HTMLElement: class {},
  localStorage: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
    removeItem: (/** @type {string} */ key) => stored.delete(key),
  },
  location: { pathname: "/book/herders/turn.html" },
  addEventListener: (/** @type {string} */ name, /** @type {() => void} */ then) => listeners.set(name, then),
  document: {
    currentScript: { dataset: {} },
    querySelector: () => null,
    querySelectorAll: (/** @type {string} */ which) => (which.startsWith("article") ? [live] : []),
    addEventListener: () => {},
  },
});
await import("../../../cattools/site/frontend/page/progress.js");

const PAGE = "cat-page /book/herders/turn.html";

test("a live board that was solved in another tab shows a tick and is counted", () => {
  assert.equal(stored.has(PAGE), false);
  stored.set("cat-done-herders.move", "1");
  stored.set(PAGE, "1/1");
  listeners.get("storage")?.();
  assert.equal(shown.size, 1);
  assert.equal(stored.get(PAGE), "1/1");
});

test("a live board keeps its tick when storage is empty", () => {
  stored.clear();
  listeners.get("storage")?.();
  assert.equal(shown.size, 1);
});
