// @ts-check
// Zeros for what no snapshot needs: freed memory, and the few bytes behind an object that fill up its piece of memory.
// Both are full of what was there before, and nobody reads them.

const WORD = 4;
const HEAD = 2 * WORD; // in front of each piece of memory that malloc has cut: what it knows of it
const IN_USE = 2;
const FLAGS = 7;
const LINKS = 4 * WORD; // a free piece begins with its head and its place in a list
const TREE_LINKS = 8 * WORD; // a large one with its place in a tree
const LARGE = 256;
const SMALLEST = 16;
const GC_HEAD = 2 * WORD;
const MOST_COUNTED = 1 << 20; // where a pointer lies, a count of references would be larger, but for objects for ever
const FOR_EVER = 0x50000000;

/** What is asked of Pyodide's module: addresses and functions that its WebAssembly exports.
 * @typedef {{ ___heap_base: number, _emscripten_get_sbrk_ptr: () => number, _PyUnicode_Type: number,
 *   _PyBytes_Type: number, _PyFloat_Type: number, _PyTuple_Type: number }} Exports */

/**
 * Go through the pieces of memory that malloc has cut, but for the last, a mark.
 * @param {Uint32Array} words a memory
 * @param {Exports} known
 * @param {(at: number, size: number, used: boolean) => void} visit
 */
export function visitPieces(words, known, visit) {
  const end = words[known._emscripten_get_sbrk_ptr() / WORD];
  let at = Math.ceil(known.___heap_base / HEAD) * HEAD;
  while (at < end) {
    const head = words[at / WORD + 1];
    const size = head - (head & FLAGS);
    if (size < SMALLEST || at + size > end) throw new Error(`${at}: a piece of memory cannot have ${size} bytes`);
    if (at + size < end) visit(at, size, (head & IN_USE) !== 0);
    at += size;
  }
}

/**
 * @param {Uint32Array} words a memory
 * @param {Exports} known
 * @param {(at: number) => void} visit each text that lies in a piece of its own
 */
export function visitTexts(words, known, visit) {
  const { _PyUnicode_Type: type } = known; // asked for once: Pyodide's module looks each name up
  visitPieces(words, known, (at, _, used) => {
    const text = at + HEAD;
    if (used && words[text / WORD + 1] === type && isCount(words[text / WORD])) visit(text);
  });
}

/** @param {number} word whether an object can begin with it: the count of its references */
const isCount = (word) => word <= MOST_COUNTED || word >= FOR_EVER;

/**
 * @param {Uint32Array} words a memory
 * @param {number} at an object of a kind whose size is known
 * @param {Exports} known
 * @returns {number} how many bytes it has; 0 where there is none
 */
function sizeOf(words, at, known) {
  const [count, type, length, , state] = words.subarray(at / WORD, at / WORD + 5);
  if (!isCount(count)) return 0;
  if (type === known._PyUnicode_Type) {
    const [width, compact, ascii] = [(state >> 2) & 7, state & 0x20, state & 0x40];
    return compact && (ascii ? 5 * WORD : 7 * WORD) + (length + 1) * width;
  }
  const [basic, each] = words.subarray(type / WORD + 4, type / WORD + 6); // tp_basicsize, tp_itemsize
  return basic + each * length;
}

/**
 * @param {Uint32Array} words a memory
 * @param {number} start where something lies that is in use
 * @param {Exports} known
 * @returns {number} where an object of a known kind begins there; 0 where none does
 */
function objectAt(words, start, known) {
  const [type, typeBehind] = [words[start / WORD + 1], words[(start + GC_HEAD) / WORD + 1]];
  if ([known._PyUnicode_Type, known._PyBytes_Type, known._PyFloat_Type].includes(type)) return start;
  return typeBehind === known._PyTuple_Type ? start + GC_HEAD : 0;
}

/**
 * @param {Uint8Array<ArrayBuffer>} memory of a kernel that is at rest, changed in place
 * @param {Exports} known
 */
export function clean(memory, known) {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / WORD);
  visitPieces(words, known, (at, size, used) => {
    const object = used ? objectAt(words, at + HEAD, known) : 0;
    const length = object && sizeOf(words, object, known);
    const rest = at + size + WORD - object - length; // a piece in use goes on to the size of the next
    if (!used) memory.fill(0, at + (size < LARGE ? LINKS : TREE_LINKS), at + size);
    if (!length || rest < 0 || rest >= SMALLEST) return;
    memory.fill(0, object + length, object + length + rest);
    if (words[object / WORD + 1] === known._PyUnicode_Type) words[object / WORD + 4] &= 0xff; // what is known of a text
  });
}
