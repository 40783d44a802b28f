// @ts-check
// The file of a snapshot: what differs from the memory of a just-made instance.
// u32 words [magic, stamp, runs], [offset, length] for each run, then the bytes of the runs.

const MAGIC = 0x43415431;
const BLOCK = 256;
const HEAD_WORDS = 3;
const WORD = 4;

/** @typedef {[from: number, length: number]} Run */

/**
 * @param {Uint8Array} memory
 * @param {Uint8Array} fresh a just-made instance's
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
 * @param {Uint8Array} memory
 * @param {Uint8Array} fresh
 * @param {number} stamp
 * @returns {Uint8Array} the file
 */
export function pack(memory, fresh, stamp) {
  const runs = changedRuns(memory, fresh);
  const head = new Uint8Array(new Uint32Array([MAGIC, stamp, runs.length, ...runs.flat()]).buffer);
  const file = new Uint8Array(head.length + runs.reduce((sum, [, length]) => sum + length, 0));
  file.set(head);
  let at = head.length;
  for (const [from, length] of runs) {
    file.set(memory.subarray(from, from + length), at);
    at += length;
  }
  return file;
}

/**
 * Lay a snapshot over the memory of a just-made instance.
 * @param {Uint8Array} file
 * @param {Uint8Array} memory
 * @param {number} wanted the stamp of the build
 */
export function restore(file, memory, wanted) {
  const words = new Uint32Array(file.buffer, file.byteOffset, file.length / WORD);
  const [magic, stamp, count] = words;
  if (magic !== MAGIC || stamp !== wanted) throw new Error("the snapshot is of another build");
  const runs = words.subarray(HEAD_WORDS, HEAD_WORDS + 2 * count);
  let at = (HEAD_WORDS + 2 * count) * WORD;
  for (let n = 0; n < runs.length; n += 2) {
    const [from, length] = [runs[n], runs[n + 1]];
    memory.set(file.subarray(at, at + length), from);
    at += length;
  }
}
