// A quick second tap does not press a button or link that has just appeared under the finger, even if it appears late.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { guardTaps } from "../../../cattools/widgets/frontend/input/tap_guard.js";

/** @type {any} */
const globals = globalThis;
/** @type {any} */
let page;

class Thing {
  /** @param {Object<string, string>} attributes */
  constructor(attributes, isCell = false) {
    this.attributes = attributes;
    this.textContent = "";
    this.classList = { contains: () => isCell };
  }

  /** @param {string} selector */
  closest(selector) {
    return selector !== "a[href]" || "href" in this.attributes ? this : null;
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }
}

const [solve, next] = [new Thing({ "data-tool": "solve" }), new Thing({ "data-tool": "next" })];
const link = new Thing({ href: "table.html#x" });

beforeEach(() => {
  page = { now: 0, frames: [], under: solve, at: new Map() };
  globals.Element = Thing;
  globals.performance = { now: () => page.now };
  globals.requestAnimationFrame = (/** @type {() => void} */ show) => page.frames.push(show);
  globals.setTimeout = (/** @type {() => void} */ done) => done();
  globals.MutationObserver = class {
    /** @param {() => void} listener */
    constructor(listener) {
      page.change = listener;
    }
    observe() {}
    disconnect() {}
  };
  globals.document = {
    elementFromPoint: () => page.under,
    addEventListener: (/** @type {string} */ kind, /** @type {any} */ listener) => page.at.set(kind, listener),
  };
  const root = { contains: () => true };
  guardTaps(/** @type {any} */ ({ root, signal: new AbortController().signal }));
});

/**
 * @param {number} at in milliseconds
 * @param {Thing} target
 * @param {{ x?: number, pointerType?: string }} [how]
 * @returns {boolean} whether the tap is accepted
 */
function tap(at, target, { x = 100, pointerType = "touch" } = {}) {
  page.now = at;
  let stopped = 0;
  const stop = () => {
    stopped += 1;
  };
  const event = { timeStamp: at, target, clientX: x, clientY: 100, pointerType };
  page.at.get("click")({ ...event, preventDefault: stop, stopPropagation: stop });
  assert.ok(stopped === 0 || stopped === 2);
  return stopped === 0;
}

/**
 * @param {number} at
 * @param {Thing} what
 */
function appears(at, what) {
  page.under = what;
  page.change();
  page.now = at;
  for (const show of page.frames.splice(0)) show();
}

test("the second of two quick taps does not press another button or a link", () => {
  for (const [other, at] of /** @type {[Thing, number][]} */ ([
    [next, 1000],
    [link, 9000],
  ])) {
    assert.ok(tap(at, solve));
    appears(at + 100, other);
    assert.ok(!tap(at + 200, other));
    assert.ok(tap(at + 700, other));
  }
});

test("a link that appears late can be pressed only after it has been visible for a while", () => {
  assert.ok(tap(1000, solve));
  appears(4000, link);
  assert.ok(!tap(4100, link));
  assert.ok(!tap(4390, link));
  assert.ok(tap(4410, link));
});

test("a link that no frame has shown yet cannot be pressed", () => {
  assert.ok(tap(1000, solve));
  page.under = link;
  page.change();
  assert.ok(!tap(4000, link));
  appears(4020, link);
  assert.ok(!tap(4100, link));
  assert.ok(tap(4500, link));
});

test("the same button can be tapped at any speed, and so can another spot on the screen", () => {
  assert.ok(tap(1000, next));
  appears(1050, new Thing({ "data-tool": "next" })); // recreated
  assert.ok(tap(1100, next));
  appears(1150, link);
  assert.ok(tap(1200, link, { x: 150 }));
});

test("changes elsewhere on the board do not block a button", () => {
  assert.ok(tap(1000, solve));
  appears(1100, next);
  appears(3000, next); // for example, because a clock has changed
  assert.ok(tap(3010, next));
});

test("areas can be tapped at any speed, but the next tap does not press a new button there", () => {
  const [cell, other] = [new Thing({}, true), new Thing({}, true)];
  assert.ok(tap(1000, cell));
  assert.ok(tap(1100, other));
  appears(1150, next);
  assert.ok(!tap(1200, next));
});

test("a page opened by a tapped link ignores the second tap, a page opened otherwise does not", () => {
  for (const [at, thing, accepted] of /** @type {[number, Thing, boolean][]} */ ([
    [1000, link, false],
    [9000, solve, true],
  ])) {
    assert.ok(tap(at, thing));
    page.at.get("cat-page")();
    appears(at + 100, next);
    assert.equal(tap(at + 150, next), accepted);
  }
});

test("a mouse click is never blocked", () => {
  assert.ok(tap(1000, solve));
  appears(1100, next);
  assert.ok(tap(1150, next, { pointerType: "mouse" }));
});
