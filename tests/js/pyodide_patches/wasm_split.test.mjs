// A WebAssembly file split into two halves behaves like the whole, and requests the second half when it is needed.
import assert from "node:assert/strict";
import test from "node:test";
import { code, file, list, number, text, Wasm } from "../../../cattools/live/frontend/pyodide_patches/wasm_format.mjs";
import { halves } from "../../../cattools/live/frontend/pyodide_patches/wasm_link.mjs";
import { called, instrumented, split, usedBy } from "../../../cattools/live/frontend/pyodide_patches/wasm_split.mjs";

const I32 = 0x7f;
/** @type {(takes: number[], gives: number[]) => number[]} */
const type = (takes, gives) => [0x60, takes.length, ...takes, gives.length, ...gives];
/** @type {(name: string, kind: number, index: number) => number[]} */
const out = (name, kind, index) => [...text(name), kind, index];
const DOUBLE = 0; // index among the file's own functions, which follow the imported function
const SUM = 1;
const FORWARD = 2;
const BUMP = 3;
const WHOLE = file([
  { id: 1, body: list([type([], []), type([I32], [I32]), type([I32, I32], [I32])]) },
  { id: 2, body: list([[...text("env"), ...text("host"), 0, 1]]) },
  { id: 3, body: list([1, 2, 1, 0].map(number)) },
  { id: 4, body: list([[0x70, 0, 2]]) },
  { id: 5, body: [1, 0, 1] },
  { id: 13, body: [1, 0, 0] },
  {
    id: 6,
    body: list([
      [I32, 1, 0x41, 5, 0x0b],
      [I32, 0, 0x41, 1, 0x0b],
    ]),
  }, // a mutable global, and its increment
  {
    id: 7,
    body: list([
      ...[out("double", 0, 1), out("sum", 0, 2), out("forward", 0, 3), out("bump", 0, 4)],
      ...[out("memory", 2, 0), out("table", 1, 0), out("count", 3, 0)],
    ]),
  },
  { id: 9, body: list([[0, 0x41, 0, 0x0b, 2, 1, 2]]) }, // both elements of the table
  {
    id: 10,
    body: code([
      [0, 0x20, 0, 0x41, 2, 0x6c, 0x0b],
      [0, 0x20, 0, 0x10, 1, 0x20, 1, 0x6a, 0x0b], // double(a) + b
      [0, 0x20, 0, 0x10, 0, 0x0b],
      [0, 0x23, 0, 0x23, 1, 0x6a, 0x24, 0, 0x0b],
    ]),
  },
]);
const imports = { env: { host: (/** @type {number} */ n) => n + 100 } };
/** @param {Uint8Array<ArrayBuffer>} bytes */
const compiled = (bytes) => new WebAssembly.Module(bytes);
/** @type {(bytes: Uint8Array<ArrayBuffer>) => { [name: string]: any }} */
const started = (bytes) => new WebAssembly.Instance(compiled(bytes), imports).exports;

/**
 * @param {number[]} wanted
 * @param {() => void} requested
 */
function linked(wanted, requested) {
  const { first, rest } = split(new Wasm(WHOLE), new Set(wanted), () => true);
  const made = halves(started(first), imports, () => {
    requested();
    return compiled(rest);
  });
  return { ...made, rest: compiled(rest) };
}

/** @param {{ [name: string]: any }} exports the functions are called directly, through the table and by each other */
function answers(exports) {
  exports.bump();
  const { table } = exports;
  return [
    exports.sum(20, 2),
    exports.double(4),
    exports.forward(1),
    table.get(0)(3),
    table.get(1)(1, 1),
    exports.count.value,
  ];
}

test("an instrumented file records which functions were called", () => {
  const exports = started(instrumented(new Wasm(WHOLE)));
  assert.deepEqual(called(exports), new Set());
  assert.equal(exports.forward(1), 101);
  assert.deepEqual(called(exports), new Set([FORWARD]));
  assert.equal(exports.sum(20, 2), 42);
  assert.deepEqual(called(exports), new Set([DOUBLE, SUM, FORWARD]));
});

test("all functions behave as before, whichever of them are in the first half", () => {
  const right = answers(started(WHOLE));
  assert.deepEqual(right, [42, 8, 101, 6, 3, 6]);
  for (let choice = 0; choice < 16; choice += 1) {
    const wanted = [DOUBLE, SUM, FORWARD, BUMP].filter((n) => (choice >> n) & 1);
    let requested = 0;
    const { exports } = linked(wanted, () => {
      requested += 1;
    });
    assert.deepEqual(answers(exports), right, String(wanted));
    assert.equal(requested, wanted.length === 4 ? 0 : 1, String(wanted));
    assert.deepEqual(Object.keys(exports), Object.keys(started(WHOLE)));
  }
});

test("the first half exports the names that a script or the file itself uses", () => {
  const wasm = new Wasm(WHOLE);
  const isUsed = usedBy(wasm, "Module._sum(1); wasmExports['memory']; doubled; host.count");
  const { first } = split(wasm, new Set(), isUsed);
  const names = WebAssembly.Module.exports(compiled(first)).map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => !name.startsWith("first half")),
    ["sum", "memory", "count"],
  );
});

test("a second half that has been joined in advance is not requested", () => {
  const { exports, join, rest } = linked([SUM], () => assert.fail("the second half was requested"));
  join(rest);
  assert.deepEqual(answers(exports), answers(started(WHOLE)));
});

test("if the second half cannot be fetched, the next call requests it again", () => {
  let fails = true;
  const { exports } = linked([SUM], () => {
    if (fails) throw new Error("no network");
  });
  assert.equal(exports.count.value, 5);
  assert.throws(() => exports.double(1), /no network/);
  fails = false;
  assert.equal(exports.double(1), 2);
});

test("a file with an unexpected structure is refused", () => {
  const globals = [{ mutable: 0 }, { mutable: 1 }];
  const mixed = /** @type {Wasm} */ (Object.assign(new Wasm(WHOLE), { globals }));
  assert.throws(() => split(mixed, new Set(), () => true), /expected mutable globals first/);
  const strange = WHOLE.slice();
  strange[10] = 0x5f; // the first type is not a function type
  assert.throws(() => new Wasm(strange), /expected only function types/);
  assert.throws(() => new Wasm(file([{ id: 1, body: list([]) }])), /expected section 2/);
});
