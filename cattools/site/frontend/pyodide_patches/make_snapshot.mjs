// @ts-check
// node make_snapshot.mjs JOB.json: make the memory snapshot of a kernel with the packed files (pack_python.mjs), split
// Pyodide's WebAssembly by what such a kernel needs, bundle the worker.  JOB: {npm, out, sources, target, workload}
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { packed } from "../tooling/compress.mjs";
import { inModule, lean } from "./lean_glue.mjs";
import { exercise } from "./profile_workload.mjs";
import { shaken } from "./shaken_glue.mjs";
import { pack } from "./snapshot_format.mjs";
import { LINKS, leaveOut, putBack, putInOrder } from "./snapshot_rebuild.mjs";
import { KIND, Wasm } from "./wasm_format.mjs";
import { prepared, trampoline } from "./wasm_instance.mjs";
import { askedBy, called, counting, split } from "./wasm_split.mjs";
import { clean } from "./zero_free_memory.mjs";

// Print only the message: Node would also print the source line of the error, here a whole bundle.
process.on("uncaughtException", (error) => {
  fs.writeSync(2, `${error.message}\n`);
  process.exit(1);
});

const OURS = "/lib/catlive.zip";
const IMPORT = `
import sys
sys.path.append("${OURS}")
import catkernel
catkernel.preload()
import gc
import io
# A stream's buffer is full of what was in that memory before; nobody reads from this one.
sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(sys.stdin.detach().detach(), 1))
gc.collect()
gc.freeze()  # into one list, which is no longer gone through in every collection
`;
// The addresses of all types.
const TYPES = `
def below(one):
    yield id(one)
    for other in type.__subclasses__(one):
        yield from below(other)
[*below(object)]
`;
const OF_COLLECTOR = [24, 92, 96]; // offsets of tp_dealloc, tp_traverse and tp_clear in a type object
const LISTED = "id(vars(catkernel))"; // address of an object in the garbage collector's list

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const core = path.join(job.npm, "node_modules", "pyodide");
/** @param {string} file */
const out = (file) => path.join(job.out, file);
/** @type {(file: string) => Promise<any>} */
const load = (file) => import(pathToFileURL(file).href);
const { loadPyodide, version } = await load(path.join(core, "pyodide.mjs"));
const LEAN = "pyodide.lean.mjs";
/** @type {typeof import("esbuild")} */
const esbuild = createRequire(path.join(job.npm, "package.json"))("esbuild");
const whole = new Wasm(fs.readFileSync(path.join(core, "pyodide.asm.wasm")));
const leanScript = await shaken(
  lean(fs.readFileSync(path.join(core, "pyodide.asm.mjs"), "utf8")),
  new Set(whole.imports.map(({ name }) => name)),
  scripts(),
  async (module) => (await esbuild.transform(module, { format: "esm", treeShaking: true, logLevel: "error" })).code,
);
fs.writeFileSync(out(LEAN), leanScript);
const { default: createPyodideModule } = await load(out(LEAN));
fs.rmSync(out(LEAN));

/** @type {(kernel: any, file: string, place: string) => void} */
const putFile = (kernel, file, place) => kernel.FS.writeFile(place, new Uint8Array(fs.readFileSync(out(file))));

/**
 * @returns {Promise<{ snapshot: Uint8Array<ArrayBuffer>, listed: number }>} the memory of a kernel with everything
 *   imported, in Pyodide's format, and the address of an entry in the garbage collector's list
 */
async function takeSnapshot() {
  const kernel = await loadPyodide({
    createPyodideModule,
    _makeSnapshot: true,
    _sysExecutable: "python",
    stdLibURL: out("python_stdlib.zip"),
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
  });
  putFile(kernel, "catlive.zip", OURS);
  kernel.runPython(IMPORT);
  const listed = kernel.runPython(LISTED) - LINKS;
  return { snapshot: kernel.makeMemorySnapshot(), listed };
}

/** @type {(snapshot: Uint8Array, bytes: number) => Promise<{ fresh: Uint8Array, instance: any }>} */
async function freshInstance(snapshot, bytes) {
  let fresh = new Uint8Array();
  /** @type {any} */
  let instance;
  await fromSnapshot(snapshot, async (settings) => {
    instance = await createPyodideModule(prepared(settings, bytes));
    fresh = instance.HEAPU8.slice();
    if (!trampoline(instance).value) throw new Error("expected Python's trampoline in the snapshot's instance");
    return instance;
  });
  if (fresh.length !== bytes) {
    throw new Error(`expected ${bytes} bytes of memory as in the snapshot, found ${fresh.length}`);
  }
  return { fresh, instance };
}

/** @type {(snapshot: Uint8Array, create: (settings: any) => Promise<any>) => Promise<any>} */
const fromSnapshot = (snapshot, create) =>
  loadPyodide({
    indexURL: core + path.sep,
    _sysExecutable: "python",
    _loadSnapshot: snapshot,
    createPyodideModule: create,
  });

/**
 * Start a kernel as the worker does, with every function recording its calls, and run the pages' workload.
 * @param {Uint8Array} head Pyodide's own header of the snapshot
 * @param {Uint8Array} sent
 * @param {number} lowest address in the garbage collector's list
 * @param {Wasm} whole
 * @returns {Promise<Set<number>>} the functions that the kernel needs
 */
async function needed(head, sent, lowest, whole) {
  const { instantiate } = WebAssembly;
  const noting = new WebAssembly.Module(counting(whole));
  /** @type {{ [name: string]: any }} */
  let exports = {};
  // Pyodide compiles its own file here, recognized by its length; other modules are smaller.
  WebAssembly.instantiate = /** @type {any} */ (
    async (/** @type {any} */ source, /** @type {any} */ imports) => {
      if (source.byteLength !== whole.length) return instantiate(source, imports);
      const instance = await instantiate(noting, imports);
      exports = instance.exports;
      return { module: noting, instance };
    }
  );
  const kernel = await fromSnapshot(head, async (settings) => {
    const module = await createPyodideModule(prepared(settings, sent.length));
    module.HEAPU8.set(sent);
    putBack(module.HEAPU8, module, lowest);
    return module;
  });
  WebAssembly.instantiate = instantiate;
  putFile(kernel, "python_stdlib.zip", "/lib/python314.zip");
  putFile(kernel, "catlive.zip", OURS);
  exercise(kernel.pyimport("catkernel"), fs.readFileSync(job.workload, "utf8"));
  return new Set([...called(exports), ...collectors(kernel, whole.imported(KIND.function))]);
}

/**
 * Return the functions of all types that the garbage collector can call at any time, called here or not.
 * @param {any} kernel
 * @param {number} imported number of imported functions, whose indices come first
 * @returns {Set<number>}
 */
function collectors(kernel, imported) {
  const { HEAP32, wasmTable } = kernel._module;
  const places = kernel.runPython(TYPES).toJs();
  const slots = places.flatMap((/** @type {number} */ type) => OF_COLLECTOR.map((field) => HEAP32[(type + field) / 4]));
  // An exported function's name is its function index, as WebAssembly specifies.
  const found = slots.filter(Boolean).map((/** @type {number} */ slot) => Number(wasmTable.get(slot).name) - imported);
  return new Set(found.filter((/** @type {number} */ n) => n >= 0));
}

/** @returns {string} the scripts that use Pyodide's module, its own and ours, without their comments */
function scripts() {
  const ours = ["worker", "pyodide_patches", "kernel"].flatMap((folder) => {
    const inside = path.join(job.sources, folder);
    return fs.readdirSync(inside).map((file) => path.join(inside, file));
  });
  const files = [path.join(core, "pyodide.mjs"), ...ours];
  return files.map((file) => esbuild.transformSync(fs.readFileSync(file, "utf8")).code).join("\n");
}

/** @param {typeof __SNAPSHOT_HEAD__} head the snapshot's metadata for the worker */
async function bundleWorker(head) {
  const lock = JSON.parse(fs.readFileSync(path.join(core, "pyodide-lock.json"), "utf8"));
  const bare = JSON.stringify({ info: { ...lock.info, version }, packages: {} });
  /** @type {import("esbuild").Plugin} */
  const glue = {
    name: "glue",
    setup: (build) =>
      build.onLoad({ filter: /pyodide(\.asm)?\.mjs$/ }, ({ path: file }) => ({
        contents: file.endsWith(".asm.mjs") ? leanScript : inModule(fs.readFileSync(file, "utf8")),
        loader: "js",
      })),
  };
  await esbuild.build({
    plugins: [glue],
    bundle: true,
    minify: true,
    format: "esm",
    target: job.target,
    logLevel: "error",
    legalComments: "none",
    entryPoints: [path.join(job.sources, "worker/worker.mjs")],
    outfile: out("kernel.mjs"),
    alias: { pyodide: path.join(core, "pyodide.mjs"), "pyodide-asm": path.join(core, "pyodide.asm.mjs") },
    external: ["node:*", "ws", "fs", "url", "path", "crypto", "child_process", "vm"],
    define: { __SNAPSHOT_HEAD__: JSON.stringify(head), __LOCK__: JSON.stringify(bare) },
  });
}

/**
 * Remove recomputable data from a memory, and verify that it can be recomputed.
 * @param {Uint8Array<ArrayBuffer>} memory after `putInOrder`
 * @param {any} instance a new instance, whose memory is overwritten
 * @param {number} lowest address in the garbage collector's list
 * @returns {Uint8Array<ArrayBuffer>} the memory to send
 */
function sentOf(memory, instance, lowest) {
  const sent = memory.slice();
  leaveOut(sent, instance, lowest);
  instance.HEAPU8.set(sent);
  putBack(instance.HEAPU8, instance, lowest);
  if (Buffer.compare(instance.HEAPU8, memory)) throw new Error("the recomputed memory differs from the original");
  return sent;
}

const { snapshot, listed } = await takeSnapshot();
const headLength = new Uint32Array(snapshot.buffer, 0, 4)[1];
const memory = snapshot.subarray(headLength);
const { fresh, instance } = await freshInstance(snapshot, memory.length);
clean(memory, instance);
const first = putInOrder(memory, instance, listed);
const sha256 = createHash("sha256").update(memory).digest("hex");
const stamp = Number.parseInt(sha256.slice(0, 8), 16);
const sent = sentOf(memory, instance, first);
const file = pack(sent, fresh, stamp);
fs.writeFileSync(out("catlive.snapshot.bin"), packed(file));
const head = snapshot.slice(0, headLength);
const halves = split(whole, await needed(head, sent, first, whole), askedBy(whole, leanScript + scripts()));
for (const [name, half] of Object.entries({ "pyodide.asm.wasm": halves.first, "pyodide.rest.wasm": halves.rest })) {
  if (!WebAssembly.validate(half)) throw new Error(`expected ${name} to be valid WebAssembly`);
  fs.writeFileSync(out(`${name}.bin`), packed(half)); // .bin keeps hosts from giving it a special type
}
const base64 = Buffer.from(head).toString("base64");
const functions = instance.wasmTable.length;
await bundleWorker({ size: file.length, memory: memory.length, functions, first, stamp, sha256, base64 });
process.exit(0); // Pyodide keeps Node alive
