// @ts-check
// Streaming decompression of files that the build has compressed (compress.mjs). Browsers do not decompress these
// files, because a static file host does not send the Content-Encoding header.

const WORD = 4;
const MAX_RESULT = 0xffffff00; // a higher return value of zstd is an error code

/** The exports of zstd's decoder, a WebAssembly module, that are used here.
 * @typedef {{ memory: { buffer: ArrayBuffer }, malloc(size: number): number, free(place: number): void,
 *   ZSTD_createDCtx(): number, ZSTD_DStreamOutSize(): number,
 *   ZSTD_decompressStream(context: number, out: number, input: number): number }} Zstd */

const IMPORTS = { env: { emscripten_notify_memory_growth() {} } };

/** Decompresses one file. */
class Unpacker {
  /**
   * @param {WebAssembly.Instance} instance of the decoder
   * @param {string} name the file's name, for error messages
   */
  constructor({ exports }, name) {
    this.zstd = /** @type {Zstd} */ (/** @type {unknown} */ (exports));
    this.name = name;
    this.context = this.zstd.ZSTD_createDCtx();
    this.blockSize = this.zstd.ZSTD_DStreamOutSize();
    this.out = this.zstd.malloc(this.blockSize);
    this.places = this.zstd.malloc(6 * WORD); // ZSTD_outBuffer and ZSTD_inBuffer: pointer, size, position
    this.missing = 1; // 0 at the end of the compressed data
  }

  /** ZSTD_outBuffer and ZSTD_inBuffer. A new view each time, because growing the memory detaches the old view. */
  get structs() {
    return new Uint32Array(this.zstd.memory.buffer, this.places, 6);
  }

  /**
   * Copy a chunk into zstd's memory.
   * @param {Uint8Array} chunk compressed data
   * @returns {number} its address there
   */
  copyIn(chunk) {
    const input = this.zstd.malloc(chunk.length);
    new Uint8Array(this.zstd.memory.buffer).set(chunk, input);
    return input;
  }

  /** Decompress as much as fits into the output buffer. Throws if the data is damaged. */
  decompress() {
    this.missing = this.zstd.ZSTD_decompressStream(this.context, this.places, this.places + 3 * WORD) >>> 0;
    if (this.missing > MAX_RESULT) throw new Error(`${this.name} is damaged`);
  }

  /**
   * @param {Uint8Array} chunk compressed data
   * @returns {Generator<Uint8Array<ArrayBuffer>>} the decompressed data, block by block
   */
  *blocks(chunk) {
    const { zstd, out, blockSize } = this;
    const input = this.copyIn(chunk);
    this.structs.set([out, blockSize, 0, input, chunk.length, 0]);
    for (let [produced, read] = [blockSize, 0]; read < chunk.length || produced === blockSize; ) {
      this.structs[2] = 0;
      this.decompress();
      [, , produced, , , read] = this.structs;
      yield new Uint8Array(zstd.memory.buffer, out, produced).slice();
    }
    zstd.free(input);
  }

  /**
   * Decompress a chunk into a given buffer, after the data of the previous chunks.
   * @param {Uint8Array} chunk compressed data
   * @param {number} place the buffer's address in zstd's memory
   * @param {number} size the buffer's size in bytes
   * @param {number} from number of bytes already filled
   * @returns {number} number of bytes filled now
   */
  fill(chunk, place, size, from) {
    const input = this.copyIn(chunk);
    this.structs.set([place, size, from, input, chunk.length, 0]);
    for (let [filled, read] = [from, 0]; read < chunk.length; ) {
      const before = filled + read;
      this.decompress();
      [, , filled, , , read] = this.structs;
      if (filled + read === before) throw new Error(`${this.name} is damaged`);
    }
    this.zstd.free(input);
    return this.structs[2];
  }

  /** Check that the data is complete. */
  end() {
    if (this.missing) throw new Error(`${this.name} is truncated`);
  }
}

/**
 * Yield to other tasks.
 * @returns {Promise<void>} resolves after the tasks already queued; a timer would take milliseconds longer
 */
function nextTask() {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

/**
 * Decompress a file as it arrives, with a break after every block: on a phone, decompressing without a break would
 * block the page for up to a second, and a busy worker for several seconds.
 * @param {WebAssembly.Module | null} decoder if null, files are not compressed
 * @param {string} name the file's name, for error messages
 * @returns {Promise<TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>>}
 */
export async function unpackStream(decoder, name) {
  if (!decoder) return new TransformStream();
  const unpacker = new Unpacker(await WebAssembly.instantiate(decoder, IMPORTS), name);
  return new TransformStream({
    async transform(chunk, to) {
      for (const block of unpacker.blocks(chunk)) {
        if (block.length) to.enqueue(block);
        await nextTask();
      }
    },
    flush: () => unpacker.end(),
  });
}

/** A file of known size, decompressed into one buffer as it arrives, without intermediate copies. */
export class StreamedFile {
  /**
   * @param {WebAssembly.Module | null} decoder if null, the file is not compressed
   * @param {string} name the file's name, for error messages
   * @param {number} size decompressed size in bytes
   */
  constructor(decoder, name, size) {
    this.unpacker = decoder && new Unpacker(new WebAssembly.Instance(decoder, IMPORTS), name);
    this.bytes = new Uint8Array(decoder ? 0 : size);
    this.size = size;
    this.place = this.unpacker?.zstd.malloc(size) ?? 0;
    this.filled = 0;
  }

  /** @param {Uint8Array} chunk compressed data */
  take(chunk) {
    if (this.unpacker) this.filled = this.unpacker.fill(chunk, this.place, this.size, this.filled);
    else {
      this.bytes.set(chunk, this.filled);
      this.filled += chunk.length;
    }
  }

  /** @returns {Uint8Array<ArrayBuffer>} the whole file */
  whole() {
    if (!this.unpacker) return this.bytes;
    this.unpacker.end();
    return new Uint8Array(this.unpacker.zstd.memory.buffer, this.place, this.filled);
  }
}

/**
 * Decompress a file synchronously.
 * @param {WebAssembly.Module | null} decoder
 * @param {string} name
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpackSync(decoder, name, bytes) {
  if (!decoder) return bytes;
  const unpacker = new Unpacker(new WebAssembly.Instance(decoder, IMPORTS), name);
  const blocks = [...unpacker.blocks(bytes)];
  unpacker.end();
  const all = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  return all;
}
