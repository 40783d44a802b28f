// @ts-check
// What a snapshot is sent without, since it can be found out again: how Python's objects are linked in the collector's
// list, the hashes of texts, and at which place of its table a dict has a text. No packing makes these numbers smaller.
import { visitTexts } from "./zero_free_memory.mjs";

/** @import { Exports } from "./zero_free_memory.mjs" */
/** What is asked of Pyodide's module besides.
 * @typedef {Exports & { _PyObject_Hash: (object: number) => number, _PyDict_Type: number }} Known */
/** Where a dict finds its entries by the hashes of their keys, at its own widths.
 * @typedef {Int8Array | Int16Array | Int32Array} Table */

const WORD = 4;
export const LINKS = 2 * WORD; // in front of an object: what comes behind it in the list, and before
const FLAGS = 3; // in both words
const HASH = 3; // the word of a text that has its hash
const NO_HASH = -1;
const KEYS = 6; // the word of a dict that tells where they are
const SIZES = 1; // what they begin with: how large the table is, in places and bytes, both as powers of two
const OF_TEXTS = 1; // what kind they are
const COUNT = 4; // how many entries there are
const TABLE = 5; // followed by the entries
const FREE = -1; // a place in the table
const SHIFT = 5; // of the hash, from place to place

/** @type {(memory: Uint8Array<ArrayBuffer>) => Int32Array<ArrayBuffer>} */
const wordsOf = (memory) => new Int32Array(memory.buffer, memory.byteOffset, memory.length / WORD);
/** @param {Int32Array} words */
const unsigned = (words) => new Uint32Array(words.buffer, words.byteOffset, words.length);

/**
 * @param {Int32Array} words
 * @param {number} first a place in the list, which is a circle
 * @param {(at: number) => void} visit each place in it
 */
function visitList(words, first, visit) {
  let at = first;
  do {
    visit(at);
    at = words[at / WORD] & ~FLAGS;
  } while (at !== first);
}

/**
 * @param {Int32Array} words
 * @param {number} first a place in the list
 * @returns {number[]} all places in it, in the order of the memory
 */
function placesOf(words, first) {
  /** @type {number[]} */
  const found = [];
  visitList(words, first, (at) => found.push(at));
  return found.sort((one, other) => one - other);
}

/**
 * Go through the tables of those dicts on the list that know only texts.
 * @param {Int32Array<ArrayBuffer>} words
 * @param {Known} known
 * @param {number} lowest place in the list
 * @param {(table: Table, entries: Int32Array) => void} visit
 */
function visitTables(words, known, lowest, visit) {
  const { _PyDict_Type: type, ___heap_base: heap } = known;
  visitList(words, lowest, (at) => {
    const dict = (at + LINKS) / WORD;
    const keys = words[dict + KEYS] / WORD;
    if (words[dict + 1] !== type || keys <= heap / WORD) return;
    const [places, bytes, kind] = new Uint8Array(words.buffer, words.byteOffset + (keys + SIZES) * WORD, 3);
    if (kind !== OF_TEXTS) return;
    const width = 2 ** (bytes - places);
    const Kind = width === 1 ? Int8Array : width === 2 ? Int16Array : Int32Array;
    const table = new Kind(words.buffer, words.byteOffset + (keys + TABLE) * WORD, 2 ** places);
    const behind = keys + TABLE + 2 ** bytes / WORD;
    visit(table, words.subarray(behind, behind + 2 * words[keys + COUNT]));
  });
}

/**
 * Fill a table as Python does when it makes one anew; what was taken out of the dict has no key any more.
 * @param {Int32Array} words
 * @param {Table} table
 * @param {Int32Array} entries each a key and a value
 */
function fillTable(words, table, entries) {
  const last = table.length - 1;
  table.fill(FREE);
  for (let n = 0; n < entries.length / 2; n += 1) {
    if (!entries[2 * n]) continue;
    let rest = words[entries[2 * n] / WORD + HASH];
    let place = rest & last;
    while (table[place] !== FREE) {
      rest >>>= SHIFT;
      place = (place * 5 + rest + 1) & last;
    }
    table[place] = n;
  }
}

/**
 * Link the objects of a list in the order in which they lie in memory, and fill the tables of dicts in the order of
 * their entries: for Python no order is better.
 * @param {Uint8Array<ArrayBuffer>} memory changed in place
 * @param {Known} known
 * @param {number} first a place in the list
 * @returns {number} the lowest
 */
export function putInOrder(memory, known, first) {
  const words = wordsOf(memory);
  const places = placesOf(words, first);
  for (const [n, at] of places.entries()) {
    const next = places[n + 1] ?? places[0];
    words[at / WORD] = next | (words[at / WORD] & FLAGS);
    words[next / WORD + 1] = at | (words[next / WORD + 1] & FLAGS);
  }
  visitTables(words, known, places[0], (table, entries) => fillTable(words, table, entries));
  return places[0];
}

/**
 * @param {Uint8Array<ArrayBuffer>} memory whose list is in order; changed in place
 * @param {Known} known
 * @param {number} lowest place in the list
 */
export function leaveOut(memory, known, lowest) {
  const words = wordsOf(memory);
  visitTables(words, known, lowest, (table) => table.fill(0));
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
  visitTables(words, known, lowest, (table, entries) => fillTable(words, table, entries));
}
