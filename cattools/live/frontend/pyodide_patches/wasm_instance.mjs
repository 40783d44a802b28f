// @ts-check
// Prepares a new WebAssembly instance so that a snapshot can be copied over its memory, in every JavaScript engine.

const PAGE = 65536;
const WORD = 4;

/**
 * @param {number} have bytes
 * @param {number} wanted bytes
 * @returns {number} number of pages by which the memory must grow
 */
export function missingPages(have, wanted) {
  return Math.max(0, Math.ceil((wanted - have) / PAGE));
}

/**
 * Put the exported function objects into the function table.
 *
 * Pyodide looks functions up in the table by identity. In V8 and SpiderMonkey the table returns the exported object
 * itself. JavaScriptCore returns a different object, so Pyodide would add every such function again, and the function
 * pointers in a snapshot would be wrong. An exported function's name is its function index, as WebAssembly specifies.
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
 * Grow a new instance's memory to the size of a snapshot, and fill its function table as the snapshot expects.
 * @template {{ instantiateWasm: (imports: object, done: (instance: any, module: any) => unknown) => unknown }} Settings
 * @param {Settings} settings settings of Pyodide's module, changed in place
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

/** The properties of Pyodide's module that are used here.
 * @typedef {import("./snapshot_rebuild.mjs").RebuildExports & {
 *   HEAP32: Int32Array, HEAPU8: Uint8Array<ArrayBuffer>, wasmTable: WebAssembly.Table, __PyRuntime: number,
 *   __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: number }} Instance */

/**
 * @param {Instance} instance
 * @returns {{ value: number }} the word of its memory that contains Python's trampoline: an index into the function
 *   table, or 0 on iPhones and iPads, where Pyodide does not use a trampoline
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
