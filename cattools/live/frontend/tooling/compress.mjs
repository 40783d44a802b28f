// @ts-check
// Compresses the kernel's large files at build time and provides the decoder. Zstandard files are a quarter smaller
// than gzip files and decompress as fast; xz files would be even smaller, but keep a phone's CPU busy for seconds.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

const { ZSTD_c_compressionLevel, ZSTD_c_windowLog, ZSTD_c_checksumFlag } = zlib.constants;
const LEVEL = 19; // higher levels bring no gain
const EIGHT_MB = 23; // base-2 logarithm of the window size, which the decoder must hold in memory

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function packed(bytes) {
  const params = { [ZSTD_c_compressionLevel]: LEVEL, [ZSTD_c_windowLog]: EIGHT_MB, [ZSTD_c_checksumFlag]: 1 };
  return zlib.zstdCompressSync(bytes, { params, pledgedSrcSize: bytes.length });
}

/**
 * @param {string} npm folder that contains node_modules
 * @returns {Uint8Array<ArrayBuffer>} zstd's decoder in WebAssembly; the package's own script would fetch it from a
 *   `data:` URL, which the pages' Content Security Policy forbids
 */
export function decoderOf(npm) {
  const script = fs.readFileSync(path.join(npm, "node_modules", "zstddec", "dist", "zstddec-stream.mjs"), "utf8");
  const base64 = /const wasm = "([^"]+)"/.exec(script)?.[1];
  if (!base64) throw new Error("expected zstddec to contain its decoder as base64");
  return new Uint8Array(Buffer.from(base64, "base64"));
}
