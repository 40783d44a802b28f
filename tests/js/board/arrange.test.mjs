// The layout of a board's parts on a screen.
import assert from "node:assert/strict";
import test from "node:test";
import { arrange } from "../../../cattools/widgets/frontend/layout/arrange.js";
import { fit, refit } from "../../../cattools/widgets/frontend/layout/rows.js";

/**
 * @param {string} name
 * @param {number} w
 * @param {number} h
 * @param {Partial<import("../../../cattools/widgets/frontend/layout/arrange.js").Part>} [more]
 */
const part = (name, w, h, more = {}) => ({
  ...{ name, w, h, caption: 0, least: 0.7, touch: 0, best: 3, weight: 1, scrolls: 0, near: "", firm: false },
  ...more,
});
const PARTS = [
  part("quilt", 444, 367, { weight: 8 }),
  part("hand", 128, 73, { weight: 2, near: "hand", caption: 20 }),
  part("market", 192, 73, { weight: 2, near: "hand", caption: 20 }),
  ...[2, 3, 4].map((n) => part(`quilt${n}`, 444, 367, { least: 0.27, scrolls: 2, caption: 20 })),
];
const WORDS = [
  { name: "header", low: false, loss: 0, tall: () => 40 },
  { name: "side", low: false, loss: 1.2, tall: (/** @type {number} */ wide) => 60 * Math.ceil(800 / wide) },
  { name: "status", low: true, loss: 0, tall: () => 80 },
  { name: "tools", low: true, loss: 0, tall: () => 44 },
];
const SCREENS = [1920, 1366, 1280, 768, 740, 360].map((wide, n) => [wide, [1080, 768, 720, 1024, 360, 740][n]]);

/**
 * @param {NonNullable<ReturnType<typeof arrange>>} found
 * @returns {[string, number, number, number, number][]} everything shown: its name, left, top, right and bottom
 */
function boxes({ places, words, window: strip }) {
  const parts = PARTS.filter(({ name }) => name in places).map(({ name, w, h, caption }) => {
    const [x, y, scale] = places[name];
    return [name, x, y - caption, x + w * scale, y + h * scale];
  });
  const text = Object.entries(words).map(([name, [x, y, w, h]]) => [name, x, y, x + w, y + h]);
  const row = strip ? [["window", strip.x, strip.y, strip.x + strip.wide, strip.y + strip.tall]] : [];
  return /** @type {any} */ ([...parts, ...text, ...row]);
}

for (const [wide, tall] of SCREENS) {
  test(`everything fits on ${wide}x${tall} without overlapping`, () => {
    const found = arrange(PARTS, WORDS, wide, tall);
    assert.ok(found);
    const all = boxes(found);
    const names = [...all.map(([name]) => name), ...(found.window?.names ?? [])];
    for (const { name } of PARTS) assert.ok(names.includes(name), name);
    for (const name of ["header", "status", "tools"]) assert.ok(names.includes(name), name);
    for (const [n, [name, left, top, right, bottom]] of all.entries()) {
      assert.ok(left >= -0.1 && top >= -0.1 && right <= wide + 0.1, name);
      assert.ok(bottom <= tall + 0.1 || (name === "window" && top >= tall), name); // the row can be below the screen
      for (const [other, x, y, x2, y2] of all.slice(0, n)) {
        assert.ok(right <= x + 0.1 || x2 <= left + 0.1 || bottom <= y + 0.1 || y2 <= top + 0.1, `${name}, ${other}`);
      }
    }
  });
}

test("a board that was larger before is not made smaller", () => {
  const usual = arrange(PARTS, WORDS, 1280, 720);
  const floor = (usual?.places.quilt[2] ?? 0) * 1.05;
  assert.ok((arrange(PARTS, WORDS, 1280, 720, floor)?.places.quilt[2] ?? 0) >= floor * 0.98);
});

test("on a phone, the other players' boards are in a scrolling row", () => {
  const found = arrange(PARTS, WORDS, 348, 620);
  assert.deepEqual(found?.window?.names, ["quilt2", "quilt3", "quilt4"]);
});

test("a scrolling row gets all the space to the right of the part before it", () => {
  const hand = part("hand", 120, 100, { least: 1 });
  const rowOf = { disc: 1, radar: 1, disc2: 2 };
  const others = Object.entries(rowOf).map(([name, scrolls]) => part(name, 120, 120, { least: 1, scrolls }));
  const parts = [part("board", 340, 220, { least: 1, weight: 8 }), hand, ...others];
  const found = arrange(parts, [WORDS[0], WORDS[2], WORDS[3]], 348, 560);
  assert.ok(found?.window);
  const [x, , scale] = found.places.hand;
  assert.equal(x, 0);
  assert.ok(Math.abs(found.window.x - (hand.w * scale + 8)) < 0.1);
  assert.ok(Math.abs(found.window.x + found.window.wide - 348) < 0.1);
});

test("other players' boards are in view side by side before the player's own board takes all the space", () => {
  const table = { ...WORDS[1], loss: 8, tall: () => 126 };
  const found = arrange(PARTS, [WORDS[0], table, WORDS[2], WORDS[3]], 948, 610);
  assert.equal(found?.window, null);
  for (const name of ["quilt2", "quilt3", "quilt4"]) assert.ok(name in (found?.places ?? {}), name);
  assert.ok(found?.words.side, "the players are in view too");
});

test("the player's own disc and radar are in view before another player's disc", () => {
  const hand = part("hand", 110, 100, { least: 1 });
  const others = Object.entries({ disc: 1, radar: 1, disc2: 2 }).map(([name, scrolls]) =>
    part(name, 110, 120, { least: 1, scrolls }),
  );
  const parts = [part("board", 340, 220, { least: 1, weight: 8 }), hand, ...others];
  const found = arrange(parts, [WORDS[0], WORDS[2], WORDS[3]], 348, 560);
  assert.deepEqual(found?.window?.names, ["disc2"]);
});

test("a screen that is too small for everything has no arrangement", () => {
  assert.equal(arrange(PARTS, WORDS, 200, 100), null);
});

test("long text grows into free space without overlapping, panels first, then the message", () => {
  const tight = { name: "side", low: false, loss: 1.2, tall: () => 100, whole: () => 160 };
  const words = [WORDS[0], tight, WORDS[2], WORDS[3]];
  const found = arrange([part("board", 100, 100, { best: 6 })], words, 1280, 720);
  assert.ok(found);
  const { side, status, header } = found.words;
  assert.equal(side[3], 160);
  assert.ok(side[1] >= header[1] + header[3]);
  assert.ok(found.over > 100, `${found.over}`);
  assert.ok(status[1] - found.over >= side[1] + side[3]);
  assert.ok(found.under > 0 && side[1] + side[3] + found.under <= status[1]);
  const longText = arrange(PARTS, [WORDS[0], { ...tight, whole: () => 9999 }, WORDS[2], WORDS[3]], 1280, 720);
  assert.ok(longText);
  const mine = boxes(longText).find(([name]) => name === "side");
  for (const [name, left, y, right] of boxes(longText)) {
    if (!mine || name === "side" || y < mine[2] || right <= mine[1] || left >= mine[3]) continue;
    assert.ok(mine[4] <= y + 0.1, name);
  }
});

test("a table of the players is never left out for other players' boards", () => {
  const table = { name: "side", low: false, loss: 6, tall: () => 130 };
  const quilts = PARTS.map((one) => (one.scrolls ? { ...one, least: 0.43, touch: 0.43 } : one));
  const found = arrange(
    quilts,
    WORDS.map((one) => (one.name === "side" ? table : one)),
    348,
    728,
  );
  assert.ok(found?.words.side);
  assert.ok(found.whole);
  const { window: row } = found;
  assert.ok(row && row.y >= 728, "the quilts of the others are in a row below the screen");
  assert.equal(row.scale, 1, "their patches can still be pressed");
});

test("areas stay large enough to press, however little space there is", () => {
  const hand = part("hand", 340, 60, { weight: 2, least: 1, touch: 0.8, best: 2 });
  const board = part("board", 340, 300, { weight: 8, least: 1, best: 3 });
  for (const tall of [560, 540, 520]) {
    const found = arrange([board, hand], WORDS.slice(2), 348, tall);
    assert.ok(found && found.places.board[2] >= 0.99 && found.places.hand[2] >= 0.79, String(tall));
  }
  for (const tall of [500, 440, 420]) {
    const found = arrange([board, hand], WORDS.slice(2), 348, tall);
    assert.ok(!found || found.places.hand[2] >= 0.55, `${tall}: they give way a little to a board that is too small`);
  }
});

test("parts grow into space that others cannot use, and parts of the same size stay so", () => {
  const boxes = [part("cards", 437, 62, { best: 1.77 }), ...PARTS.slice(3)].map((box) => ({ ...box, good: box.best }));
  const room = { x: 0, y: 0, wide: 820, tall: 560 };
  const common = fit(boxes, room);
  assert.ok(common);
  const own = refit(common);
  assert.ok(own.cards[2] > 1.1 * common.places.cards[2]);
  for (const { name } of boxes.slice(2)) assert.equal(own[name][2], own.quilt2[2]);
  assert.ok(own.quilt2[2] > 0.8 * common.places.quilt2[2]);
});
