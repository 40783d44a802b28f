// Presses on a static picture are played on its board.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { findTarget, playQueued, pressOn } from "../../../cattools/live/frontend/page/queued_input.mjs";

/** @type {any} */
const globals = globalThis;
before(() => {
  globals.CSS = { escape: (/** @type {string} */ text) => text };
  globals.window = globals;
  globals.Event = globals.MouseEvent = class {
    constructor(/** @type {string} */ type) {
      this.type = type;
    }
  };
});

/**
 * @param {string} name
 * @param {string[]} played
 * @param {string[]} selectors
 * @returns {any}
 */
function shell(name, played, selectors, { moved = false } = {}) {
  return {
    closest: () => (moved ? {} : null),
    dispatchEvent: (/** @type {any} */ event) => played.push(`${name} ${event.type}`),
    querySelector: (/** @type {string} */ selector) =>
      selectors.includes(selector)
        ? { dispatchEvent: (/** @type {any} */ event) => played.push(`${name} ${selector} ${event.type}`) }
        : null,
  };
}

test("a press records the attribute that identifies the area or button", () => {
  /** @type {(attributes: Record<string, string>) => any} */
  const element = (attributes) => ({
    hasAttribute: (/** @type {string} */ name) => name in attributes,
    getAttribute: (/** @type {string} */ name) => attributes[name],
  });
  assert.deepEqual(pressOn(element({ "data-id": "f4" })), ["data-id", "f4"]);
  assert.deepEqual(pressOn(element({ "data-tool": "undo" })), ["data-tool", "undo"]);
});

test("queued presses are played in order, each on the board that replaces its picture", () => {
  const played = /** @type {string[]} */ ([]);
  const after = ["one", "two"].map((name) => shell(name, played, ['[data-id="f4"]', '[data-tool="undo"]']));
  /** @type {any[]} */
  const pictures = [
    { catQueued: undefined },
    {
      catQueued: [
        ["data-id", "f4"],
        ["data-id", "gone"],
        ["data-tool", "undo"],
      ],
    },
    { catQueued: [["data-id", "f4"]] }, // no board replaces this picture
  ];
  playQueued(pictures, after);
  assert.deepEqual(played, ["one cat-untouched", 'two [data-id="f4"] click', 'two [data-tool="undo"] click']);
});

test("a board that starts in a different state from its picture plays no queued presses", () => {
  const played = /** @type {string[]} */ ([]);
  /** @type {any[]} */
  const pictures = [{ catQueued: [["data-id", "f4"]] }];
  playQueued(pictures, [shell("one", played, ['[data-id="f4"]'], { moved: true })]);
  assert.deepEqual(played, []);
});

test("no area is found if there is no board", () => {
  assert.equal(findTarget(["data-id", "f4"], undefined), null);
});
