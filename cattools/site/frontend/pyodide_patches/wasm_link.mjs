// @ts-check
// The two halves of Pyodide's WebAssembly (wasm_split.mjs), joined: the first is all that a kernel starts with.

/** Whose exports the second half asks for, and how those begin that are there for it alone. */
export const JOINT = "first half";
const OWN = `${JOINT} `;
export const Export = {
  /** @param {number} n */
  global: (n) => `${OWN}global ${n}`,
  /** @param {number} n */
  table: (n) => `${OWN}table ${n}`,
  /** @param {number} n */
  tag: (n) => `${OWN}tag ${n}`,
};

/** (module (import "e" "f" (func)) (export "f" (func 0))): gives a function of JavaScript a place in a table. */
const PASSING = Uint8Array.from([
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0],
]);

/**
 * @param {{ [name: string]: any }} exports of the first half
 * @param {{ [module: string]: any }} imports that it was given
 * @param {() => WebAssembly.Module} rest the second half: asked for once, when a function of it is called
 * @returns {{ exports: { [name: string]: any }, join: (rest: WebAssembly.Module) => void }} what the whole would
 *   export; what takes the second half in before it is asked for
 */
export function halves(exports, imports, rest) {
  const names = Object.keys(exports);
  const whole = Object.fromEntries(names.filter((name) => !name.startsWith(OWN)).map((name) => [name, exports[name]]));
  const tables = names.filter((name) => name.startsWith(Export.table(0).slice(0, -1)));
  /** @type {WebAssembly.Table} */
  const between = exports[Export.table(tables.length - 1)];
  const asking = between.length - 1;
  /** @param {WebAssembly.Module} module */
  const join = (module) => {
    new WebAssembly.Instance(module, { ...imports, [JOINT]: exports }); // fills the table between the two
  };
  const passed = new WebAssembly.Instance(new WebAssembly.Module(PASSING), { e: { f: () => join(rest()) } });
  between.set(asking, passed.exports.f);
  return { exports: whole, join };
}
