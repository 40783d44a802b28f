// @ts-check
// What a just-made WebAssembly instance needs, in every engine, before a snapshot's memory is laid over its own.

const PAGE = 65536;
const WORD = 4;

/**
 * @param {number} have bytes
 * @param {number} wanted bytes
 * @returns {number} how many pages a memory has to grow by
 */
export function missingPages(have, wanted) {
  return Math.max(0, Math.ceil((wanted - have) / PAGE));
}

/**
 * Put the exports' own objects into the table of functions.
 *
 * Pyodide looks a function up in the table by identity. In V8 and SpiderMonkey the table gives the very object that is
 * exported; JavaScriptCore gives another one, so Pyodide would add every such function again, and the function
 * numbers in a snapshot would lead elsewhere. An exported function's name is its number, as WebAssembly specifies.
 * @param {{ [name: string]: unknown }} exports
 * @param {WebAssembly.Table} table
 */
export function putOwnFunctions(exports, table) {
  /** @type {Map<string, Function>} */
  const own = new Map();
  for (const one of Object.values(exports)) if (typeof one === "function") own.set(one.name, one);
  for (let at = 0; at < table.length; at += 1) {
    const found = table.get(at);
    const wanted = found && own.get(found.name);
    if (wanted && wanted !== found) table.set(at, wanted);
  }
}

/**
 * Let a just-made instance have as much memory as a snapshot needs, and its functions where the snapshot expects them.
 * @template {{ instantiateWasm: (imports: object, done: (instance: any, module: any) => unknown) => unknown }} Settings
 * @param {Settings} settings of Pyodide's module
 * @param {number} bytes
 * @returns {Settings}
 */
export function prepared(settings, bytes) {
  const { instantiateWasm } = settings;
  settings.instantiateWasm = (imports, done) =>
    instantiateWasm(imports, (instance, module) => {
      const { memory, __indirect_function_table: table } = instance.exports;
      const missing = missingPages(memory.buffer.byteLength, bytes);
      if (missing) memory.grow(missing);
      putOwnFunctions(instance.exports, table);
      done(instance, module);
    });
  return settings;
}

/** What is used of Pyodide's module.
 * @typedef {import("./snapshot_rebuild.mjs").Known & {
 *   HEAP32: Int32Array, HEAPU8: Uint8Array<ArrayBuffer>, wasmTable: WebAssembly.Table, __PyRuntime: number,
 *   __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: number }} Instance */

/**
 * @param {Instance} instance
 * @returns {{ value: number }} the word of its memory in which Python keeps the number of its trampoline: a function of
 *   the table, or 0 on iPhones and iPads, where Pyodide does without
 */
export function trampoline({ HEAP32, __PyRuntime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: offset }) {
  const at = (__PyRuntime + HEAP32[offset / WORD]) / WORD;
  return {
    get value() {
      return HEAP32[at];
    },
    set value(number) {
      HEAP32[at] = number;
    },
  };
}
