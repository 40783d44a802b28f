// @ts-check
// Links the two halves of Pyodide's WebAssembly (wasm_split.mjs). A kernel starts with the first half alone.

/** Name of the module from which the second half imports, and prefix of the exports that only the second half uses. */
export const FIRST_HALF = "first half";
const PREFIX = `${FIRST_HALF} `;
export const Export = {
  /** @param {number} n */
  global: (n) => `${PREFIX}global ${n}`,
  /** @param {number} n */
  table: (n) => `${PREFIX}table ${n}`,
  /** @param {number} n */
  tag: (n) => `${PREFIX}tag ${n}`,
};

/** (module (import "e" "f" (func)) (export "f" (func 0))): wraps a JavaScript function so that a table accepts it. */
const WRAPPER = Uint8Array.from([
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0],
]);

/**
 * @param {{ [name: string]: any }} exports of the first half
 * @param {{ [module: string]: any }} imports of the first half
 * @param {() => WebAssembly.Module} rest returns the second half; called once, when one of its functions is called
 * @returns {{ exports: { [name: string]: any }, join: (rest: WebAssembly.Module) => void }} the exports of the whole
 *   module, and a function that links the second half before it is needed
 */
export function halves(exports, imports, rest) {
  const names = Object.keys(exports);
  const whole = Object.fromEntries(
    names.filter((name) => !name.startsWith(PREFIX)).map((name) => [name, exports[name]]),
  );
  const tables = names.filter((name) => name.startsWith(Export.table(0).slice(0, -1)));
  /** @type {WebAssembly.Table} */
  const sharedTable = exports[Export.table(tables.length - 1)];
  const requestSlot = sharedTable.length - 1;
  /** @param {WebAssembly.Module} module */
  const join = (module) => {
    new WebAssembly.Instance(module, { ...imports, [FIRST_HALF]: exports }); // fills the shared table
  };
  const wrapper = new WebAssembly.Instance(new WebAssembly.Module(WRAPPER), { e: { f: () => join(rest()) } });
  sharedTable.set(requestSlot, wrapper.exports.f);
  return { exports: whole, join };
}
