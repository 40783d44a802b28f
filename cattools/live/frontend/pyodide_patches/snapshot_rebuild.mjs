// @ts-check
// Omits recomputable data from a snapshot: the links of the garbage collector's list, the hashes of strings, and the
// index tables of dicts with string keys. These numbers compress badly.
import { visitStrings } from "./zero_free_memory.mjs";

/** @import { Exports } from "./zero_free_memory.mjs" */
/** The exports of Pyodide's module used here, in addition to `Exports`.
 * @typedef {Exports & { _PyObject_Hash: (object: number) => number, _PyDict_Type: number }} RebuildExports */
/** A dict's index table (dk_indices), which maps hashes to entries; its width depends on its size.
 * @typedef {Int8Array | Int16Array | Int32Array} Table */

const WORD = 4;
export const LINKS = 2 * WORD; // size of PyGC_Head, the links to the next and previous object, which precede an object
const FLAGS = 3; // low bits of both links
const HASH = 3; // index of a string's word that contains its hash
const NO_HASH = -1;
const KEYS = 6; // index of a dict's word that contains the address of its keys (ma_keys)
const SIZES = 1; // index of the keys' word that contains dk_log2_size, dk_log2_index_bytes and dk_kind as bytes
const STRING_KEYS = 1; // dk_kind if all keys are strings
const COUNT = 4; // index of the keys' word that contains the number of entries
const TABLE = 5; // index of the first word of the index table; the entries follow the table
const EMPTY = -1; // an empty slot of the table
const SHIFT = 5; // number of bits by which probing shifts the hash

/** @type {(memory: Uint8Array<ArrayBuffer>) => Int32Array<ArrayBuffer>} */
const wordsOf = (memory) => new Int32Array(memory.buffer, memory.byteOffset, memory.length / WORD);
/** @param {Int32Array} words */
const unsigned = (words) => new Uint32Array(words.buffer, words.byteOffset, words.length);

/**
 * @param {Int32Array} words
 * @param {number} first address of an entry in the list, which is circular
 * @param {(at: number) => void} visit called for each entry
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
 * @param {number} first address of an entry in the list
 * @returns {number[]} addresses of all entries, in ascending order
 */
function addressesOf(words, first) {
  /** @type {number[]} */
  const found = [];
  visitList(words, first, (at) => found.push(at));
  return found.sort((one, other) => one - other);
}

/**
 * Visit the index tables of all dicts in the list that have only string keys.
 * @param {Int32Array<ArrayBuffer>} words
 * @param {RebuildExports} exports
 * @param {number} lowest address in the list
 * @param {(table: Table, entries: Int32Array) => void} visit
 */
function visitTables(words, exports, lowest, visit) {
  const { _PyDict_Type: type, ___heap_base: heap } = exports;
  visitList(words, lowest, (at) => {
    const dict = (at + LINKS) / WORD;
    const keys = words[dict + KEYS] / WORD;
    if (words[dict + 1] !== type || keys <= heap / WORD) return;
    const [places, bytes, kind] = new Uint8Array(words.buffer, words.byteOffset + (keys + SIZES) * WORD, 3);
    if (kind !== STRING_KEYS) return;
    const width = 2 ** (bytes - places);
    const Kind = width === 1 ? Int8Array : width === 2 ? Int16Array : Int32Array;
    const table = new Kind(words.buffer, words.byteOffset + (keys + TABLE) * WORD, 2 ** places);
    const entries = keys + TABLE + 2 ** bytes / WORD;
    visit(table, words.subarray(entries, entries + 2 * words[keys + COUNT]));
  });
}

/**
 * Fill an index table as CPython does when it builds one. Entries of deleted items have no key and are skipped.
 * @param {Int32Array} words
 * @param {Table} table
 * @param {Int32Array} entries pairs of a key and a value
 */
function fillTable(words, table, entries) {
  const last = table.length - 1;
  table.fill(EMPTY);
  for (let n = 0; n < entries.length / 2; n += 1) {
    if (!entries[2 * n]) continue;
    let rest = words[entries[2 * n] / WORD + HASH];
    let place = rest & last;
    while (table[place] !== EMPTY) {
      rest >>>= SHIFT;
      place = (place * 5 + rest + 1) & last;
    }
    table[place] = n;
  }
}

/**
 * Link the list's objects in address order, and fill the index tables of dicts in the order of their entries. Python
 * works equally well with any order.
 * @param {Uint8Array<ArrayBuffer>} memory changed in place
 * @param {RebuildExports} exports
 * @param {number} first address of an entry in the list
 * @returns {number} the lowest address in the list
 */
export function putInOrder(memory, exports, first) {
  const words = wordsOf(memory);
  const places = addressesOf(words, first);
  for (const [n, at] of places.entries()) {
    const next = places[n + 1] ?? places[0];
    words[at / WORD] = next | (words[at / WORD] & FLAGS);
    words[next / WORD + 1] = at | (words[next / WORD + 1] & FLAGS);
  }
  visitTables(words, exports, places[0], (table, entries) => fillTable(words, table, entries));
  return places[0];
}

/**
 * Remove the recomputable data from a memory.
 * @param {Uint8Array<ArrayBuffer>} memory after `putInOrder`; changed in place
 * @param {RebuildExports} exports
 * @param {number} lowest address in the list
 */
export function leaveOut(memory, exports, lowest) {
  const words = wordsOf(memory);
  visitTables(words, exports, lowest, (table) => table.fill(0));
  for (const at of addressesOf(words, lowest)) {
    const next = words[at / WORD] & ~FLAGS;
    words[at / WORD] = (next - at) | (words[at / WORD] & FLAGS);
    words[at / WORD + 1] &= FLAGS;
  }
  visitStrings(unsigned(words), exports, (text) => {
    if (words[text / WORD + HASH] !== NO_HASH) words[text / WORD + HASH] = 0;
  });
}

/**
 * Recompute the data that `leaveOut` has removed.
 * @param {Uint8Array<ArrayBuffer>} memory of an instance; changed in place
 * @param {RebuildExports} exports the instance
 * @param {number} lowest address in the list
 */
export function putBack(memory, exports, lowest) {
  const words = wordsOf(memory);
  let at = lowest;
  do {
    const step = words[at / WORD];
    const next = at + (step & ~FLAGS);
    words[at / WORD] = next | (step & FLAGS);
    words[next / WORD + 1] = at | (words[next / WORD + 1] & FLAGS);
    at = next;
  } while (at !== lowest);
  const { _PyObject_Hash: hash } = exports;
  visitStrings(unsigned(words), exports, (text) => {
    if (words[text / WORD + HASH]) return;
    words[text / WORD + HASH] = NO_HASH;
    hash(text);
  });
  visitTables(words, exports, lowest, (table, entries) => fillTable(words, table, entries));
}
