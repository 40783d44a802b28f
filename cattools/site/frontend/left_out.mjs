// @ts-check
// What a snapshot is sent without, since it can be found out again: how Python's objects are linked in the collector's
// list, and the hashes of texts. Both are numbers that no packing makes smaller.
import { visitTexts } from "./clean_memory.mjs";

/** @import { Exports } from "./clean_memory.mjs" */
/** What is asked of Pyodide's module besides.
 * @typedef {Exports & { _PyObject_Hash: (object: number) => number }} Known */

const WORD = 4;
export const LINKS = 2 * WORD; // in front of an object: what comes behind it in the list, and before
const FLAGS = 3; // in both words
const HASH = 3; // the word of a text that has its hash
const NO_HASH = -1;

/** @param {Uint8Array<ArrayBuffer>} memory */
const wordsOf = (memory) => new Int32Array(memory.buffer, memory.byteOffset, memory.length / WORD);
/** @param {Int32Array} words */
const unsigned = (words) => new Uint32Array(words.buffer, words.byteOffset, words.length);

/**
 * @param {Int32Array} words
 * @param {number} first a place in the list
 * @returns {number[]} all places in it, which is a circle, in the order of the memory
 */
function placesOf(words, first) {
  const found = [];
  let at = first;
  do {
    found.push(at);
    at = words[at / WORD] & ~FLAGS;
  } while (at !== first);
  return found.sort((one, other) => one - other);
}

/**
 * Link the objects of a list in the order in which they lie in memory; for the collector no order is better.
 * @param {Uint8Array<ArrayBuffer>} memory changed in place
 * @param {number} first a place in the list
 * @returns {number} the lowest
 */
export function putInOrder(memory, first) {
  const words = wordsOf(memory);
  const places = placesOf(words, first);
  for (const [n, at] of places.entries()) {
    const next = places[n + 1] ?? places[0];
    words[at / WORD] = next | (words[at / WORD] & FLAGS);
    words[next / WORD + 1] = at | (words[next / WORD + 1] & FLAGS);
  }
  return places[0];
}

/**
 * @param {Uint8Array<ArrayBuffer>} memory whose list is in order; changed in place
 * @param {Known} known
 * @param {number} lowest place in the list
 */
export function leaveOut(memory, known, lowest) {
  const words = wordsOf(memory);
  for (const at of placesOf(words, lowest)) {
    const next = words[at / WORD] & ~FLAGS;
    words[at / WORD] = (next - at) | (words[at / WORD] & FLAGS);
    words[at / WORD + 1] &= FLAGS;
  }
  visitTexts(unsigned(words), known, (text) => {
    if (words[text / WORD + HASH] !== NO_HASH) words[text / WORD + HASH] = 0;
  });
}

/**
 * @param {Uint8Array<ArrayBuffer>} memory an instance's, from which something was left out; changed in place
 * @param {Known} known the instance
 * @param {number} lowest place in the list
 */
export function putBack(memory, known, lowest) {
  const words = wordsOf(memory);
  let at = lowest;
  do {
    const step = words[at / WORD];
    const next = at + (step & ~FLAGS);
    words[at / WORD] = next | (step & FLAGS);
    words[next / WORD + 1] = at | (words[next / WORD + 1] & FLAGS);
    at = next;
  } while (at !== lowest);
  const { _PyObject_Hash: hash } = known;
  visitTexts(unsigned(words), known, (text) => {
    if (words[text / WORD + HASH]) return;
    words[text / WORD + HASH] = NO_HASH;
    hash(text);
  });
}
