// Arrow-key navigation between areas.
import assert from "node:assert/strict";
import test from "node:test";
import { next } from "../../../cattools/widgets/frontend/input/areas.js";

const LEFT = /** @type {[number, number]} */ ([-1, 0]);
const RIGHT = /** @type {[number, number]} */ ([1, 0]);
const UP = /** @type {[number, number]} */ ([0, -1]);
const DOWN = /** @type {[number, number]} */ ([0, 1]);
const rows = [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3].map((column) => ({ x: column * 10, y: row * 10 })));
// Hexes with a point at the top: every other row is shifted by half a hex.
const hexes = [0, 1, 2, 3, 4].flatMap((row) =>
  [0, 1, 2, 3, 4].map((column) => ({ x: column * 10 + (row % 2) * 5, y: row * 8.66 })),
);

/**
 * @param {{ x: number, y: number }[]} places
 * @param {[number, number]} direction
 * @param {{ x: number, y: number }} from
 * @returns {{ x: number, y: number }[]} the places that repeated presses of an arrow key reach
 */
function pathFrom(places, direction, from) {
  const line = direction[1] === 0 ? from.y : from.x;
  const path = [];
  let at = next(from, places, direction, line);
  while (at) {
    path.push(at);
    at = next(at, places, direction, line);
  }
  return path;
}

test("on squares, the arrow keys move straight", () => {
  assert.deepEqual(next(rows[5], rows, RIGHT, 10), { x: 20, y: 10 });
  assert.deepEqual(next(rows[5], rows, LEFT, 10), { x: 0, y: 10 });
  assert.deepEqual(next(rows[5], rows, UP, 10), { x: 10, y: 0 });
  assert.deepEqual(next(rows[5], rows, DOWN, 10), { x: 10, y: 20 });
});

test("at the edge of the board there is no next area", () => {
  assert.equal(next(rows[0], rows, LEFT, 0), null);
  assert.equal(next(rows[15], rows, DOWN, 30), null);
  assert.equal(next({ x: 0, y: 0 }, [], DOWN, 0), null);
});

test("Up and Down move straight across rows of hexes, which are shifted by half a hex", () => {
  const path = pathFrom(hexes, DOWN, hexes[2]);
  assert.equal(path.length, 4);
  assert.ok(path.every(({ x }) => Math.abs(x - 20) <= 5));
  assert.ok(path.filter(({ x }) => x === 20).length === 2);
  const back = pathFrom(hexes, UP, { x: 20, y: 4 * 8.66 });
  assert.deepEqual(back.at(-1), hexes[2]);
});

test("Left and Right stay in the same row of hexes", () => {
  assert.deepEqual(
    pathFrom(hexes, RIGHT, hexes[5]).map(({ y }) => y),
    [8.66, 8.66, 8.66, 8.66],
  );
});

test("of two areas that are equally near and equally far to the side, the area further right or down is next", () => {
  const pair = [
    { x: 5, y: 8.66 },
    { x: -5, y: 8.66 },
  ];
  assert.deepEqual(next({ x: 0, y: 0 }, pair, DOWN, 0), pair[0]);
  assert.deepEqual(next({ x: 0, y: 0 }, [...pair].reverse(), DOWN, 0), pair[0]);
});

test("an area that is too far to the side is not reached", () => {
  assert.equal(next({ x: 0, y: 0 }, [{ x: 9, y: 10 }], DOWN, 0), null);
  assert.deepEqual(next({ x: 0, y: 0 }, [{ x: 8, y: 10 }], DOWN, 0), { x: 8, y: 10 });
});
