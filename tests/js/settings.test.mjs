// @ts-check
// What is kept for a board: Python is told of it at the beginning, and of a shared one when another tab changes it.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { recall } from "../../cattools/widgets/layer/settings.js";

const NAME = "practice.herders";
/** @type {EventTarget} */
let page;

beforeEach(() => {
  page = new EventTarget();
  Object.assign(globalThis, {
    localStorage: { getItem: (/** @type {string} */ key) => (key === `cat-${NAME}` ? "first" : null) },
    addEventListener: page.addEventListener.bind(page),
  });
});

/** @param {boolean} shares */
function told(shares) {
  /** @type {unknown[]} */
  const sent = [];
  const ending = new AbortController();
  const root = { dataset: { remembers: `${NAME} pace` }, hasAttribute: () => shares };
  const model = {
    send: (/** @type {{ value: string, elsewhere?: boolean }} */ { value, elsewhere }) =>
      sent.push(elsewhere ? ["elsewhere", value] : value),
  };
  recall(/** @type {any} */ ({ model, root, signal: ending.signal }));
  return { sent, end: () => ending.abort() };
}

/**
 * @param {string | null} key
 * @param {string | null} newValue
 */
const another = (key, newValue) => page.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));

test("what another tab keeps or deletes is told, as long as the board is there", () => {
  const { sent, end } = told(true);
  another(`cat-${NAME}`, "theirs");
  another("cat-known.herders", "123");
  another(`cat-${NAME}`, null);
  assert.deepEqual(sent, ["first", ["elsewhere", "theirs"], ["elsewhere", ""]]);
  end();
  another(`cat-${NAME}`, "late");
  assert.equal(sent.length, 3);
});

test("all of it is gone when everything is deleted", () => {
  const { sent } = told(true);
  another(null, null);
  assert.deepEqual(sent, ["first", ["elsewhere", ""], ["elsewhere", ""]]);
});

test("a board that shares nothing is told only at the beginning", () => {
  const { sent } = told(false);
  another(`cat-${NAME}`, "theirs");
  assert.deepEqual(sent, ["first"]);
});
