// @ts-check
// How the build packs the kernel's large files, and what unpacks them. Zstandard is a quarter smaller than gzip and as
// quickly unpacked; what is smaller still (xz) would keep a phone's processor busy for seconds.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

const { ZSTD_c_compressionLevel, ZSTD_c_windowLog, ZSTD_c_checksumFlag } = zlib.constants;
const LEVEL = 19; // above it nothing gets smaller
const EIGHT_MB = 23; // as a power of two: what has to be remembered while unpacking

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function packed(bytes) {
  const params = { [ZSTD_c_compressionLevel]: LEVEL, [ZSTD_c_windowLog]: EIGHT_MB, [ZSTD_c_checksumFlag]: 1 };
  return zlib.zstdCompressSync(bytes, { params, pledgedSrcSize: bytes.length });
}

/**
 * @param {string} npm where the packages are
 * @returns {Uint8Array<ArrayBuffer>} zstd's decoder in WebAssembly; the package's own script would fetch it from a
 *   `data:` address, which a page may not
 */
export function decoderOf(npm) {
  const script = fs.readFileSync(path.join(npm, "node_modules", "zstddec", "dist", "zstddec-stream.mjs"), "utf8");
  const base64 = /const wasm = "([^"]+)"/.exec(script)?.[1];
  if (!base64) throw new Error("zstddec was expected to hold its decoder as a text");
  return new Uint8Array(Buffer.from(base64, "base64"));
}
