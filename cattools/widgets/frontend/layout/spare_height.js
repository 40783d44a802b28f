// @ts-check
// The height left over after layout: long text can grow into it.
import { GAP } from "./rows.js";

/** @import { Arrangement, Standing, Words } from "./arrange.js" */
/** @import { Box } from "./rows.js" */

/**
 * Give the free height to the panels, which grow downwards, then to the message, which grows upwards.
 * @param {Standing} found
 * @param {Box[]} boxes
 * @param {Words[]} words
 * @param {number} tall
 * @returns {Omit<Arrangement, "compact" | "whole">}
 */
export function roomy({ places, words: spans, window: row }, boxes, words, tall) {
  const parts = boxes.flatMap(({ name, w, h, caption }) => {
    const [x, y, scale] = places[name] ?? [0, 0, 0];
    return scale ? [[x, y - caption, w * scale, h * scale + caption]] : [];
  });
  const standing = [...parts, ...(row ? [[row.x, row.y, row.wide, row.tall]] : [])];
  /** @param {string} own */
  const others = (own) => {
    const [x, , wide] = spans[own];
    const words = Object.entries(spans).flatMap(([name, span]) => (name === own ? [] : [span]));
    return [...standing, ...words].filter(([left, , w]) => left < x + wide && left + w > x);
  };
  const whole = words.find(({ name }) => name === "side")?.whole;
  let under = 0;
  if (spans.side && whole) {
    const [x, y, wide, high] = spans.side;
    const below = others("side").flatMap(([, top]) => (top >= y + high ? [top - GAP] : []));
    const most = Math.min(tall, ...below) - y;
    spans.side = [x, y, wide, Math.max(high, Math.min(whole(wide), most))];
    under = Math.max(0, most - spans.side[3]);
  }
  const top = spans.status?.[1] ?? 0;
  const above = spans.status
    ? others("status").flatMap(([, y, , high]) => (y + high <= top ? [y + high + GAP] : []))
    : [];
  return { places, words: spans, window: row, over: Math.max(0, top - Math.max(0, ...above)), under };
}
