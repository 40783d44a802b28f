// The height of a text block is right at every width, even though not every width is measured.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Heights } from "../../../cattools/widgets/frontend/layout/text_heights.js";

/**
 * Return a block with a table whose height depends on its width, and the widths at which it is measured.
 * @param {(wide: number) => number} tall
 * @param {number} short the table shows short names if it is narrower
 * @param {number} [least] its minimum width
 */
function tableBlock(tall, short, least = 0) {
  const style = { cssText: "" };
  const wide = () => parseFloat(style.cssText.slice("width: ".length));
  /** @type {number[]} */
  const measured = [];
  const block = {
    style,
    innerHTML: "",
    /** @param {string} selector */
    querySelector: (selector) => (selector === ".cat-short" ? { offsetWidth: wide() < short ? 20 : 0 } : {}),
    get offsetHeight() {
      measured.push(wide());
      return tall(wide());
    },
    get clientWidth() {
      return wide();
    },
    get scrollWidth() {
      return Math.max(least, wide());
    },
  };
  return { block: /** @type {HTMLElement} */ (/** @type {unknown} */ (block)), measured };
}

/** @param {number} one */
const unlimited = (one) => one;

test("a table that is lower with short names has its own height at each width", () => {
  const tall = (/** @type {number} */ wide) => (wide < 400 || wide >= 500 ? 98 : 112);
  const height = new Heights().of(tableBlock(tall, 400).block, "", unlimited);
  for (const wide of [300, 700, 427, 401, 499, 399, 500]) assert.equal(height(wide), tall(wide), `${wide}`);
});

test("two widths of a table that differ by a few pixels have their own heights", () => {
  const tall = (/** @type {number} */ wide) => (wide < 430 ? 112 : 98);
  const height = new Heights().of(tableBlock(tall, 0).block, "", unlimited);
  assert.equal(height(431), 98);
  assert.equal(height(425), 112);
});

test("a width between two of the same height is not measured", () => {
  const { block, measured } = tableBlock(() => 98, 0);
  const height = new Heights().of(block, "", unlimited);
  for (const wide of [300, 700, 427]) assert.equal(height(wide), 98);
  assert.deepEqual(measured, [300, 700]);
});

test("a table that would be cut off is infinitely high", () => {
  const height = new Heights().of(tableBlock(() => 98, 0, 350).block, "", unlimited);
  assert.equal(height(340), Number.POSITIVE_INFINITY);
  assert.equal(height(360), 98);
});
