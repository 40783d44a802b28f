// @ts-check
// node copy_zstd_decoder.mjs JOB.json: copy the decoder of the kernel's large files from its package.  JOB: {npm, out}
import fs from "node:fs";
import path from "node:path";
import { decoderOf } from "./compress.mjs";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
fs.writeFileSync(path.join(job.out, "zstd.wasm"), decoderOf(job.npm));
