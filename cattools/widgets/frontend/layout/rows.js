// @ts-check
// Places boxes in rows, as large as possible, all at the same multiple of their minimum scale.

/** @import { Part, Place } from "./arrange.js" */
/** @typedef {Part & { good: number }} Box a part, and the scale beyond which growth has little value */
/** @typedef {{ x: number, y: number, wide: number, tall: number }} Room */

export const GAP = 8;
export const ENOUGH = 0.01; // tolerance in pixels, invisible
const HALVINGS = 8;

/** @param {Box} box @param {number} grown multiple of its minimum scale */
export function sized(box, grown) {
  const scale = Math.min(box.least * grown, box.best);
  return { box, scale, wide: box.w * scale, tall: box.caption + box.h * scale };
}

/**
 * Place boxes in rows in their given order or, if that does not fit, by height.
 * @param {Box[]} boxes
 * @param {number} grown
 * @param {Room} room
 * @returns {Object<string, Place> | null}
 */
function shelves(boxes, grown, room) {
  const items = boxes.map((box) => sized(box, grown));
  if (items.some(({ wide }) => wide > room.wide + ENOUGH)) return null;
  return spaced(inOrder(items, room), room) ?? spaced(byHeight(items, room), room);
}

/** @typedef {ReturnType<typeof sized>} Item */

/** @param {Item[]} row */
function taken(row) {
  return row.reduce((sum, { wide }) => sum + wide, 0) + GAP * (row.length - 1);
}

/** @param {Item[]} items @param {Room} room */
function inOrder(items, room) {
  /** @type {Item[][]} */
  const rows = [];
  for (const item of items) {
    const row = rows.at(-1);
    if (row && taken([...row, item]) <= room.wide + ENOUGH) row.push(item);
    else rows.push([item]);
  }
  return rows;
}

/** @param {Item[]} items @param {Room} room */
function byHeight(items, room) {
  /** @type {Item[][]} */
  const rows = [];
  for (const item of [...items].sort((one, other) => other.tall - one.tall)) {
    const row = rows.find((some) => taken([...some, item]) <= room.wide + ENOUGH);
    if (row) row.push(item);
    else rows.push([item]);
  }
  /** @param {Item} item */
  const place = (item) => items.indexOf(item);
  for (const row of rows) row.sort((one, other) => place(one) - place(other));
  return rows.sort((one, other) => place(one[0]) - place(other[0]));
}

/**
 * Distribute rows of boxes evenly in a room.
 * @param {Item[][]} rows
 * @param {Room} room
 * @returns {Object<string, Place> | null} the boxes' places; null if the rows are too tall
 */
function spaced(rows, { x, y, wide, tall }) {
  const heights = rows.map((row) => Math.max(...row.map((item) => item.tall)));
  const all = heights.reduce((sum, one) => sum + one, 0) + GAP * (rows.length - 1);
  if (all > tall + ENOUGH) return null;
  const spare = Math.min((tall - all) / (rows.length + 1), GAP * 3);
  /** @type {Object<string, Place>} */
  const places = {};
  let top = y + spare;
  for (const [n, row] of rows.entries()) {
    const gap = Math.max((wide - taken(row)) / (row.length + 1), 0);
    let left = x + gap;
    for (const { box, scale, ...item } of row) {
      places[box.name] = [left, top + (heights[n] - item.tall) / 2 + box.caption, scale];
      left += item.wide + gap + GAP;
    }
    top += heights[n] + GAP + spare;
  }
  return places;
}

/**
 * Place boxes in rows, as large as possible.
 * @param {Box[]} boxes
 * @param {Room} room
 * @returns {{ places: Object<string, Place>, grown: number } | null}
 */
export function fit(boxes, room) {
  if (!boxes.length) return { places: {}, grown: Infinity };
  let places = room.wide > 0 && room.tall > 0 ? shelves(boxes, 1, room) : null;
  if (!places) return null;
  let low = 1;
  let high = Math.max(...boxes.map((box) => box.best / box.least));
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2;
    const larger = shelves(boxes, middle, room);
    if (larger) [low, places] = [middle, larger];
    else high = middle;
  }
  return { places, grown: low };
}
