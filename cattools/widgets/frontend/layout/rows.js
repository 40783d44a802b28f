// @ts-check
// Places boxes in rows, as large as possible: first all at the same multiple of their minimum scale, then each kind
// of box at its own.

/** @import { Part, Place } from "./arrange.js" */
/** @typedef {Part & { good: number }} Box a part, and the scale beyond which growth has little value */
/** @typedef {{ x: number, y: number, wide: number, tall: number }} Room */
/** @typedef {{ boxes: Box[], room: Room, places: Object<string, Place>, grown: number }} Group boxes placed in a room,
 * all at the multiple `grown` */

export const GAP = 8;
export const ENOUGH = 0.01; // tolerance in pixels, invisible
const HALVINGS = 8;
const SHARES = [1, 0.9, 0.8, 0.7, 0.6, 0.5]; // fractions of the common multiple from which kinds of boxes grow
const BEYOND = 0.15; // value of growth once a box is large enough

/** @param {Box} box @param {number} scale */
export function worth({ least, good, weight }, scale) {
  return weight * (Math.log(Math.min(scale, good) / least) + BEYOND * Math.log(Math.max(scale, good) / good));
}

/** @param {Box} box @param {number} grown multiple of its minimum scale */
export function sized(box, grown) {
  const scale = Math.min(box.least * grown, box.best);
  return { box, scale, wide: box.w * scale, tall: box.caption + box.h * scale };
}

/**
 * Place boxes in rows in their given order or, if that does not fit, by height.
 * @param {Item[]} items
 * @param {Room} room
 * @returns {Object<string, Place> | null}
 */
function shelves(items, room) {
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
 * Find the largest multiple at which boxes fit.
 * @param {number} least
 * @param {number} most
 * @param {(multiple: number) => Object<string, Place> | null} place
 * @returns {{ places: Object<string, Place>, grown: number } | null} null if they do not even fit at the least
 */
function largest(least, most, place) {
  let places = place(least);
  if (!places) return null;
  let [low, high] = [least, most];
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2;
    const larger = place(middle);
    if (larger) [low, places] = [middle, larger];
    else high = middle;
  }
  return { places, grown: low };
}

/**
 * Return the largest multiple at which some of the boxes still grow.
 * @param {Box[]} boxes
 */
function limit(boxes) {
  return Math.max(...boxes.map((box) => box.best / box.least));
}

/**
 * Place boxes in rows, as large as possible, all at the same multiple of their minimum scale.
 * @param {Box[]} boxes
 * @param {Room} room
 * @returns {Group | null}
 */
export function fit(boxes, room) {
  if (!boxes.length) return { boxes, room, places: {}, grown: Infinity };
  if (room.wide <= 0 || room.tall <= 0) return null;
  const found = largest(1, limit(boxes), (multiple) => {
    const items = boxes.map((box) => sized(box, multiple));
    return shelves(items, room);
  });
  return found && { boxes, room, ...found };
}

/**
 * Boxes of a kind keep the same multiple: those that belong together, and those of the same size.
 * @param {Box} box
 */
function kind({ near, w, h, least, best }) {
  return near || [w, h, least, best].join();
}

/**
 * Place boxes in rows with the multiples of their minimum scales that are worth most: from smaller common
 * multiples, one kind after another grows as far as it can.
 * @param {Group} common
 * @returns {Object<string, Place>}
 */
export function refit({ boxes, room, places, grown }) {
  const kinds = [...new Set(boxes.map(kind))];
  /** @param {Object<string, Place>} places */
  const value = (places) => boxes.reduce((sum, box) => sum + worth(box, places[box.name][2]), 0);
  let best = places;
  for (const order of [kinds, [...kinds].reverse()]) {
    for (const share of SHARES) {
      const multiples = new Map(kinds.map((one) => [one, Math.max(1, grown * share)]));
      for (const one of order) {
        const least = multiples.get(one) ?? 1;
        const most = Math.max(least, limit(boxes.filter((box) => kind(box) === one)));
        const found = largest(least, most, (multiple) => {
          multiples.set(one, multiple);
          const items = boxes.map((box) => sized(box, multiples.get(kind(box)) ?? 1));
          return shelves(items, room);
        });
        multiples.set(one, found?.grown ?? least);
        if (found && value(found.places) > value(best)) best = found.places;
      }
    }
  }
  return best;
}
