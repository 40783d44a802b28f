// Presses on a picture are played on its board.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { findPlace, playKept, pressOn } from "../../../cattools/site/frontend/page/queued_input.mjs";

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
 * @param {string[]} places
 * @returns {any}
 */
function shell(name, played, places, { moved = false } = {}) {
  return {
    closest: () => (moved ? {} : null),
    dispatchEvent: (/** @type {any} */ event) => played.push(`${name} ${event.type}`),
    querySelector: (/** @type {string} */ asked) =>
      places.includes(asked)
        ? { dispatchEvent: (/** @type {any} */ event) => played.push(`${name} ${asked} ${event.type}`) }
        : null,
  };
}

test("a press tells the attribute that names its place", () => {
  /** @type {(attributes: Record<string, string>) => any} */
  const element = (attributes) => ({
    hasAttribute: (/** @type {string} */ name) => name in attributes,
    getAttribute: (/** @type {string} */ name) => attributes[name],
  });
  assert.deepEqual(pressOn(element({ "data-id": "f4" })), ["data-id", "f4"]);
  assert.deepEqual(pressOn(element({ "data-tool": "undo" })), ["data-tool", "undo"]);
});

test("kept presses are played in order, each on the board at the same place", () => {
  const played = /** @type {string[]} */ ([]);
  const after = ["one", "two"].map((name) => shell(name, played, ['[data-id="f4"]', '[data-tool="undo"]']));
  /** @type {any[]} */
  const pictures = [
    { catKept: undefined },
    {
      catKept: [
        ["data-id", "f4"],
        ["data-id", "gone"],
        ["data-tool", "undo"],
      ],
    },
    { catKept: [["data-id", "f4"]] }, // there is no board for this one
  ];
  playKept(pictures, after);
  assert.deepEqual(played, ["one cat-untouched", 'two [data-id="f4"] click', 'two [data-tool="undo"] click']);
});

test("a board that begins elsewhere than its picture plays nothing of what was pressed there", () => {
  const played = /** @type {string[]} */ ([]);
  /** @type {any[]} */
  const pictures = [{ catKept: [["data-id", "f4"]] }];
  playKept(pictures, [shell("one", played, ['[data-id="f4"]'], { moved: true })]);
  assert.deepEqual(played, []);
});

test("where there is no board there is no place", () => {
  assert.equal(findPlace(["data-id", "f4"], undefined), null);
});
