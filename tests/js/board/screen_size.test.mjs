// The screen that a board fills, and the screen that it will have once the device is rotated.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EDGE, screenFor, turned } from "../../../cattools/widgets/frontend/layout/screen_size.js";

/** @type {any} */
const globals = globalThis;

/** @param {number} wide @param {number} tall @returns {any} a board that fills a window of this size */
function board(wide, tall, fontSize = "16px") {
  globals.getComputedStyle = () => ({ fontSize });
  globals.document = { documentElement: { clientWidth: wide, clientHeight: tall } };
  return { clientWidth: wide, clientHeight: tall, classList: { contains: () => true } };
}

test("the screen of a rotated phone is predicted", () => {
  const predicted = turned(screenFor(board(360, 740), false, false));
  assert.deepEqual(predicted, screenFor(board(740, 360), false, false));
});

test("a phone is handheld, a desktop screen is not, and a presentation has larger text", () => {
  const [phone, desktop] = [screenFor(board(360, 740), false, false), screenFor(board(1280, 720), false, false)];
  assert.deepEqual([phone.held, desktop.held], [true, false]);
  assert.deepEqual([phone.wide, phone.tall], [360 - 2 * EDGE, 740 - 2 * EDGE]);
  assert.ok(screenFor(board(1280, 720), true, false).text > desktop.text);
});

test("text grows with the browser's text size, and is never smaller than usual", () => {
  const [usual, large, small] = ["16px", "32px", "9px"].map(
    (size) => screenFor(board(1280, 720, size), false, false).text,
  );
  assert.deepEqual([large, small], [2 * usual, usual]);
});

test("the open move list takes a strip at the side of a wide screen, and at the bottom of a tall screen", () => {
  const [wide, tall] = [screenFor(board(1280, 720), false, true), screenFor(board(360, 740), false, true)];
  assert.ok(wide.list && wide.wide + wide.list[2] < 1280 && wide.tall === 720 - 2 * EDGE);
  assert.ok(tall.list && tall.tall + tall.list[3] <= 740 - 2 * EDGE && tall.wide === 360 - 2 * EDGE);
});
