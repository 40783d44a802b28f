// Keys that an input method handles are recognized, so that they are not treated as commands.
import assert from "node:assert/strict";
import test from "node:test";
import { isComposing } from "../../../cattools/widgets/frontend/input/composing.js";

/** @type {(key: object) => any} */
const event = (key) => ({ isComposing: false, keyCode: 13, ...key });

test("a key that an input method handles is recognized by its flag or, in Safari, by its code", () => {
  assert.equal(isComposing(event({ isComposing: true })), true);
  assert.equal(isComposing(event({ keyCode: 229 })), true);
  assert.equal(isComposing(event({})), false);
});
