// @ts-check
// Remembered settings: Python receives them at the start, and shared settings again when another tab changes them.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { keepSetting, recall, setting } from "../../../cattools/widgets/frontend/storage/preferences.js";

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
function recalled(shares) {
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
const changeElsewhere = (key, newValue) => page.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));

test("a value that another tab stores or deletes is sent to Python while the board is mounted", () => {
  const { sent, end } = recalled(true);
  changeElsewhere(`cat-${NAME}`, "theirs");
  changeElsewhere("cat-known.herders", "123");
  changeElsewhere(`cat-${NAME}`, null);
  assert.deepEqual(sent, ["first", ["elsewhere", "theirs"], ["elsewhere", ""]]);
  end();
  changeElsewhere(`cat-${NAME}`, "late");
  assert.equal(sent.length, 3);
});

test("when the whole storage is cleared, all values are sent as empty", () => {
  const { sent } = recalled(true);
  changeElsewhere(null, null);
  assert.deepEqual(sent, ["first", ["elsewhere", ""], ["elsewhere", ""]]);
});

test("a board that shares no settings gets its values only at the beginning", () => {
  const { sent } = recalled(false);
  changeElsewhere(`cat-${NAME}`, "theirs");
  assert.deepEqual(sent, ["first"]);
});

/** @returns {Storage} */
function storage() {
  /** @type {Map<string, string>} */
  const all = new Map();
  return /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => all.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => all.set(key, value),
    removeItem: (/** @type {string} */ key) => all.delete(key),
  });
}

test("each of two tabs has its own ten questions and does not delete those of the other tab", () => {
  const [shared, one, other, later] = [storage(), storage(), storage(), storage()];
  const inTab = (/** @type {Storage} */ tab) =>
    Object.assign(globalThis, { localStorage: shared, sessionStorage: tab });
  inTab(one);
  keepSetting("ten.herders", "first");
  inTab(other);
  assert.equal(setting("ten.herders"), "first", "a new tab continues with the last saved value");
  keepSetting("ten.herders", "second");
  inTab(one);
  assert.equal(setting("ten.herders"), "first");
  keepSetting("ten.herders", "");
  assert.equal(setting("ten.herders"), "", "the other tab's value is not used");
  inTab(later);
  assert.equal(setting("ten.herders"), "second");
  keepSetting("ten.herders", "");
  assert.equal(setting("ten.herders"), "", "a tab can remove a value that it has taken over");
  inTab(storage());
  assert.equal(setting("ten.herders"), "");
});
