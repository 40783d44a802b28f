// The screen that a board fills, and the screen that it will have once the device is rotated.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EDGE, screenFor, turned } from "../../../cattools/widgets/frontend/layout/screen_size.js";

/** @type {any} */
const globals = globalThis;

/** @param {number} wide @param {number} tall @returns {any} a board that fills a window of this size */
function board(wide, tall) {
  globals.document = { documentElement: { clientWidth: wide, clientHeight: tall } };
  return { clientWidth: wide, clientHeight: tall, classList: { contains: () => true } };
}

test("a turned phone's screen is foretold", () => {
  const foretold = turned(screenFor(board(360, 740), false, false));
  assert.deepEqual(foretold, screenFor(board(740, 360), false, false));
});

test("a phone is held in a hand, a desk's screen is not, and a room reads larger words", () => {
  const [phone, desk] = [screenFor(board(360, 740), false, false), screenFor(board(1280, 720), false, false)];
  assert.deepEqual([phone.held, desk.held], [true, false]);
  assert.deepEqual([phone.wide, phone.tall], [360 - 2 * EDGE, 740 - 2 * EDGE]);
  assert.ok(screenFor(board(1280, 720), true, false).text > desk.text);
});

test("what is unfolded of the moves takes a strip of the screen: beside a wide board, below a tall one", () => {
  const [wide, tall] = [screenFor(board(1280, 720), false, true), screenFor(board(360, 740), false, true)];
  assert.ok(wide.list && wide.wide + wide.list[2] < 1280 && wide.tall === 720 - 2 * EDGE);
  assert.ok(tall.list && tall.tall + tall.list[3] <= 740 - 2 * EDGE && tall.wide === 360 - 2 * EDGE);
});
