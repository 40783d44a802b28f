// @ts-check
// Encodes addresses in a snapshot as small differences: objects created together are close in memory, and a few
// repeated numbers compress better than many different addresses.

/** @import { Run } from "./snapshot_format.mjs" */

const WORD = 4;
// An address close to its own location is encoded as HERE plus the difference, and an address close to the previous
// address as BEFORE plus the difference. Other words are unlikely to be in these ranges.
const HERE = 0x80000000 | 0;
const NEAR_HERE = 1024;
const BEFORE = 0x90000000 | 0;
const NEAR_BEFORE = 256;
const LOWEST = 1 << 23; // objects at lower addresses were created with Python itself

/**
 * Swap the range of numbers around `one` with the range around `other`. The swap is its own inverse.
 * @param {number} word
 * @param {number} one
 * @param {number} other must not be near `one`
 * @param {number} reach radius of the ranges
 * @returns {number} the swapped word, or the word itself if it is in neither range
 */
function swapped(word, one, other, reach) {
  const from = (word - one) | 0;
  if (from < reach && from > -reach) return (other + from) | 0;
  const back = (word - other) | 0;
  return back < reach && back > -reach ? (one + back) | 0 : word;
}

/**
 * @param {Int32Array} words the words of all runs in order; changed in place
 * @param {Run[]} runs the runs' positions in memory
 * @param {number} size of the memory, in bytes
 */
export function encode(words, runs, size) {
  let next = 0;
  let before = 0;
  for (const [from, length] of runs)
    for (let at = from; at < from + length; at += WORD) {
      const word = swapped(words[next], at, HERE, NEAR_HERE);
      words[next] = swapped(word, before, BEFORE, NEAR_BEFORE);
      if (word >= LOWEST && word < size) before = word;
      next += 1;
    }
}

/**
 * Undo `encode`.
 * @param {Int32Array} words changed in place
 * @param {Run[]} runs
 * @param {number} size
 */
export function decode(words, runs, size) {
  let next = 0;
  let before = 0;
  for (const [from, length] of runs)
    for (let at = from; at < from + length; at += WORD) {
      const word = swapped(words[next], before, BEFORE, NEAR_BEFORE);
      if (word >= LOWEST && word < size) before = word;
      words[next] = swapped(word, at, HERE, NEAR_HERE);
      next += 1;
    }
}
