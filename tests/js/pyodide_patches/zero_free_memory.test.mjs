// Memory contents that a snapshot can omit.
import assert from "node:assert/strict";
import test from "node:test";
import { leaveOut, putBack, putInOrder } from "../../../cattools/live/frontend/pyodide_patches/snapshot_rebuild.mjs";
import { clean } from "../../../cattools/live/frontend/pyodide_patches/zero_free_memory.mjs";

const TYPES = { _PyUnicode_Type: 128, _PyBytes_Type: 256, _PyFloat_Type: 384, _PyTuple_Type: 512, _PyDict_Type: 640 };
const FILLED = 0xabcdef12;
/** @import { Exports } from "../../../cattools/live/frontend/pyodide_patches/zero_free_memory.mjs" */

/**
 * @param {[used: boolean, words: number[]][]} chunks chunks of memory, with the first words of each; the other words
 *   are FILLED
 * @param {number} [end] of malloc's memory, by default the end of the sentinel chunk
 * @returns {{ memory: Uint8Array<ArrayBuffer>, known: Exports }}
 */
function heap(chunks, end) {
  const words = new Uint32Array(512).fill(FILLED);
  for (const type of Object.values(TYPES)) words.set([16, 0], type / 4 + 4);
  words.set([17, 1], TYPES._PyBytes_Type / 4 + 4);
  words.set([16, 4], TYPES._PyTuple_Type / 4 + 4);
  let at = 1024;
  for (const [used, content] of chunks) {
    words.set([32 | (used ? 2 : 0), ...content], at / 4 + 1);
    at += 32;
  }
  words[at / 4 + 1] = 40;
  words[1] = end ?? at + 40;
  const known = { ...TYPES, ___heap_base: 1020, _emscripten_get_sbrk_ptr: () => 4 };
  return { memory: new Uint8Array(words.buffer), known };
}
/** @type {(memory: Uint8Array<ArrayBuffer>, chunk: number) => number[]} */
const inChunk = (memory, chunk) => [...new Uint32Array(memory.buffer, 1024 + chunk * 32 + 8, 7)];

test("freed memory is zeroed except for malloc's own data", () => {
  const { memory, known } = heap([
    [false, []],
    [true, []],
  ]);
  clean(memory, known);
  // The last word is the size of the free chunk.
  assert.deepEqual(inChunk(memory, 0), [FILLED, FILLED, 0, 0, 0, 0, FILLED]);
  assert.deepEqual(inChunk(memory, 1), Array(7).fill(FILLED)); // not an object of a known type: unchanged
});

test("an object keeps its data, and the rest of its chunk is zeroed", () => {
  const { memory, known } = heap([
    [true, [1, TYPES._PyUnicode_Type, 3, FILLED, 0xfedcba64, 0x00636261]],
    [true, [1, TYPES._PyBytes_Type, 2, FILLED]],
    [true, [FILLED, FILLED, 1, TYPES._PyTuple_Type, 0]],
    [true, [1, TYPES._PyFloat_Type, FILLED, FILLED]],
  ]);
  clean(memory, known);
  assert.deepEqual(inChunk(memory, 0), [1, TYPES._PyUnicode_Type, 3, FILLED, 0x64, 0x00636261, 0]);
  assert.deepEqual(inChunk(memory, 1), [1, TYPES._PyBytes_Type, 2, FILLED, FILLED & 0xffffff, 0, 0]);
  assert.deepEqual(inChunk(memory, 2), [FILLED, FILLED, 1, TYPES._PyTuple_Type, 0, FILLED, 0]);
  assert.deepEqual(inChunk(memory, 3), [1, TYPES._PyFloat_Type, FILLED, FILLED, 0, 0, 0]);
});

test("data that only looks like an object is unchanged", () => {
  const pointers = [0x200000, TYPES._PyUnicode_Type, 3, FILLED, 0x64, FILLED, FILLED]; // for example, a list of types
  const short = [1, TYPES._PyBytes_Type, 9999, FILLED, FILLED, FILLED, FILLED]; // longer than its chunk
  const { memory, known } = heap([
    [true, pointers],
    [true, short],
  ]);
  clean(memory, known);
  assert.deepEqual([inChunk(memory, 0), inChunk(memory, 1)], [pointers, short]);
});

test("a memory whose chunks do not end where malloc's memory ends is refused", () => {
  for (const end of [1024 + 16, 1024 + 32 + 8, 1024 + 32 + 48]) {
    const { memory, known } = heap([[true, []]], end);
    assert.throws(() => clean(memory, known), /a chunk of memory cannot have/);
  }
});

/** @import { RebuildExports } from "../../../cattools/live/frontend/pyodide_patches/snapshot_rebuild.mjs" */
/** @type {(memory: Uint8Array<ArrayBuffer>, known: Exports) => RebuildExports} */
const hashing = (memory, known) => ({
  ...known,
  _PyDict_Type: TYPES._PyDict_Type,
  _PyObject_Hash(text) {
    const words = new Int32Array(memory.buffer);
    words[text / 4 + 3] = words[text / 4 + 5] * 31; // a hash of its letters
    return words[text / 4 + 3];
  },
});
const LETTERS = 0x00636261;

/** A linked list of four entries, the first outside the heap, and two strings, one with a computed hash. */
function linked() {
  const text = [1, TYPES._PyUnicode_Type, 3];
  const made = heap([
    [true, [0, 0, 1, 999]],
    [true, [...text, LETTERS * 31, 0x64, LETTERS]],
    [true, [0, 0, 1, 999]],
    [true, [...text, -1, 0x64, LETTERS]],
    [true, [0, 0, 1, 999]],
    [false, [1, TYPES._PyUnicode_Type, 3, FILLED]], // a freed string
  ]);
  const words = new Uint32Array(made.memory.buffer);
  const order = [12, 1096, 1032, 1160]; // the list's head, at 12, is not aligned to eight bytes
  for (const [n, at] of order.entries()) {
    const [next, last] = [order[(n + 1) % 4], order[(n + 3) % 4]];
    words[at / 4] = next | (n === 2 ? 1 : 0);
    words[at / 4 + 1] = last | (n === 1 ? 2 : 0);
  }
  return { ...made, words };
}

test("a list is sorted by address, and each entry keeps its flags", () => {
  const { memory, known, words } = linked();
  assert.equal(putInOrder(memory, hashing(memory, known), 1096), 12);
  const pairs = [12, 1032, 1096, 1160].map((at) => [words[at / 4], words[at / 4 + 1]]);
  assert.deepEqual(pairs, [
    [1032, 1160],
    [1096 | 1, 12],
    [1160, 1032 | 2],
    [12, 1096],
  ]);
});

test("links and hashes are omitted and recomputed", () => {
  const { memory, known, words } = linked();
  putInOrder(memory, hashing(memory, known), 1096);
  const whole = memory.slice();
  leaveOut(memory, hashing(memory, known), 12);
  assert.deepEqual([words[1032 / 4], words[1032 / 4 + 1]], [64 | 1, 0]);
  assert.deepEqual([words[1064 / 4 + 3], words[1128 / 4 + 3]], [0, 0xffffffff]); // the second had no hash
  putBack(memory, hashing(memory, known), 12);
  assert.deepEqual(memory, whole);
});

test("a dict's index table is filled in the order of its entries, omitted and recomputed", () => {
  const text = [1, TYPES._PyUnicode_Type, 1];
  const { memory, known } = heap([1, 9, 2].map((letter) => [true, [...text, letter * 31, 0x64, letter]]));
  const words = new Uint32Array(memory.buffer);
  const [dict, keys] = [720, 1600];
  words.set([dict, dict, 1, TYPES._PyDict_Type, 3, FILLED, 0, 0, keys], dict / 4);
  const entries = [1032, 999, 0, 0, 1064, 999, 1096, 999]; // the second entry has been deleted
  words.set([1, 0x00010303, 0, 0, 4, 0, 0, ...entries], keys / 4);
  const table = new Int8Array(memory.buffer, keys + 20, 8);
  table.fill(-2);
  assert.equal(putInOrder(memory, hashing(memory, known), dict), dict);
  // 9 * 31 hashes to slot 7, which is taken, so another slot is probed.
  assert.deepEqual([...table], [-1, -1, -1, -1, 2, -1, 3, 0]);
  const whole = memory.slice();
  leaveOut(memory, hashing(memory, known), dict);
  assert.deepEqual([...table], Array(8).fill(0));
  putBack(memory, hashing(memory, known), dict);
  assert.deepEqual(memory, whole);
});
