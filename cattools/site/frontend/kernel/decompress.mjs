// @ts-check
// What the build has packed (compress.mjs), unpacked as it arrives. No browser does it by itself for a site whose host
// knows nothing of it but files.

const WORD = 4;
const LEAST_ERROR = 0xffffff00; // what zstd answers above that is the number of an error

/** What is used of zstd's decoder, which comes compiled to WebAssembly.
 * @typedef {{ memory: { buffer: ArrayBuffer }, malloc(size: number): number, free(place: number): void,
 *   ZSTD_createDCtx(): number, ZSTD_DStreamOutSize(): number,
 *   ZSTD_decompressStream(context: number, out: number, input: number): number }} Zstd */

const IMPORTS = { env: { emscripten_notify_memory_growth() {} } };

/** One file as it is unpacked. */
class Unpacker {
  /**
   * @param {WebAssembly.Instance} instance of the decoder
   * @param {string} name of the file, for whoever hears that it is damaged
   */
  constructor({ exports }, name) {
    this.zstd = /** @type {Zstd} */ (/** @type {unknown} */ (exports));
    this.name = name;
    this.context = this.zstd.ZSTD_createDCtx();
    this.room = this.zstd.ZSTD_DStreamOutSize();
    this.out = this.zstd.malloc(this.room);
    this.places = this.zstd.malloc(6 * WORD); // of zstd's two buffers: where, how large, how far
    this.missing = 1; // 0 at the end of what was packed
  }

  /** Where zstd's two buffers are, how large and how far: anew each time, since that memory grows. */
  get told() {
    return new Uint32Array(this.zstd.memory.buffer, this.places, 6);
  }

  /**
   * @param {Uint8Array} chunk of what was packed
   * @returns {number} where it lies in zstd's memory
   */
  given(chunk) {
    const input = this.zstd.malloc(chunk.length);
    new Uint8Array(this.zstd.memory.buffer).set(chunk, input);
    return input;
  }

  /** Unpack what there is room for. */
  go() {
    this.missing = this.zstd.ZSTD_decompressStream(this.context, this.places, this.places + 3 * WORD) >>> 0;
    if (this.missing > LEAST_ERROR) throw new Error(`${this.name} is damaged`);
  }

  /**
   * @param {Uint8Array} chunk of what was packed
   * @returns {Generator<Uint8Array<ArrayBuffer>>} what comes of it, block by block
   */
  *blocks(chunk) {
    const { zstd, out, room } = this;
    const input = this.given(chunk);
    this.told.set([out, room, 0, input, chunk.length, 0]);
    for (let [come, read] = [room, 0]; read < chunk.length || come === room; ) {
      this.told[2] = 0;
      this.go();
      [, , come, , , read] = this.told;
      yield new Uint8Array(zstd.memory.buffer, out, come).slice();
    }
    zstd.free(input);
  }

  /**
   * @param {Uint8Array} chunk of what was packed, unpacked behind what has come of those before it
   * @param {number} place in zstd's memory
   * @param {number} size bytes there
   * @param {number} from how many of them are filled
   * @returns {number} how many are now
   */
  lay(chunk, place, size, from) {
    const input = this.given(chunk);
    this.told.set([place, size, from, input, chunk.length, 0]);
    for (let [filled, read] = [from, 0]; read < chunk.length; ) {
      const before = filled + read;
      this.go();
      [, , filled, , , read] = this.told;
      if (filled + read === before) throw new Error(`${this.name} is damaged`);
    }
    this.zstd.free(input);
    return this.told[2];
  }

  /** There is no more. */
  end() {
    if (this.missing) throw new Error(`${this.name} is cut`);
  }
}

/**
 * @param {WebAssembly.Module} decoder
 * @param {string} name of the file, for whoever hears that it is damaged
 * @param {() => Promise<void>} [pause] between two blocks: lets a page do what else it has to
 * @returns {Promise<TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>>}
 */
export async function unpacking(decoder, name, pause) {
  const unpacker = new Unpacker(await WebAssembly.instantiate(decoder, IMPORTS), name);
  return new TransformStream({
    async transform(chunk, to) {
      for (const block of unpacker.blocks(chunk)) {
        if (block.length) to.enqueue(block);
        if (pause) await pause();
      }
    },
    flush: () => unpacker.end(),
  });
}

/** A file of known size, unpacked as it arrives into one piece of memory, with no copy on the way. */
export class Arriving {
  /**
   * @param {WebAssembly.Module} decoder
   * @param {string} name of the file, for whoever hears that it is damaged
   * @param {number} size unpacked, in bytes
   */
  constructor(decoder, name, size) {
    this.unpacker = new Unpacker(new WebAssembly.Instance(decoder, IMPORTS), name);
    this.size = size;
    this.place = this.unpacker.zstd.malloc(size);
    this.filled = 0;
  }

  /** @param {Uint8Array} chunk of what was packed */
  take(chunk) {
    this.filled = this.unpacker.lay(chunk, this.place, this.size, this.filled);
  }

  /** @returns {Uint8Array<ArrayBuffer>} all of it */
  whole() {
    this.unpacker.end();
    return new Uint8Array(this.unpacker.zstd.memory.buffer, this.place, this.filled);
  }
}

/**
 * Unpack a file at one go, for whoever cannot wait.
 * @param {WebAssembly.Module} decoder
 * @param {string} name
 * @param {Uint8Array} bytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpackedNow(decoder, name, bytes) {
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
