// Keys of an input method are no commands, and a cancelled drag is no move.
import assert from "node:assert/strict";
import test from "node:test";
import { isComposing } from "../../../cattools/widgets/frontend/input/composing.js";

/** @type {(key: object) => any} */
const event = (key) => ({ isComposing: false, keyCode: 13, ...key });

test("a key of an input method is known by its flag or, in Safari, by its code", () => {
  assert.equal(isComposing(event({ isComposing: true })), true);
  assert.equal(isComposing(event({ keyCode: 229 })), true);
  assert.equal(isComposing(event({})), false);
});
