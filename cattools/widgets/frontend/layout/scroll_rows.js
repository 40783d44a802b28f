// @ts-check
// A scrolling row for parts that do not all fit on the screen: first the other players' boards, then the player's own.
import { GAP } from "./rows.js";

/** @import { Place, Span, Window } from "./arrange.js" */
/** @import { Box } from "./rows.js" */

const STRIP = 1.25; // minimum width relative to the widest part, so that the next part is partly visible

/**
 * Return the ways to show the parts other than the board: all at fixed positions, or some in a scrolling row, which can
 * be below the screen if it has only other players' boards. The row begins with the most important part.
 * @param {Box[]} rest
 * @param {number} wide
 * @returns {{ shown: Box[], loose: Box[], below: boolean }[]}
 */
export function windows(rest, wide) {
  const ways = [{ shown: rest, loose: /** @type {Box[]} */ ([]), below: false }];
  for (const from of [2, 1]) {
    const loose = rest.filter(({ scrolls }) => scrolls >= from).sort((one, other) => other.weight - one.weight);
    const fixed = rest.filter((box) => !loose.includes(box));
    if (from === 2 && loose.length) ways.push({ shown: fixed, loose, below: true });
    if (loose.length < 2 || ways.some((way) => !way.below && way.loose.length === loose.length)) continue;
    const strip = {
      ...loose[0],
      name: "",
      w: Math.min(STRIP * Math.max(...loose.map((box) => box.w * box.least)), wide),
      h: Math.max(...loose.map((box) => box.h * box.least)),
      caption: Math.max(...loose.map((box) => box.caption)),
      least: 1,
      touch: Math.max(...loose.map((box) => Math.min(1, box.touch / box.least))),
      best: Math.min(...loose.map((box) => box.best / box.least)),
      good: Math.min(...loose.map((box) => box.good / box.least)),
    };
    ways.push({ shown: [...fixed, strip], loose, below: false });
  }
  return ways;
}

/**
 * Return the scrolling row below the screen.
 * @param {Box[]} loose
 * @param {number} wide
 * @param {number} tall
 * @returns {Window}
 */
export function belowScreen(loose, wide, tall) {
  const high = Math.max(...loose.map(({ h, least, caption }) => caption + h * least));
  return { x: 0, y: tall + GAP, wide, tall: high, scale: 1, names: loose.map(({ name }) => name) };
}

/**
 * Return the scrolling row, as wide as the space in its row of boxes allows. Parts to its left move further left.
 * @param {Object<string, Place>} places
 * @param {Box[]} all
 * @param {Box[]} loose
 * @param {[number, number]} room left and right limits
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
  /** @type {Span[]} */
  const before = [];
  for (const { name, w, h, caption } of [...all].sort((one, other) => places[one.name][0] - places[other.name][0])) {
    const [from, at, size] = places[name];
    /** @type {Span} */
    const span = [from, at - caption, w * size, caption + h * size];
    if (!name || !level(span, [x, top, 0, tall])) continue;
    if (from > x) {
      right = Math.min(right, from - GAP);
      continue;
    }
    const beside = before.filter((other) => level(span, other)).map(([start, , wide]) => start + wide + GAP);
    span[0] = Math.max(room[0], ...beside);
    places[name] = [span[0], at, size];
    before.push(span);
    left = Math.max(left, span[0] + span[2] + GAP);
  }
  return { x: left, y: top, wide: right - left, tall, scale, names };
}

/**
 * @param {Span} one
 * @param {Span} other
 * @returns {boolean} whether the two overlap vertically
 */
function level([, top, , tall], [, y, , high]) {
  return top < y + high && top + tall > y;
}
