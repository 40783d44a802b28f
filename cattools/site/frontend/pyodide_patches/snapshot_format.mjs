// @ts-check
// The snapshot's file format: the difference from a new instance's memory.
// u32 words [magic, stamp, runs], [offset, length] for each run, then the words of the runs. Addresses are encoded as
// small differences: objects created together are close in memory, and a few repeated numbers compress better than
// many different addresses.

const MAGIC = 0x43415431;
const BLOCK = 256;
const HEAD_WORDS = 3;
const WORD = 4;

// An address close to its own location is encoded as HERE plus the difference, one close to the previous address as
// BEFORE plus the difference. Other words are unlikely to be in these ranges.
const HERE = 0x80000000 | 0;
const NEAR_HERE = 1024;
const BEFORE = 0x90000000 | 0;
const NEAR_BEFORE = 256;
const LOWEST = 1 << 23; // lower addresses belong to what was created with Python itself

/** @typedef {[from: number, length: number]} Run */

/**
 * @param {Uint8Array} memory
 * @param {Uint8Array} fresh memory of a new instance
 * @returns {Run[]} where they differ, in whole blocks
 */
export function changedRuns(memory, fresh) {
  /** @type {Run[]} */
  const runs = [];
  for (let from = 0; from < memory.length; from += BLOCK) {
    const end = Math.min(from + BLOCK, memory.length);
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
 * Swap the range of numbers around `one` with the range around `other`. The swap is its own inverse.
 * @param {number} word
 * @param {number} one
 * @param {number} other must not be near `one`
 * @param {number} reach radius of the ranges
 * @returns {number} the swapped word, or the word itself if it is in neither range
 */
function exchanged(word, one, other, reach) {
  const from = (word - one) | 0;
  if (from < reach && from > -reach) return (other + from) | 0;
  const back = (word - other) | 0;
  return back < reach && back > -reach ? (one + back) | 0 : word;
}

/**
 * @param {Uint8Array} memory
 * @param {Uint8Array} fresh
 * @param {number} stamp
 * @returns {Uint8Array<ArrayBuffer>} the file
 */
export function pack(memory, fresh, stamp) {
  const runs = changedRuns(memory, fresh);
  const words = new Int32Array(memory.buffer, memory.byteOffset, memory.length / WORD);
  const file = [MAGIC, stamp, runs.length, ...runs.flat()];
  let before = 0;
  for (const [from, length] of runs)
    for (let at = from; at < from + length; at += WORD) {
      const word = exchanged(words[at / WORD], at, HERE, NEAR_HERE);
      file.push(exchanged(word, before, BEFORE, NEAR_BEFORE));
      if (word >= LOWEST && word < memory.length) before = word;
    }
  return new Uint8Array(new Uint32Array(file).buffer);
}

/**
 * Decode the addresses in a file. This needs no instance, so it can run while that is created.
 * @param {Uint8Array<ArrayBuffer>} file changed in place
 * @param {number} size of the memory, in bytes
 * @param {number} wanted the stamp of the build; throws if the file has another
 * @returns {Run[]} the positions of its words in memory
 */
export function readOut(file, size, wanted) {
  const [magic, stamp, count] = new Uint32Array(file.buffer, file.byteOffset, HEAD_WORDS);
  if (magic !== MAGIC || stamp !== wanted) throw new Error("the snapshot belongs to another build");
  const words = new Int32Array(file.buffer, file.byteOffset, file.length / WORD);
  /** @type {Run[]} */
  const runs = [];
  let next = HEAD_WORDS + 2 * count;
  let before = 0;
  for (let n = HEAD_WORDS; n < HEAD_WORDS + 2 * count; n += 2) {
    const [from, length] = [words[n], words[n + 1]];
    runs.push([from, length]);
    for (let at = from; at < from + length; at += WORD) {
      const word = exchanged(words[next], before, BEFORE, NEAR_BEFORE);
      if (word >= LOWEST && word < size) before = word;
      words[next] = exchanged(word, at, HERE, NEAR_HERE);
      next += 1;
    }
  }
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
