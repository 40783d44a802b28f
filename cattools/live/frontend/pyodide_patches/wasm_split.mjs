// @ts-check
// Splits Pyodide's WebAssembly into two halves. The first contains the functions that a kernel needs to start from its
// snapshot and play; every other function is a stub that requests the second half and calls the function there. No
// function index, table slot or memory word changes, so a snapshot made with the whole file also fits the first half.
// wasm_link.mjs links the halves. Most exports are only for dynamic libraries, so the first half exports only the
// names that are used.

import {
  code,
  FUNCREF,
  file,
  I32,
  joined,
  KIND,
  list,
  number,
  OP,
  Reader,
  SECTION,
  signed,
  text,
} from "./wasm_format.mjs";
import { Export, FIRST_HALF } from "./wasm_link.mjs";

/** @import { Bytes, Wasm } from "./wasm_format.mjs" */

const CALLED = "called "; // prefix of the exported globals that record the calls

/**
 * @param {Uint8Array} body of a function
 * @returns {number} offset of its first instruction
 */
function instructions(body) {
  const reader = new Reader(body);
  reader.list(() => reader.number() && reader.byte());
  return reader.at;
}

/** @type {(name: string, kind: number, index: number) => Uint8Array} */
const exported = (name, kind, index) => joined([text(name), [kind], number(index)]);
/** @type {(wasm: Wasm, isUsed?: (name: string) => boolean) => Uint8Array[]} */
const exportsOf = (wasm, isUsed = () => true) =>
  wasm.exports.filter(({ name }) => isUsed(name)).map(({ name, kind, index }) => exported(name, kind, index));

/**
 * @param {Wasm} wasm
 * @returns {Uint8Array<ArrayBuffer>} the file instrumented so that each function records that it was called
 */
export function instrumented(wasm) {
  const first = wasm.imported(KIND.global) + wasm.globals.length;
  const flags = wasm.functions.map((_, n) => exported(CALLED + n, KIND.global, first + n));
  const none = [I32, 1, OP.i32, 0, OP.end];
  const bodies = wasm.bodies.map((body, n) => {
    const at = instructions(body);
    return joined([body.subarray(0, at), [OP.i32, 1, OP.globalSet], number(first + n), body.subarray(at)]);
  });
  return wasm.changed({
    [SECTION.globals]: list([...wasm.globals.map(({ raw }) => raw), ...wasm.functions.map(() => none)]),
    [SECTION.exports]: list([...exportsOf(wasm), ...flags]),
    [SECTION.code]: code(bodies),
  });
}

/**
 * @param {{ [name: string]: any }} exports of an instrumented instance
 * @returns {Set<number>} the functions that were called
 */
export function called(exports) {
  const flags = Object.entries(exports).filter(([name, { value }]) => name.startsWith(CALLED) && value);
  return new Set(flags.map(([name]) => Number(name.slice(CALLED.length))));
}

/**
 * @param {Wasm} wasm
 * @param {string} script
 * @returns {(name: string) => boolean} whether a name is used: by the script, with or without a leading underscore, or
 *   by the file's own global imports
 */
export function usedBy(wasm, script) {
  const words = new Set(script.match(/[\w$]+/g));
  const own = new Set(wasm.imports.filter(({ kind }) => kind === KIND.global).map(({ name }) => name));
  return (name) => words.has(name) || words.has(`_${name}`) || own.has(name);
}

/**
 * @param {Wasm} wasm
 * @param {Set<number>} wanted defined functions that go into the first half
 * @param {(name: string) => boolean} isUsed which exports go into the first half
 * @returns {{ first: Uint8Array<ArrayBuffer>, rest: Uint8Array<ArrayBuffer> }}
 */
export function split(wasm, wanted, isUsed) {
  const all = wasm.functions.map((_, n) => n);
  const here = all.filter((n) => wanted.has(n));
  const there = all.filter((n) => !wanted.has(n));
  return { first: firstHalf(wasm, here, there, isUsed), rest: secondHalf(wasm, here, there) };
}

/**
 * @param {Wasm} wasm
 * @returns {number} number of mutable globals, which come first; the halves share them, and each half defines its own
 *   immutable globals
 */
function shared({ globals }) {
  const count = globals.filter(({ mutable }) => mutable).length;
  if (!globals.slice(0, count).every(({ mutable }) => mutable)) throw new Error("expected mutable globals first");
  return count;
}

// The halves call each other's functions through an additional table, indexed by function. Its last slot contains the
// function that requests the second half.
/** @param {Wasm} wasm */
const sharedTable = (wasm) => [FUNCREF, 0, ...number(wasm.functions.length + 1)];

/**
 * @param {Wasm} wasm
 * @param {number} n
 * @param {number[]} [before] instructions to run first
 * @returns {number[]} the body of a stub that calls this function in the other half
 */
function stubFor(wasm, n, before = []) {
  const type = wasm.functions[n];
  const parameters = Array.from({ length: wasm.types[type].parameterCount }, (_, at) => [
    OP.localGet,
    ...number(at),
  ]).flat();
  const call = [OP.i32, ...signed(n), OP.callIndirect, ...number(type), ...number(wasm.tables.length)];
  return [0, ...before, ...parameters, ...call, OP.end];
}

/**
 * @param {Wasm} wasm
 * @param {number[]} functions in ascending order
 * @returns {Bytes[]} element segments that put them into the shared table
 */
function entries(wasm, functions) {
  const shift = wasm.imported(KIND.function);
  const segments = [];
  for (let from = 0, to = 0; from < functions.length; from = to) {
    for (to = from + 1; functions[to] === functions[to - 1] + 1; ) to += 1;
    const indices = functions.slice(from, to).map((n) => number(n + shift));
    segments.push(entry(wasm, functions[from], indices));
  }
  return segments;
}

/** @type {(wasm: Wasm, at: number, indices: Bytes[]) => Uint8Array} */
const entry = (wasm, at, indices) =>
  joined([[2], number(wasm.tables.length), [OP.i32], signed(at), [OP.end, 0], list(indices)]);

/**
 * @param {Wasm} wasm
 * @returns {number} index of the function type without parameters and results
 */
const plainType = (wasm) => wasm.types.findIndex(({ parameterCount, resultCount }) => !parameterCount && !resultCount);

/**
 * @param {Wasm} wasm
 * @param {number[]} here
 * @param {number[]} there
 * @param {(name: string) => boolean} isUsed
 * @returns {Uint8Array<ArrayBuffer>}
 */
function firstHalf(wasm, here, there, isUsed) {
  const request = [OP.i32, ...signed(wasm.functions.length), OP.callIndirect, ...number(plainType(wasm))];
  request.push(...number(wasm.tables.length));
  const bodies = wasm.bodies.slice();
  for (const n of there) bodies[n] = Uint8Array.from(stubFor(wasm, n, request));
  const shift = wasm.imported(KIND.global);
  const sharedExports = [
    ...wasm.globals.slice(0, shared(wasm)).map((_, n) => exported(Export.global(n), KIND.global, n + shift)),
    ...[...wasm.tables, sharedTable(wasm)].map((_, n) => exported(Export.table(n), KIND.table, n)),
    ...wasm.tags.map((_, n) => exported(Export.tag(n), KIND.tag, n)),
  ];
  return wasm.changed({
    [SECTION.tables]: list([...wasm.tables, sharedTable(wasm)]),
    [SECTION.exports]: list([...exportsOf(wasm, isUsed), ...sharedExports]),
    [SECTION.elements]: list([...elements(wasm), ...entries(wasm, here)]),
    [SECTION.code]: code(bodies),
  });
}

/**
 * @param {Wasm} wasm
 * @returns {Bytes[]} its element segments: one item with the bytes of all segments, then empty items, so that the
 *   count is right
 */
function elements(wasm) {
  const reader = new Reader(wasm.section(SECTION.elements));
  const count = reader.number();
  return [reader.bytes.subarray(reader.at), ...Array.from({ length: count - 1 }, () => [])];
}

/** @type {(wasm: Wasm, here: number[], there: number[]) => Uint8Array<ArrayBuffer>} */
function secondHalf(wasm, here, there) {
  /** @type {(name: string, kind: number, ...what: (number[] | number)[]) => Uint8Array} */
  const sharedImport = (name, kind, ...what) => joined([text(FIRST_HALF), text(name), [kind], what.flat()]);
  const both = wasm.globals.slice(0, shared(wasm));
  const imports = [
    ...wasm.imports.map(({ from, name, raw }) => joined([text(from), text(name), raw])),
    ...both.map(({ type, mutable }, n) => sharedImport(Export.global(n), KIND.global, type, mutable)),
    ...[...wasm.tables, sharedTable(wasm)].map(([type], n) => sharedImport(Export.table(n), KIND.table, type, 0, 0)),
    sharedImport("memory", KIND.memory, 0, 0),
    ...wasm.tags.map((type, n) => sharedImport(Export.tag(n), KIND.tag, 0, number(type))),
  ];
  const bodies = wasm.bodies.slice();
  for (const n of here) bodies[n] = Uint8Array.from(stubFor(wasm, n));
  const shift = wasm.imported(KIND.function);
  const nothing = wasm.functions.length; // an empty function that replaces the one requesting the second half
  const named = wasm.functions.map((_, n) => number(n + shift)); // declares functions for use with ref.func
  return file([
    { id: SECTION.types, body: wasm.section(SECTION.types) },
    { id: SECTION.imports, body: list(imports) },
    { id: SECTION.functions, body: list([...wasm.functions, plainType(wasm)].map(number)) },
    { id: SECTION.globals, body: list(wasm.globals.slice(both.length).map(({ raw }) => raw)) },
    {
      id: SECTION.elements,
      body: list([
        ...entries(wasm, there),
        entry(wasm, nothing, [number(nothing + shift)]),
        joined([[3, 0], list(named)]),
      ]),
    },
    { id: SECTION.code, body: code([...bodies, [0, OP.end]]) },
  ]);
}
