// @ts-check
// The file of a snapshot: what differs from the memory of a just-made instance.
// u32 words [magic, stamp, runs], [offset, length] for each run, then the words of the runs, addresses as how near they
// are: what is made together lies together, and the same few numbers are packed smaller than as many addresses.

const MAGIC = 0x43415431;
const BLOCK = 256;
const HEAD_WORDS = 3;
const WORD = 4;

// How near an address is to the word that holds it, and to the address before it, is told by numbers about these, which
// nothing else is likely to be.
const HERE = 0x80000000;
const NEAR_HERE = 1024;
const BEFORE = 0x90000000;
const NEAR_BEFORE = 256;
const LOWEST = 1 << 23; // addresses below are of what was made with Python itself

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
 * Exchange the numbers about one for those about another.
 * @param {number} word
 * @param {number} one
 * @param {number} other not near the first
 * @param {number} reach
 * @returns {number} the word, or what it is exchanged for; exchanged once more it is the same again
 */
function exchanged(word, one, other, reach) {
  const [from, back] = [(word - one) | 0, (word - other) | 0];
  if (from > -reach && from < reach) return (other + from) >>> 0;
  return back > -reach && back < reach ? (one + back) >>> 0 : word;
}

/**
 * @param {Uint8Array} memory
 * @param {Uint8Array} fresh
 * @param {number} stamp
 * @returns {Uint8Array} the file
 */
export function pack(memory, fresh, stamp) {
  const runs = changedRuns(memory, fresh);
  const sent = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / WORD);
  const file = [MAGIC, stamp, runs.length, ...runs.flat()];
  let before = 0;
  for (const [from, length] of runs)
    for (let at = from; at < from + length; at += WORD) {
      const word = exchanged(sent[at / WORD], at, HERE, NEAR_HERE);
      file.push(exchanged(word, before, BEFORE, NEAR_BEFORE));
      if (word >= LOWEST && word < memory.length) before = word;
    }
  return new Uint8Array(new Uint32Array(file).buffer);
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
  const laid = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / WORD);
  const end = memory.length;
  let next = HEAD_WORDS + 2 * count;
  let before = 0;
  for (let n = HEAD_WORDS; n < HEAD_WORDS + 2 * count; n += 2)
    for (let at = words[n]; at < words[n] + words[n + 1]; at += WORD) {
      const word = exchanged(words[next], before, BEFORE, NEAR_BEFORE);
      next += 1;
      if (word >= LOWEST && word < end) before = word;
      laid[at / WORD] = exchanged(word, at, HERE, NEAR_HERE);
    }
}
