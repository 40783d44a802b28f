// @ts-check
// Zeroes memory that a snapshot does not need: free chunks, and the padding between an object and the end of its chunk.
// Both contain leftover data that is never read.

const WORD = 4;
const HEAD = 2 * WORD; // size of the header of each malloc chunk
const IN_USE = 2;
const FLAGS = 7;
const LINKS = 4 * WORD; // a free chunk begins with its header and its links in a list
const TREE_LINKS = 8 * WORD; // a large free chunk begins with its header and its links in a tree
const LARGE = 256;
const MIN_SIZE = 16;
const GC_HEAD = 2 * WORD;
const MAX_COUNT = 1 << 20; // maximum reference count of an ordinary object; pointers are larger numbers
const MIN_IMMORTAL = 0x50000000; // minimum reference count of an immortal object

/** The exports of Pyodide's WebAssembly that are used here: addresses and functions.
 * @typedef {{ ___heap_base: number, _emscripten_get_sbrk_ptr: () => number, _PyUnicode_Type: number,
 *   _PyBytes_Type: number, _PyFloat_Type: number, _PyTuple_Type: number }} Exports */

/**
 * Visit all malloc chunks except the last, which is a sentinel.
 * @param {Uint32Array} words the memory
 * @param {Exports} exports
 * @param {(at: number, size: number, used: boolean) => void} visit
 */
export function visitChunks(words, exports, visit) {
  const end = words[exports._emscripten_get_sbrk_ptr() / WORD];
  let at = Math.ceil(exports.___heap_base / HEAD) * HEAD;
  while (at < end) {
    const head = words[at / WORD + 1];
    const size = head - (head & FLAGS);
    if (size < MIN_SIZE || at + size > end) throw new Error(`${at}: a chunk of memory cannot have ${size} bytes`);
    if (at + size < end) visit(at, size, (head & IN_USE) !== 0);
    at += size;
  }
}

/**
 * @param {Uint32Array} words the memory
 * @param {Exports} exports
 * @param {(at: number) => void} visit called for each string that has its own chunk
 */
export function visitStrings(words, exports, visit) {
  const { _PyUnicode_Type: type } = exports; // read once, because Pyodide's module is a proxy
  visitChunks(words, exports, (at, _, used) => {
    const text = at + HEAD;
    if (used && words[text / WORD + 1] === type && isCount(words[text / WORD])) visit(text);
  });
}

/** @type {(word: number) => boolean} whether a word can be a reference count, the first word of an object */
const isCount = (word) => word <= MAX_COUNT || word >= MIN_IMMORTAL;

/**
 * @param {Uint32Array} words the memory
 * @param {number} at address of an object of a supported type
 * @param {Exports} exports
 * @returns {number} its size in bytes; 0 if it is not an object
 */
function sizeOf(words, at, exports) {
  const [count, type, length, , state] = words.subarray(at / WORD, at / WORD + 5);
  if (!isCount(count)) return 0;
  if (type === exports._PyUnicode_Type) {
    const [width, compact, ascii] = [(state >> 2) & 7, state & 0x20, state & 0x40];
    return compact && (ascii ? 5 * WORD : 7 * WORD) + (length + 1) * width;
  }
  const [basic, each] = words.subarray(type / WORD + 4, type / WORD + 6); // tp_basicsize, tp_itemsize
  return basic + each * length;
}

/**
 * @param {Uint32Array} words the memory
 * @param {number} start address after the header of a chunk in use
 * @param {Exports} exports
 * @returns {number} address of the object of a supported type in the chunk; 0 if there is none
 */
function objectAt(words, start, exports) {
  const [type, typeBehind] = [words[start / WORD + 1], words[(start + GC_HEAD) / WORD + 1]];
  if ([exports._PyUnicode_Type, exports._PyBytes_Type, exports._PyFloat_Type].includes(type)) return start;
  return typeBehind === exports._PyTuple_Type ? start + GC_HEAD : 0;
}

/**
 * Zero the memory that a snapshot does not need.
 * @param {Uint8Array<ArrayBuffer>} memory of an idle kernel, changed in place
 * @param {Exports} exports
 */
export function clean(memory, exports) {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / WORD);
  visitChunks(words, exports, (at, size, used) => {
    const object = used ? objectAt(words, at + HEAD, exports) : 0;
    const length = object && sizeOf(words, object, exports);
    const rest = at + size + WORD - object - length; // a chunk in use ends at the next chunk's size field
    if (!used) memory.fill(0, at + (size < LARGE ? LINKS : TREE_LINKS), at + size);
    if (!length || rest < 0 || rest >= MIN_SIZE) return;
    memory.fill(0, object + length, object + length + rest);
    // Only the low 8 bits of a string's state word are used.
    if (words[object / WORD + 1] === exports._PyUnicode_Type) words[object / WORD + 4] &= 0xff;
  });
}
