// A snapshot's file format, and the preparation of the memory into which a snapshot is restored.
import assert from "node:assert/strict";
import test from "node:test";
import {
  changedRuns,
  pack,
  readOut,
  restore,
} from "../../../cattools/live/frontend/pyodide_patches/snapshot_format.mjs";
import {
  missingPages,
  prepared,
  putOwnFunctions,
  trampoline,
} from "../../../cattools/live/frontend/pyodide_patches/wasm_instance.mjs";

const STAMP = 0xfeedbeef;

/** @returns {[Uint8Array, Uint8Array]} a memory, and the memory of a new instance */
function memories() {
  const fresh = Uint8Array.from({ length: 2000 }, (_, n) => n % 7);
  const memory = fresh.slice();
  for (const at of [0, 300, 511, 1024, 1999]) memory[at] ^= 0xff;
  return [memory, fresh];
}

test("runs consist of whole blocks, adjacent blocks are joined, and the last block ends with the memory", () => {
  const [memory, fresh] = memories();
  assert.deepEqual(changedRuns(memory, fresh, 256), [
    [0, 512],
    [1024, 256],
    [1792, 208],
  ]);
  assert.deepEqual(changedRuns(fresh, fresh, 256), []);
});

test("a second file, packed in smaller blocks, is restored over the first", () => {
  const [memory, fresh] = memories();
  const other = memory.slice();
  other[700] ^= 0xff;
  const file = pack(memory, fresh, STAMP, true);
  const more = pack(other, memory, STAMP + 1, true, 32);
  assert.equal(more.length, 4 * (3 + 2) + 32);
  restore(file, readOut(file, fresh.length, STAMP, true), fresh);
  restore(more, readOut(more, fresh.length, STAMP + 1, true), fresh);
  assert.deepEqual(fresh, other);
});

test("a packed memory is restored byte for byte", () => {
  const [memory, fresh] = memories();
  const file = pack(memory, fresh, STAMP, true);
  assert.equal(file.length, 4 * (3 + 2 * 3) + 512 + 256 + 208);
  restore(file, readOut(file, fresh.length, STAMP, true), fresh);
  assert.deepEqual(fresh, memory);
});

test("nearby addresses are encoded as differences, and all numbers are restored", () => {
  const fresh = new Uint8Array((1 << 23) + 4096);
  const memory = fresh.slice();
  const words = new Uint32Array(memory.buffer);
  const here = 1 << 23;
  const far = here + 2048;
  const numbers = [here + 16, far, far + 32, far - 8, 0x80000000, 0x8000000c, 0x90000000, 0x90000004, 0xffffffff, 0, 7];
  words.set(numbers, here / 4);
  words.set([here + 516, far], here / 4 + 128);
  const file = pack(memory, fresh, STAMP, true);
  const sent = [...new Uint32Array(file.slice().buffer, 4 * (3 + 2 * 2))];
  restore(file, readOut(file, fresh.length, STAMP, true), fresh);
  assert.deepEqual(fresh, memory);
  assert.deepEqual(sent.slice(0, 4), [0x80000010, far, 0x90000020, 0x8fffffd8]);
  assert.equal(sent[256 / 4], 0x80000004); // the second run begins there
});

test("a snapshot of another build changes nothing", () => {
  const [memory, fresh] = memories();
  const file = pack(memory, fresh, STAMP, true);
  const kept = file.slice();
  assert.throws(() => readOut(file, fresh.length, STAMP + 1, true), /belongs to another build/);
  assert.deepEqual(file, kept);
  file[0] ^= 1;
  assert.throws(() => readOut(file, fresh.length, STAMP, true), /belongs to another build/);
});

test("a memory grows by whole pages and never shrinks", () => {
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

test("Pyodide gets an instance whose memory has already grown", () => {
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

test("in the table, an exported function replaces another object for the same function", () => {
  const { a, b, t } = /** @type {any} */ (instance());
  const other = /** @type {any} */ (instance());
  const table = /** @type {WebAssembly.Table} */ (t);
  assert.equal(table.get(0), a);
  table.set(1, other.b); // another object for the same function, as in JavaScriptCore
  assert.notEqual(table.get(1), b);
  putOwnFunctions({ a, b, t }, table);
  assert.deepEqual([table.get(0) === a, table.get(1) === b, table.get(2)], [true, true, null]);
});

test("the trampoline's address is computed from the offset that Python exports", () => {
  const HEAP32 = new Int32Array(16);
  HEAP32[2] = 12; // its offset from the runtime
  HEAP32[8] = 7;
  const word = trampoline(/** @type {any} */ ({ HEAP32, __PyRuntime: 20, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: 8 }));
  assert.equal(word.value, 7);
  word.value = 0;
  assert.equal(HEAP32[8], 0);
});
