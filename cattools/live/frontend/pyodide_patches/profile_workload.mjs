// @ts-check
// At build time, finds the Pyodide functions that a kernel needs: those called when it runs a workload like a page's.
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

const CELLS = "# %%"; // start of each cell of a workload
const FAILING = " an error"; // title of a cell that must fail
const PAGE = "exercise";

/** What a book adds to the profile: it sees the kernel's messages, and then sends what pages send to its widgets.
 * @typedef {object} Exercise
 * @property {(kind: string, message: any) => void} take
 * @property {(send: (widget: string, content: object) => void) => void} play */

/** The changes of a widget's value that a page sends, by the type of the value.
 * @type {{ [type: string]: (value: any) => any }} */
const CHANGED = {
  number: (value) => value + 1,
  boolean: (value) => !value,
  string: (value) => `${value}1`,
  object: (value) => value,
};

/**
 * @param {any} kernel the module livekernel
 * @param {string} cells of the workload
 * @param {() => Exercise} [more]
 */
function exercise(kernel, cells, more) {
  const book = more?.();
  /** The values of widgets, by id.
   * @type {Map<string, any>} */
  const values = new Map();
  let error = "";
  kernel.connect((/** @type {string} */ kind, /** @type {string} */ text, /** @type {any} */ buffers) => {
    copyBuffers(buffers);
    const message = JSON.parse(text);
    if (kind === "output" && message.kind === "error") error = message.text;
    if (kind === "comm_open" && message.data.state?.value !== undefined)
      values.set(message.id, message.data.state.value);
    book?.take(kind, message);
  });
  for (const [n, cell] of cells.split(CELLS).entries()) {
    const [title] = cell.split("\n", 1);
    error = "";
    kernel.run(`${PAGE}.${n}`, cell.slice(title.length));
    if (Boolean(error) !== title.startsWith(FAILING))
      throw new Error(`profiling workload, ${title}: ${error || "no error"}`);
  }
  /** @type {(id: string, data: object) => void} */
  const send = (id, data) => kernel.receive("comm_msg", JSON.stringify({ id, data }), []);
  for (const [id, value] of values)
    send(id, { method: "update", state: { value: CHANGED[typeof value]?.(value) }, buffer_paths: [] });
  book?.play((id, content) => send(id, { method: "custom", content }));
  kernel.close(`${PAGE}.1`);
  kernel.forget(PAGE);
}

/**
 * @param {() => Promise<any>} start starts a kernel as the worker does, with its packed files
 * @param {Wasm} whole Pyodide's WebAssembly
 * @param {string} cells of the workload
 * @param {() => Exercise} [more]
 * @param {Uint8Array} [messages] in another language; the first cell is then run again in that language
 * @returns {Promise<Set<number>>} the functions that the kernel needs
 */
export async function needed(start, whole, cells, more, messages) {
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
  const live = kernel.pyimport("livekernel");
  exercise(live, cells, more);
  if (messages) {
    live.translate(messages);
    exercise(live, cells.split(CELLS).slice(0, 2).join(CELLS), more);
  }
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
