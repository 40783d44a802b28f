// @ts-check
// node pack_python.mjs JOB.json: pack Python files for the kernel, compiled by the same Python that will load them.
// JOB: {npm, slim, packs, json, optimizations}: in each of `packs`, `packed` is the output file, and `tree` the folder
// to pack or null for Python's library; `json` is the prefix of the names of the TOML files that become JSON
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const PACK_FOLDER = `
import pathlib
import slim
root = pathlib.Path(TREE)
files = [f for f in root.rglob("*") if f.is_file()]
slim.pack({str(f.relative_to(root)): f.read_bytes() for f in files}, "/packed.zip", slim=SLIM, toml_as_json=JSON)
`;
const PACK_LIBRARY = `
import slim
slim.pack(slim.files_of("/lib/python314.zip"), "/packed.zip", slim=SLIM)
`;

/** @type {(FS: any, from: string, to: string) => void} */
function copyTree(FS, from, to) {
  FS.mkdirTree(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    if (entry.isDirectory()) copyTree(FS, source, `${to}/${entry.name}`);
    else FS.writeFile(`${to}/${entry.name}`, new Uint8Array(fs.readFileSync(source)));
  }
}

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const pyodide = path.join(job.npm, "node_modules", "pyodide", "pyodide.mjs");
const { loadPyodide } = await import(pathToFileURL(pyodide).href);
const packer = await loadPyodide();
packer.FS.writeFile("/home/pyodide/slim.py", fs.readFileSync(job.slim, "utf8"));
packer.globals.set("SLIM", job.optimizations.slim_python);
packer.globals.set("JSON", job.json);
for (const [n, { packed, tree }] of job.packs.entries()) {
  packer.globals.set("TREE", `/tree${n}`);
  if (tree) copyTree(packer.FS, tree, `/tree${n}`);
  packer.runPython(tree ? PACK_FOLDER : PACK_LIBRARY);
  fs.writeFileSync(packed, packer.FS.readFile("/packed.zip"));
}
process.exit(0); // Pyodide keeps Node alive
