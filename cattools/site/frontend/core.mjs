// @ts-check
// node core.mjs JOB.json: what the kernel takes of the packages as it is: Pyodide's WebAssembly, packed, and what
// unpacks it.  JOB: {npm, out}
import fs from "node:fs";
import path from "node:path";
import { decoderOf, packed } from "./packed.mjs";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const wasm = fs.readFileSync(path.join(job.npm, "node_modules", "pyodide", "pyodide.asm.wasm"));
fs.writeFileSync(path.join(job.out, "pyodide.asm.wasm.bin"), packed(wasm)); // .bin: no host takes it for something else
fs.writeFileSync(path.join(job.out, "zstd.wasm"), decoderOf(job.npm));
