// @ts-check
// node build_kernel.mjs JOB.json: make the kernel's files from the packed Python (pack_python.mjs): Pyodide's
// WebAssembly, the memory snapshot, the worker.  JOB: {npm, out, sources, target, start, workload, exercise, messages,
// packs, archives, translated, optimizations}: `start` is Python code that follows the import of the kernel, `workload`
// the files with the cells that the profiled kernel runs, `exercise` the script that sends what pages send, or null,
// `messages` the files with the kernel's and the packs' messages in another language, `translated` the packs that have
// messages
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { lean, withoutWorkerTest } from "../pyodide_patches/lean_glue.mjs";
import { makeSnapshots } from "../pyodide_patches/make_snapshot.mjs";
import { needed } from "../pyodide_patches/profile_workload.mjs";
import { Wasm } from "../pyodide_patches/wasm_format.mjs";
import { split, usedBy } from "../pyodide_patches/wasm_split.mjs";
import { PACK_FOLDER, packPath } from "../worker/packs.mjs";
import { packed } from "./compress.mjs";
import { constants } from "./constants.mjs";

// Print only the message: Node would also print the source line of the error, here a whole bundle.
process.on("uncaughtException", (error) => {
  fs.writeSync(2, `${error.message}\n`);
  process.exit(1);
});

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
/** @type {typeof OPTIMIZATIONS} */
const on = job.optimizations;
const core = path.join(job.npm, "node_modules", "pyodide");
/** @type {typeof import("esbuild")} */
const esbuild = createRequire(path.join(job.npm, "package.json"))("esbuild");
/** @param {string} file */
const out = (file) => path.join(job.out, file);
/** @type {(file: string) => Promise<any>} */
const load = (file) => import(pathToFileURL(file).href);
const { loadPyodide, version } = await load(path.join(core, "pyodide.mjs"));
const whole = fs.readFileSync(path.join(core, "pyodide.asm.wasm"));

const START = `
import sys
sys.path.append("/lib/catlive.zip")
import livekernel
${job.start}
`;

/** @type {(kernel: any, file: string, place: string) => void} */
const putFile = (kernel, file, place) => kernel.FS.writeFile(place, new Uint8Array(fs.readFileSync(out(file))));
/** @type {(kernel: any) => void} */
const addPackages = (kernel) => putFile(kernel, "catlive.zip", "/lib/catlive.zip");
/** @type {(kernel: any) => void} */
const addPacks = (kernel) => {
  kernel.FS.mkdirTree(PACK_FOLDER);
  for (const name of [...job.archives, ...job.messages.slice(1)]) putFile(kernel, name, packPath(name));
};

/** @returns {string} the code, without comments, of all scripts that use Pyodide's module: Pyodide's and ours */
function scripts() {
  const ours = ["worker", "pyodide_patches", "kernel"].flatMap((folder) => {
    const inside = path.join(job.sources, folder);
    return fs.readdirSync(inside).map((file) => path.join(inside, file));
  });
  const files = [path.join(core, "pyodide.mjs"), ...ours];
  return files.map((file) => esbuild.transformSync(fs.readFileSync(file, "utf8")).code).join("\n");
}

/** @returns {string} Pyodide's script for the worker and for the snapshot */
function glueScript() {
  const script = fs.readFileSync(path.join(core, "pyodide.asm.mjs"), "utf8");
  return on.lean_glue ? lean(script) : script;
}

/** @type {(glue: string) => Promise<import("../pyodide_patches/make_snapshot.mjs").Core>} */
async function coreWith(glue) {
  const file = out("pyodide.glue.mjs");
  fs.writeFileSync(file, glue);
  const { default: createPyodideModule } = await load(file);
  fs.rmSync(file);
  return {
    loadPyodide,
    createPyodideModule,
    indexURL: core + path.sep,
    library: out("python_stdlib.zip"),
    start: START,
    addPackages: (kernel) => {
      addPackages(kernel);
      addPacks(kernel);
    },
  };
}

/**
 * Write Pyodide's WebAssembly in one of three forms: unchanged, for Pyodide to load; compressed, for the page to
 * compile; or split into two halves, the first with the functions that a kernel started from the snapshot calls.
 * @param {string} glue
 * @param {Awaited<ReturnType<typeof makeSnapshots>> | null} snapshot
 */
async function writeWasm(glue, snapshot) {
  if (!on.compile_on_page) return fs.writeFileSync(out("pyodide.asm.wasm"), whole);
  if (!on.split_wasm || !snapshot) return write("pyodide.asm.wasm.bin", whole);
  const start = async () => {
    const kernel = await snapshot.start();
    putFile(kernel, "python_stdlib.zip", "/lib/python314.zip");
    addPackages(kernel);
    addPacks(kernel);
    return kernel;
  };
  const wasm = new Wasm(whole);
  const cells = job.workload.map((/** @type {string} */ file) => fs.readFileSync(file, "utf8")).join("\n");
  const exercise = job.exercise ? (await load(job.exercise)).exercise : undefined;
  const [translation] = job.messages;
  const messages = translation ? new Uint8Array(fs.readFileSync(out(translation))) : undefined;
  const called = await needed(start, wasm, cells, exercise, messages);
  const halves = split(wasm, called, usedBy(wasm, glue + scripts()));
  for (const half of Object.values(halves))
    if (!WebAssembly.validate(half)) throw new Error("expected the halves of Pyodide to be valid WebAssembly");
  write("pyodide.asm.wasm.bin", halves.first); // .bin keeps hosts from sending a special content type
  write("pyodide.rest.wasm.bin", halves.rest);
}

/** @type {(name: string, bytes: Uint8Array) => void} */
const write = (name, bytes) => fs.writeFileSync(out(name), on.compress ? packed(bytes) : bytes);

/** @type {(glue: string, head: typeof __SNAPSHOT_HEAD__) => Promise<unknown>} */
async function bundleWorker(glue, head) {
  const lock = JSON.parse(fs.readFileSync(path.join(core, "pyodide-lock.json"), "utf8"));
  const bare = JSON.stringify({ info: { ...lock.info, version }, packages: {} });
  /** @type {import("esbuild").Plugin} */
  const patched = {
    name: "glue",
    setup: (build) =>
      build.onLoad({ filter: /pyodide(\.asm)?\.mjs$/ }, ({ path: file }) => {
        const script = () => fs.readFileSync(file, "utf8");
        return {
          contents: file.endsWith(".asm.mjs") ? glue : on.lean_glue ? withoutWorkerTest(script()) : script(),
          loader: "js",
        };
      }),
  };
  return esbuild.build({
    plugins: [patched],
    bundle: true,
    minify: true,
    tsconfigRaw: {}, // esbuild would otherwise obey the type checker's tsconfig.json
    format: "esm",
    target: job.target,
    logLevel: "error",
    legalComments: "none",
    entryPoints: [path.join(job.sources, "worker/worker.mjs")],
    outfile: out("kernel.mjs"),
    alias: { pyodide: path.join(core, "pyodide.mjs"), "pyodide-asm": path.join(core, "pyodide.asm.mjs") },
    external: ["node:*", "ws", "fs", "url", "path", "crypto", "child_process", "vm"],
    define: {
      __SNAPSHOT_HEAD__: JSON.stringify(head),
      __LOCK__: JSON.stringify(bare),
      __PACKS__: JSON.stringify(job.archives),
      __TRANSLATED__: JSON.stringify(job.translated),
      __START__: JSON.stringify(START),
      ...constants(on),
    },
  });
}

const glue = glueScript();
const snapshot = on.snapshot ? await makeSnapshots(await coreWith(glue), job.packs, on) : null;
for (const [pack, file] of Object.entries(snapshot?.files ?? {}))
  write(pack ? `pack.${pack}.snapshot.bin` : "catlive.snapshot.bin", file);
await writeWasm(glue, snapshot);
await bundleWorker(glue, snapshot?.metadata ?? null);
process.exit(0); // Pyodide keeps Node alive
