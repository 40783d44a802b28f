// The timer and the swipes of a presentation.
import assert from "node:assert/strict";
import test from "node:test";
import { swiped } from "../../../cattools/widgets/frontend/presentation/slides.js";
import { clockTime, clockWords } from "../../../cattools/widgets/frontend/presentation/timer.js";

const slide = { begin: "60", end: "180", words: "{now} of 10:00", late: "{minutes} late", early: "{minutes} early" };

test("the timer shows minutes and seconds", () => {
  assert.deepEqual([0, 9.9, 60, 754].map(clockTime), ["0:00", "0:09", "1:00", "12:34"]);
});

test("the timer says how late or early a slide is", () => {
  assert.equal(clockWords(slide, 60), "1:00 of 10:00");
  assert.equal(clockWords(slide, 180.5), "3:00 of 10:00");
  assert.equal(clockWords(slide, 30), "0:30 of 10:00 · 0:30 early");
  assert.equal(clockWords(slide, 265), "4:25 of 10:00 · 1:25 late");
});

test("a swipe to the left goes forward, a swipe to the right goes back, a short or steep swipe does nothing", () => {
  const from = { x: 200, y: 200 };
  assert.equal(swiped(from, { x: 100, y: 220 }), "next");
  assert.equal(swiped(from, { x: 300, y: 180 }), "previous");
  for (const to of [
    { x: 170, y: 200 },
    { x: 100, y: 300 },
    { x: 200, y: 20 },
  ])
    assert.equal(swiped(from, to), undefined);
});
