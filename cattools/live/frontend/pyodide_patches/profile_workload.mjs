// @ts-check
// At build time, finds the Pyodide functions that a kernel needs: those called when it runs a workload like a page's.
import { LEGAL } from "../../../widgets/frontend/protocol.js";
import { copyBuffers } from "../worker/python_buffers.mjs";
import { KIND } from "./wasm_format.mjs";
import { called, instrumented } from "./wasm_split.mjs";

/** @import { Wasm } from "./wasm_format.mjs" */

// Python code that returns the addresses of all types.
const TYPES = `
def below(base):
    yield id(base)
    for derived in type.__subclasses__(base):
        yield from below(derived)
[*below(object)]
`;
const COLLECTOR_FIELDS = [24, 92, 96]; // offsets of tp_dealloc, tp_traverse and tp_clear in a type object

const CELLS = "# %%"; // start of each cell in profile_workload.txt
const FAILING = " an error"; // title of a cell that must fail
const PAGE = "exercise";
const MAX_AREAS = 8; // number of areas pressed on each board, legal or not
const MAX_PRESSES = 24; // maximum number of legal presses

/**
 * @typedef {object} Board a board's widget
 * @property {string} id
 * @property {string} state the JSON of its initial state, with the quotation marks of the HTML unescaped
 * @property {string[]} legal areas where a press is legal now
 */

/**
 * @param {string} state
 * @param {string} attribute
 * @returns {string[]} the attribute's distinct values in the board's HTML
 */
function valuesOf(state, attribute) {
  const found = state.matchAll(new RegExp(`${attribute}="([^"]+)`, "g"));
  return [...new Set([...found].map(([, value]) => value))];
}

/**
 * @param {string} state
 * @returns {object[]} one message for each form: with the last option of every choice and a number in every text field
 */
function forms(state) {
  return [...state.matchAll(/<form.*?data-form="([^"]+)".*?<\/form>/gs)].map(([markup, form]) => {
    const values = Object.fromEntries(valuesOf(markup, " name").map((name) => [name, "12"]));
    for (const [select] of markup.matchAll(/<select.*?<\/select>/gs))
      values[valuesOf(select, " name")[0]] = valuesOf(select, " value").at(-1) ?? "";
    return { kind: "form", form, values };
  });
}

/**
 * @param {string} state
 * @returns {object[]} one message of each kind that a page can send to its board
 */
function messages(state) {
  const areas = valuesOf(state, "data-id").slice(0, MAX_AREAS);
  const parts = valuesOf(state, "data-part");
  const places = Object.fromEntries(parts.map((part, n) => [part, [n * 50.25, 0.5, 1.375]]));
  return [
    { kind: "view", wide: 900, tall: 700, places, theme: "light", still: true },
    { kind: "kept_games", games: {}, able: true },
    { kind: "untouched" },
    { kind: "hover", area: areas[0] },
    { kind: "query", area: areas[0] },
    ...areas.map((area) => ({ kind: "press", area })),
    ...areas.map((area) => ({ kind: "press", area, finger: true })),
    { kind: "drag", area: areas[0], to: areas[1] },
    { kind: "hover", area: null },
    { kind: "back" },
    { kind: "typed", text: "a1 b2" },
    { kind: "view", wide: 400, tall: 900, places, theme: "dark" },
    { kind: "frame", id: 1, at: 33.4 },
    { kind: "remembered", name: "pace", value: "once" },
    { kind: "address", fragment: "#game=nonsense" },
    { kind: "nonsense" },
  ];
}

/**
 * @param {Board} board
 * @param {(content: object) => void} send
 */
function play(board, send) {
  for (const content of messages(board.state)) send(content);
  for (let n = 0; n < MAX_PRESSES && board.legal.length; n += 1)
    send({ kind: "press", area: board.legal[(n * 7) % board.legal.length] });
  for (const tool of valuesOf(board.state, "data-tool")) send({ kind: "tool", tool });
  for (const form of forms(board.state)) send(form);
}

/**
 * @param {any} kernel the newly imported module catkernel
 * @param {string} cells content of profile_workload.txt
 */
function exercise(kernel, cells) {
  /** @type {Map<string, Board>} */
  const boards = new Map();
  let error = "";
  kernel.connect((/** @type {string} */ kind, /** @type {string} */ text, /** @type {any} */ buffers) => {
    copyBuffers(buffers);
    const { id, data, ...output } = JSON.parse(text);
    if (kind === "output" && output.kind === "error") error = output.text;
    if (kind === "comm_open" && data.state?.markup)
      boards.set(id, { id, state: JSON.stringify(data.state).replaceAll('\\"', '"'), legal: [] });
    const board = boards.get(id);
    const names = data?.content?.names ?? data?.state?.names;
    if (board && names) board.legal = Object.keys(names).filter((area) => names[area][1] & LEGAL);
  });
  for (const [n, cell] of cells.split(CELLS).entries()) {
    const [title] = cell.split("\n", 1);
    error = "";
    kernel.run(`${PAGE}.${n}`, cell.slice(title.length));
    if (Boolean(error) !== title.startsWith(FAILING))
      throw new Error(`profiling workload, ${title}: ${error || "no error"}`);
  }
  for (const board of [...boards.values()])
    play(board, (content) => {
      const data = { method: "custom", content };
      kernel.receive("comm_msg", JSON.stringify({ id: board.id, data }), []);
    });
  kernel.close(`${PAGE}.1`);
  kernel.forget(PAGE);
}

/**
 * @param {() => Promise<any>} start starts a kernel as the worker does, with its packed files
 * @param {Wasm} whole Pyodide's WebAssembly
 * @param {string} cells content of profile_workload.txt
 * @returns {Promise<Set<number>>} the functions that the kernel needs
 */
export async function needed(start, whole, cells) {
  const { instantiate } = WebAssembly;
  const instrumentedModule = new WebAssembly.Module(instrumented(whole));
  /** @type {{ [name: string]: any }} */
  let exports = {};
  // Pyodide compiles its own WebAssembly and other modules with this function; its own is recognized by the length.
  WebAssembly.instantiate = /** @type {any} */ (
    async (/** @type {any} */ source, /** @type {any} */ imports) => {
      if (source.byteLength !== whole.length) return instantiate(source, imports);
      const instance = await instantiate(instrumentedModule, imports);
      exports = instance.exports;
      return { module: instrumentedModule, instance };
    }
  );
  const kernel = await start();
  WebAssembly.instantiate = instantiate;
  exercise(kernel.pyimport("catkernel"), cells);
  return new Set([...called(exports), ...collectors(kernel, whole.imported(KIND.function))]);
}

/**
 * Return the functions that the garbage collector can call at any time, whether the workload has called them or not.
 * @param {any} kernel
 * @param {number} imported number of imported functions, whose indices come first
 * @returns {Set<number>}
 */
function collectors(kernel, imported) {
  const { HEAP32, wasmTable } = kernel._module;
  const places = kernel.runPython(TYPES).toJs();
  const slots = places.flatMap((/** @type {number} */ type) =>
    COLLECTOR_FIELDS.map((field) => HEAP32[(type + field) / 4]),
  );
  // An exported function's name is its function index, as WebAssembly specifies.
  const found = slots.filter(Boolean).map((/** @type {number} */ slot) => Number(wasmTable.get(slot).name) - imported);
  return new Set(found.filter((/** @type {number} */ n) => n >= 0));
}
