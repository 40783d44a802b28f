// @ts-check
// The snapshot's file format. The file contains the difference from a new instance's memory, as runs of changed words.
// It consists of u32 words: [magic, stamp, number of runs], [offset, length] for each run, then the words of the runs.
import { decode, encode } from "./relative_addresses.mjs";

const MAGIC = 0x43415431;
const BLOCK = 256; // bytes
const HEAD_WORDS = 3;
const WORD = 4;

/** @typedef {[from: number, length: number]} Run */

/**
 * @param {Uint8Array} memory
 * @param {Uint8Array} fresh memory of a new instance
 * @param {number} block size of a block in bytes
 * @returns {Run[]} where the memories differ, in whole blocks
 */
export function changedRuns(memory, fresh, block) {
  /** @type {Run[]} */
  const runs = [];
  for (let from = 0; from < memory.length; from += block) {
    const end = Math.min(from + block, memory.length);
    if (isSame(memory, fresh, from, end)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === from) last[1] += end - from;
    else runs.push([from, end - from]);
  }
  return runs;
}

/** @type {(memory: Uint8Array, fresh: Uint8Array, from: number, end: number) => boolean} */
function isSame(memory, fresh, from, end) {
  for (let at = from; at < end; at += 1) if (memory[at] !== fresh[at]) return false;
  return true;
}

/**
 * @param {Uint8Array} file
 * @param {number} runs number of runs
 * @returns {Int32Array} a view of the runs' words in the file
 */
function contentOf(file, runs) {
  const from = (HEAD_WORDS + 2 * runs) * WORD;
  return new Int32Array(file.buffer, file.byteOffset + from, (file.length - from) / WORD);
}

/**
 * @param {Uint8Array} memory
 * @param {Uint8Array} fresh
 * @param {number} stamp
 * @param {boolean} relative whether to encode addresses as differences
 * @param {number} [block] size of the blocks that are compared, in bytes
 * @returns {Uint8Array<ArrayBuffer>} the file
 */
export function pack(memory, fresh, stamp, relative, block = BLOCK) {
  const runs = changedRuns(memory, fresh, block);
  const head = new Uint32Array([MAGIC, stamp, runs.length, ...runs.flat()]);
  const file = new Uint8Array(head.byteLength + runs.reduce((sum, [, length]) => sum + length, 0));
  file.set(new Uint8Array(head.buffer));
  let at = head.byteLength;
  for (const [from, length] of runs) {
    file.set(memory.subarray(from, from + length), at);
    at += length;
  }
  if (relative) encode(contentOf(file, runs.length), runs, memory.length);
  return file;
}

/**
 * Read where the runs belong in memory, and decode the addresses in their words. This does not need an instance, so it
 * can run while the instance is being created.
 * @param {Uint8Array<ArrayBuffer>} file changed in place
 * @param {number} size of the memory, in bytes
 * @param {number} wanted the stamp of the build; throws if the file has a different stamp
 * @param {boolean} relative as in `pack`
 * @returns {Run[]} the positions of the runs in memory
 */
export function readOut(file, size, wanted, relative) {
  const [magic, stamp, count] = new Uint32Array(file.buffer, file.byteOffset, HEAD_WORDS);
  if (magic !== MAGIC || stamp !== wanted) throw new Error("the snapshot belongs to another build");
  const numbers = new Uint32Array(file.buffer, file.byteOffset + HEAD_WORDS * WORD, 2 * count);
  /** @type {Run[]} */
  const runs = Array.from({ length: count }, (_, n) => [numbers[2 * n], numbers[2 * n + 1]]);
  if (relative) decode(contentOf(file, count), runs, size);
  return runs;
}

/**
 * Copy a snapshot over the memory of a new instance.
 * @param {Uint8Array} file decoded by `readOut`
 * @param {Run[]} runs
 * @param {Uint8Array} memory
 */
export function restore(file, runs, memory) {
  let at = (HEAD_WORDS + 2 * runs.length) * WORD;
  for (const [from, length] of runs) {
    memory.set(file.subarray(at, at + length), from);
    at += length;
  }
}
