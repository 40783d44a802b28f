// node snapshot.mjs JOB.json: byte-compile the kernel's tree, zip it, take the memory snapshot, bundle the worker.
// JOB: {npm, out, sources, tree}
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { withMemory } from "./memory.mjs";

// Node would show a failure with the line it came from, here a whole bundle.
process.on("uncaughtException", (error) => { fs.writeSync(2, `${error.message}\n`); process.exit(1); });

const BLOCK = 256, MAGIC = 0x43415431;
const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const core = path.join(job.npm, "node_modules", "pyodide");
const out = (file) => path.join(job.out, file);
const { loadPyodide, version } = await import(pathToFileURL(path.join(core, "pyodide.mjs")));
const { default: createModule } = await import(pathToFileURL(path.join(core, "pyodide.asm.mjs")));

// 1. The zip, compiled by the very Python that will read it.
function put(FS, from, to) {
  FS.mkdirTree(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [a, b] = [path.join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isDirectory()) put(FS, a, b); else FS.writeFile(b, new Uint8Array(fs.readFileSync(a)));
  }
}
const packer = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" } }); // an error is told by its line alone
put(packer.FS, job.tree, "/tree");
packer.runPython(`
import pathlib, py_compile, zipfile
root = pathlib.Path("/tree")
with zipfile.ZipFile("/catlive.zip", "w") as pack:
    for file in sorted(f for f in root.rglob("*") if f.is_file()):
        name, data = str(file.relative_to(root)), file.read_bytes()
        if file.suffix == ".py":
            data = pathlib.Path(py_compile.compile(str(file), "/one.pyc", name, doraise=True, optimize=2,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)).read_bytes()
            name += "c"
        pack.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)
`);
const zip = packer.FS.readFile("/catlive.zip");
fs.writeFileSync(out("catlive.zip"), zip);
const lock = JSON.parse(fs.readFileSync(path.join(core, "pyodide-lock.json"), "utf8"));

// 2. A kernel with everything imported, and its memory.
const kernel = await loadPyodide({ _makeSnapshot: true, _sysExecutable: "python", env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" } });
kernel.FS.writeFile("/lib/catlive.zip", zip);
kernel.runPython(`
import sys
sys.path.append("/lib/catlive.zip")
import catkernel
catkernel.preload()
`);
// Freed memory is full of what was there before; zeros in its place make the snapshot an eighth smaller.
kernel.runPython(`
def sweep():
    top = id(bytes(3 << 20))  # larger than any hole, so it lies above them all
    held, sizes = [], [1 << 20]
    while sizes[-1] > 540:
        sizes.append(sizes[-1] * 3 // 4)
    for size in [*sizes, *range(528, 32, -16)]:
        for _ in range(30000):
            zeros = bytes(size - 20)
            if id(zeros) >= top:
                break
            held.append(zeros)

import gc
gc.collect()
sweep()
del sweep
gc.collect()
`);
const snapshot = kernel.makeMemorySnapshot();

// 3. Only the blocks that differ from a just-made instance.
const headLength = new Uint32Array(snapshot.buffer, 0, 4)[1], memory = snapshot.subarray(headLength);
let fresh;
await loadPyodide({
  indexURL: core + path.sep, _sysExecutable: "python", _loadSnapshot: snapshot,
  createPyodideModule: async (settings) => {
    const module = await createModule(withMemory(settings, memory.length));
    fresh = module.HEAPU8.slice();
    return module;
  },
});
const runs = [];
if (fresh.length !== memory.length) throw new Error(`the snapshot's memory is ${memory.length} bytes, a new instance's ${fresh.length}`);
for (let i = 0; i < memory.length; i += BLOCK) {
  if (Buffer.compare(memory.subarray(i, i + BLOCK), fresh.subarray(i, i + BLOCK)) === 0) continue;
  const last = runs.at(-1);
  if (last && last[0] + last[1] === i) last[1] += BLOCK; else runs.push([i, BLOCK]);
}
const sha256 = createHash("sha256").update(memory).digest("hex"), stamp = parseInt(sha256.slice(0, 8), 16);
const words = Buffer.from(new Uint32Array([MAGIC, stamp, runs.length, ...runs.flat()]).buffer);
const packed = Buffer.concat([words, ...runs.map(([from, length]) => memory.subarray(from, from + length))]);
fs.writeFileSync(out("catlive.snapshot.bin"), zlib.gzipSync(packed, { level: 9 })); // .bin: hosts would label a .gz

// 4. The worker, which knows its snapshot.
const head = { memory: memory.length, stamp, sha256, base64: Buffer.from(snapshot.subarray(0, headLength)).toString("base64") };
const esbuild = createRequire(path.join(job.npm, "package.json"))("esbuild");
await esbuild.build({
  bundle: true, minify: true, format: "esm", target: "es2022", logLevel: "error", legalComments: "none",
  entryPoints: [path.join(job.sources, "worker.mjs")], outfile: out("kernel.mjs"),
  alias: { pyodide: path.join(core, "pyodide.mjs"), "pyodide-asm": path.join(core, "pyodide.asm.mjs") },
  external: ["node:*", "ws", "fs", "url", "path", "crypto", "child_process", "vm"],
  define: { __SNAPSHOT_HEAD__: JSON.stringify(head), __LOCK__: JSON.stringify(JSON.stringify({ info: { ...lock.info, version }, packages: {} })) },
});
process.exit(0); // Pyodide keeps Node alive
