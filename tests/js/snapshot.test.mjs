// A snapshot's file, and the memory that it is laid over.
import assert from "node:assert/strict";
import test from "node:test";
import { clean } from "../../cattools/site/frontend/clean_memory.mjs";
import { leaveOut, putBack, putInOrder } from "../../cattools/site/frontend/left_out.mjs";
import { changedRuns, pack, restore } from "../../cattools/site/frontend/snapshot_file.mjs";
import { missingPages, prepared, putOwnFunctions, trampoline } from "../../cattools/site/frontend/wasm_instance.mjs";

const STAMP = 0xfeedbeef;

/** @returns {[Uint8Array, Uint8Array]} a memory, and that of a just-made instance */
function memories() {
  const fresh = Uint8Array.from({ length: 2000 }, (_, n) => n % 7);
  const memory = fresh.slice();
  for (const at of [0, 300, 511, 1024, 1999]) memory[at] ^= 0xff;
  return [memory, fresh];
}

test("runs are whole blocks, those beside each other together, the last as long as the memory", () => {
  const [memory, fresh] = memories();
  assert.deepEqual(changedRuns(memory, fresh), [
    [0, 512],
    [1024, 256],
    [1792, 208],
  ]);
  assert.deepEqual(changedRuns(fresh, fresh), []);
});

test("what is packed is restored byte for byte", () => {
  const [memory, fresh] = memories();
  const file = pack(memory, fresh, STAMP);
  assert.equal(file.length, 4 * (3 + 2 * 3) + 512 + 256 + 208);
  restore(file, fresh, STAMP);
  assert.deepEqual(fresh, memory);
});

test("a snapshot of another build changes nothing", () => {
  const [memory, fresh] = memories();
  const kept = fresh.slice();
  const file = pack(memory, fresh, STAMP);
  assert.throws(() => restore(file, fresh, STAMP + 1), /of another build/);
  file[0] ^= 1;
  assert.throws(() => restore(file, fresh, STAMP), /of another build/);
  assert.deepEqual(fresh, kept);
});

test("a memory grows by whole pages, and never shrinks", () => {
  assert.equal(missingPages(65536, 65536), 0);
  assert.equal(missingPages(65536, 65537), 1);
  assert.equal(missingPages(65536, 3 * 65536), 2);
  assert.equal(missingPages(131072, 65536), 0);
});

/** (module (table (export "t") 3 funcref) (func (export "a")) (func (export "b")) (elem (i32.const 0) 0 1)) */
const TWO_FUNCTIONS = Uint8Array.from([
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 3, 2, 0, 0, 4, 4, 1, 112, 0, 3, 7, 13, 3, 1, 116, 1, 0],
  ...[1, 97, 0, 0, 1, 98, 0, 1, 9, 8, 1, 0, 65, 0, 11, 2, 0, 1, 10, 7, 2, 2, 0, 11, 2, 0, 11],
]);
const instance = () => new WebAssembly.Instance(new WebAssembly.Module(TWO_FUNCTIONS)).exports;

test("an instance has the memory and its own functions before Pyodide gets it", () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { t: table, ...functions } = instance();
  const exports = { memory, ...functions, __indirect_function_table: table };
  const settings = prepared(
    {
      instantiateWasm: (_, done) => {
        done({ exports }, "module");
        return {};
      },
    },
    100_000,
  );
  const got = /** @type {unknown[]} */ ([]);
  settings.instantiateWasm({}, (instance, module) => got.push(instance.exports.memory.buffer.byteLength, module));
  assert.deepEqual(got, [131072, "module"]);
});

test("in place of another object for the same function the table gets the exported one", () => {
  const { a, b, t } = /** @type {any} */ (instance());
  const other = /** @type {any} */ (instance());
  const table = /** @type {WebAssembly.Table} */ (t);
  assert.equal(table.get(0), a);
  table.set(1, other.b); // another object of the same number, as JavaScriptCore gives it
  assert.notEqual(table.get(1), b);
  putOwnFunctions({ a, b, t }, table);
  assert.deepEqual([table.get(0) === a, table.get(1) === b, table.get(2)], [true, true, null]);
});

test("the trampoline's word is found by Python's own account of it", () => {
  const HEAP32 = new Int32Array(16);
  HEAP32[2] = 12; // how far behind the runtime
  HEAP32[8] = 7;
  const word = trampoline(/** @type {any} */ ({ HEAP32, __PyRuntime: 20, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: 8 }));
  assert.equal(word.value, 7);
  word.value = 0;
  assert.equal(HEAP32[8], 0);
});

const TYPES = { _PyUnicode_Type: 128, _PyBytes_Type: 256, _PyFloat_Type: 384, _PyTuple_Type: 512 };
const FILLED = 0xabcdef12;
/** @import { Exports } from "../../cattools/site/frontend/clean_memory.mjs" */

/**
 * @param {[used: boolean, words: number[]][]} cut pieces of memory: what is written into each, the rest being full
 * @param {number} [end] how far malloc has come, if not to the mark behind the pieces
 * @returns {{ memory: Uint8Array<ArrayBuffer>, known: Exports }}
 */
function heap(cut, end) {
  const words = new Uint32Array(512).fill(FILLED);
  for (const type of Object.values(TYPES)) words.set([16, 0], type / 4 + 4);
  words.set([17, 1], TYPES._PyBytes_Type / 4 + 4);
  words.set([16, 4], TYPES._PyTuple_Type / 4 + 4);
  let at = 1024;
  for (const [used, content] of cut) {
    words.set([32 | (used ? 2 : 0), ...content], at / 4 + 1);
    at += 32;
  }
  words[at / 4 + 1] = 40;
  words[1] = end ?? at + 40;
  const known = { ...TYPES, ___heap_base: 1020, _emscripten_get_sbrk_ptr: () => 4 };
  return { memory: new Uint8Array(words.buffer), known };
}
/** @type {(memory: Uint8Array<ArrayBuffer>, piece: number) => number[]} */
const inPiece = (memory, piece) => [...new Uint32Array(memory.buffer, 1024 + piece * 32 + 8, 7)];

test("of freed memory only what malloc knows of it is left", () => {
  const { memory, known } = heap([
    [false, []],
    [true, []],
  ]);
  clean(memory, known);
  assert.deepEqual(inPiece(memory, 0), [FILLED, FILLED, 0, 0, 0, 0, FILLED]); // the last says how large the free one is
  assert.deepEqual(inPiece(memory, 1), Array(7).fill(FILLED)); // no object that is known: left as it is
});

test("an object keeps what is its own, and nothing behind it", () => {
  const { memory, known } = heap([
    [true, [1, TYPES._PyUnicode_Type, 3, FILLED, 0xfedcba64, 0x00636261]],
    [true, [1, TYPES._PyBytes_Type, 2, FILLED]],
    [true, [FILLED, FILLED, 1, TYPES._PyTuple_Type, 0]],
    [true, [1, TYPES._PyFloat_Type, FILLED, FILLED]],
  ]);
  clean(memory, known);
  assert.deepEqual(inPiece(memory, 0), [1, TYPES._PyUnicode_Type, 3, FILLED, 0x64, 0x00636261, 0]);
  assert.deepEqual(inPiece(memory, 1), [1, TYPES._PyBytes_Type, 2, FILLED, FILLED & 0xffffff, 0, 0]);
  assert.deepEqual(inPiece(memory, 2), [FILLED, FILLED, 1, TYPES._PyTuple_Type, 0, FILLED, 0]);
  assert.deepEqual(inPiece(memory, 3), [1, TYPES._PyFloat_Type, FILLED, FILLED, 0, 0, 0]);
});

test("what only looks like an object is left as it is", () => {
  const pointers = [0x200000, TYPES._PyUnicode_Type, 3, FILLED, 0x64, FILLED, FILLED]; // a list of types, say
  const short = [1, TYPES._PyBytes_Type, 9999, FILLED, FILLED, FILLED, FILLED]; // longer than its piece
  const { memory, known } = heap([
    [true, pointers],
    [true, short],
  ]);
  clean(memory, known);
  assert.deepEqual([inPiece(memory, 0), inPiece(memory, 1)], [pointers, short]);
});

test("a memory whose pieces do not end where malloc's memory does is refused", () => {
  for (const end of [1024 + 16, 1024 + 32 + 8, 1024 + 32 + 48]) {
    const { memory, known } = heap([[true, []]], end);
    assert.throws(() => clean(memory, known), /a piece of memory cannot have/);
  }
});

/** @import { Known } from "../../cattools/site/frontend/left_out.mjs" */
/** @type {(memory: Uint8Array<ArrayBuffer>, known: Exports) => Known} */
const hashing = (memory, known) => ({
  ...known,
  _PyObject_Hash(text) {
    const words = new Int32Array(memory.buffer);
    words[text / 4 + 3] = words[text / 4 + 5] * 31; // of its letters
    return words[text / 4 + 3];
  },
});
const LETTERS = 0x00636261;

/** A list of four, the first of it outside the heap, and two texts, of one of which the hash was asked. */
function linked() {
  const text = [1, TYPES._PyUnicode_Type, 3];
  const made = heap([
    [true, [0, 0, 1, 999]],
    [true, [...text, LETTERS * 31, 0x64, LETTERS]],
    [true, [0, 0, 1, 999]],
    [true, [...text, -1, 0x64, LETTERS]],
    [true, [0, 0, 1, 999]],
    [false, [1, TYPES._PyUnicode_Type, 3, FILLED]], // was one
  ]);
  const words = new Uint32Array(made.memory.buffer);
  const order = [12, 1096, 1032, 1160]; // the list's own head is not at a multiple of eight
  for (const [n, at] of order.entries()) {
    const [next, last] = [order[(n + 1) % 4], order[(n + 3) % 4]];
    words[at / 4] = next | (n === 2 ? 1 : 0);
    words[at / 4 + 1] = last | (n === 1 ? 2 : 0);
  }
  return { ...made, words };
}

test("a list is put in the order of the memory, each with its own flags", () => {
  const { memory, words } = linked();
  assert.equal(putInOrder(memory, 1096), 12);
  const pairs = [12, 1032, 1096, 1160].map((at) => [words[at / 4], words[at / 4 + 1]]);
  assert.deepEqual(pairs, [
    [1032, 1160],
    [1096 | 1, 12],
    [1160, 1032 | 2],
    [12, 1096],
  ]);
});

test("links and hashes are left out, and found again", () => {
  const { memory, known, words } = linked();
  putInOrder(memory, 1096);
  const whole = memory.slice();
  leaveOut(memory, hashing(memory, known), 12);
  assert.deepEqual([words[1032 / 4], words[1032 / 4 + 1]], [64 | 1, 0]);
  assert.deepEqual([words[1064 / 4 + 3], words[1128 / 4 + 3]], [0, 0xffffffff]); // nobody had asked for the other's
  putBack(memory, hashing(memory, known), 12);
  assert.deepEqual(memory, whole);
});
