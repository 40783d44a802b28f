// @ts-check
// What the build has packed (packed.mjs), unpacked as it arrives. No browser does it by itself for a site whose host
// knows nothing of it but files.

const WORD = 4;
const LEAST_ERROR = 0xffffff00; // what zstd answers above that is the number of an error

/** What is used of zstd's decoder, which comes compiled to WebAssembly.
 * @typedef {{ memory: WebAssembly.Memory, malloc(size: number): number, free(place: number): void,
 *   ZSTD_createDCtx(): number, ZSTD_DStreamOutSize(): number,
 *   ZSTD_decompressStream(context: number, out: number, input: number): number }} Zstd */

/**
 * @param {WebAssembly.Module} decoder
 * @param {string} name of the file, for whoever hears that it is damaged
 * @param {() => Promise<void>} [pause] between two blocks: lets a page do what else it has to
 * @returns {Promise<TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>>}
 */
export async function unpacking(decoder, name, pause) {
  const { exports } = await WebAssembly.instantiate(decoder, { env: { emscripten_notify_memory_growth() {} } });
  const zstd = /** @type {Zstd} */ (/** @type {unknown} */ (exports));
  const context = zstd.ZSTD_createDCtx();
  const room = zstd.ZSTD_DStreamOutSize();
  const out = zstd.malloc(room);
  const places = zstd.malloc(6 * WORD); // of zstd's two buffers: where, how large, how far
  let missing = 1; // 0 at the end of what was packed
  /** @type {NonNullable<Transformer<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>["transform"]>} */
  const transform = async (chunk, to) => {
    const input = zstd.malloc(chunk.length);
    new Uint8Array(zstd.memory.buffer).set(chunk, input);
    const told = () => new Uint32Array(zstd.memory.buffer, places, 6); // anew, since that memory grows
    told().set([out, room, 0, input, chunk.length, 0]);
    for (let [come, read] = [room, 0]; read < chunk.length || come === room; ) {
      told()[2] = 0;
      missing = zstd.ZSTD_decompressStream(context, places, places + 3 * WORD) >>> 0;
      if (missing > LEAST_ERROR) throw new Error(`${name} is damaged`);
      [, , come, , , read] = told();
      if (come) to.enqueue(new Uint8Array(zstd.memory.buffer, out, come).slice());
      if (pause) await pause();
    }
    zstd.free(input);
  };
  const flush = () => {
    if (missing) throw new Error(`${name} is cut`);
  };
  return new TransformStream({ transform, flush });
}
