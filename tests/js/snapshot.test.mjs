// A snapshot's file, and the memory that it is laid over.
import assert from "node:assert/strict";
import test from "node:test";
import { changedRuns, pack, restore } from "../../cattools/site/frontend/snapshot_file.mjs";
import { missingPages, withMemory } from "../../cattools/site/frontend/wasm_memory.mjs";

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
  restore(/** @type {ArrayBuffer} */ (file.buffer), fresh, STAMP);
  assert.deepEqual(fresh, memory);
});

test("a snapshot of another build changes nothing", () => {
  const [memory, fresh] = memories();
  const kept = fresh.slice();
  const file = pack(memory, fresh, STAMP);
  assert.throws(() => restore(/** @type {ArrayBuffer} */ (file.buffer), fresh, STAMP + 1), /of another build/);
  file[0] ^= 1;
  assert.throws(() => restore(/** @type {ArrayBuffer} */ (file.buffer), fresh, STAMP), /of another build/);
  assert.deepEqual(fresh, kept);
});

test("a memory grows by whole pages, and never shrinks", () => {
  assert.equal(missingPages(65536, 65536), 0);
  assert.equal(missingPages(65536, 65537), 1);
  assert.equal(missingPages(65536, 3 * 65536), 2);
  assert.equal(missingPages(131072, 65536), 0);
});

test("an instance has the memory before Pyodide gets it", () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const settings = withMemory(
    {
      instantiateWasm: (_, done) => {
        done({ exports: { memory } }, "module");
        return {};
      },
    },
    100_000,
  );
  const got = /** @type {unknown[]} */ ([]);
  settings.instantiateWasm({}, (instance, module) => got.push(instance.exports.memory.buffer.byteLength, module));
  assert.deepEqual(got, [131072, "module"]);
});
