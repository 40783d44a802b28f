// @ts-check
// Parts in a row that scrolls, where a screen has no room for all of them: others' boards first, then one's own.
import { GAP } from "./shelves.js";

/** @import { Place, Window } from "./arrange.js" */
/** @import { Box } from "./shelves.js" */

const STRIP = 1.25; // a window shows that there is more

/**
 * The ways to show the parts beside the board: all of them, or some in a window.
 * @param {Box[]} rest
 * @param {number} wide
 * @returns {{ shown: Box[], loose: Box[] }[]}
 */
export function windows(rest, wide) {
  const ways = [{ shown: rest, loose: /** @type {Box[]} */ ([]) }];
  for (const from of [2, 1]) {
    const loose = rest.filter(({ scrolls }) => scrolls >= from);
    if (loose.length < 2 || loose.length === ways.at(-1)?.loose.length) continue;
    const strip = {
      ...loose[0],
      name: "",
      w: Math.min(STRIP * Math.max(...loose.map((box) => box.w * box.least)), wide),
      h: Math.max(...loose.map((box) => box.h * box.least)),
      caption: Math.max(...loose.map((box) => box.caption)),
      least: 1,
      best: Math.min(...loose.map((box) => box.best / box.least)),
      good: Math.min(...loose.map((box) => box.good / box.least)),
    };
    ways.push({ shown: [...rest.filter((box) => !loose.includes(box)), strip], loose });
  }
  return ways;
}

/**
 * The window, as wide as there is room for it in its row.
 * @param {Object<string, Place>} places
 * @param {Box[]} all
 * @param {Box[]} loose
 * @param {[number, number]} room from left to right
 * @returns {Window | null}
 */
export function strip(places, all, loose, room) {
  const box = all.find(({ name }) => !name);
  if (!box || !loose.length) return null;
  const [x, y, scale] = places[""];
  const names = loose.map(({ name }) => name);
  const top = y - box.caption;
  const tall = box.caption + box.h * scale;
  let [left, right] = room;
  for (const other of all) {
    const at = places[other.name];
    if (!other.name || at[1] - other.caption >= top + tall || at[1] + other.h * at[2] <= top) continue; // above, below
    if (at[0] > x) right = Math.min(right, at[0] - GAP);
    else left = Math.max(left, at[0] + other.w * at[2] + GAP);
  }
  return { x: left, y: top, wide: right - left, tall, scale, names };
}
