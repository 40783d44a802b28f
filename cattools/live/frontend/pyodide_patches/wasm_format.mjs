// @ts-check
// Reads and writes WebAssembly files, as far as needed to split Pyodide's file (wasm_split.mjs).

export const SECTION = { types: 1, imports: 2, functions: 3, tables: 4, globals: 6, exports: 7, elements: 9, code: 10 };
const TAGS = 13;
export const KIND = { function: 0, table: 1, memory: 2, global: 3, tag: 4 };
export const FUNCREF = 0x70;
export const I32 = 0x7f;
export const OP = { end: 0x0b, callIndirect: 0x11, localGet: 0x20, globalSet: 0x24, i32: 0x41 };
const FUNCTION_TYPE = 0x60;
const CONSTANTS = { i32: 0x41, i64: 0x42, f32: 0x43, f64: 0x44, global: 0x23, null: 0xd0, function: 0xd2 };
const REFERENCE = 0x63; // reference to a defined type: encoded in more than one byte
const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** @typedef {Uint8Array | number[]} Bytes */

/** A cursor over the bytes of a file. */
export class Reader {
  /**
   * @param {Uint8Array} bytes
   * @param {number} [at]
   */
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** @returns {number} */
  number() {
    let found = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      found |= (byte & 127) << shift;
      if (byte < 128) return found >>> 0;
    }
  }

  /** @param {number} length */
  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** @returns {string} */
  text() {
    return new TextDecoder().decode(this.take(this.number()));
  }

  /**
   * @template T
   * @param {() => T} each
   * @returns {T[]}
   */
  list(each) {
    return Array.from({ length: this.number() }, each);
  }

  /** Skip a global's initializer expression. */
  skipConstant() {
    const op = this.byte();
    if (op === CONSTANTS.f32) this.at += 4;
    else if (op === CONSTANTS.f64) this.at += 8;
    else if (Object.values(CONSTANTS).includes(op)) this.number();
    else throw new Error(`expected a constant in WebAssembly, found opcode ${op}`);
    if (this.byte() !== OP.end) throw new Error("expected the end of a constant in WebAssembly");
  }
}

/**
 * @param {number} value nonnegative
 * @returns {number[]}
 */
export function number(value) {
  const low = value & 127;
  return value < 128 ? [low] : [low | 128, ...number(value >>> 7)];
}

/**
 * @param {number} value nonnegative, encoded as a signed integer
 * @returns {number[]}
 */
export function signed(value) {
  const low = value & 127;
  return value < 64 ? [low] : [low | 128, ...signed(value >>> 7)];
}

/**
 * @param {string} content
 * @returns {number[]}
 */
export function text(content) {
  const bytes = new TextEncoder().encode(content);
  return [...number(bytes.length), ...bytes];
}

/**
 * @param {Bytes[]} parts
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @type {(items: Bytes[]) => Uint8Array} */
export const list = (items) => joined([number(items.length), ...items]);
/** @type {(body: Bytes) => Uint8Array} */
export const sized = (body) => joined([number(body.length), body]);
/** @type {(bodies: Bytes[]) => Uint8Array} */
export const code = (bodies) => list(bodies.map(sized));

/**
 * @param {{ id: number, body: Bytes }[]} sections
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function file(sections) {
  return joined([HEAD, ...sections.flatMap(({ id, body }) => [[id], sized(body)])]);
}

/** @typedef {{ from: string, name: string, kind: number, raw: Uint8Array }} Import `raw`: all bytes after the names */
/** @typedef {{ name: string, kind: number, index: number }} Export */
/** @typedef {{ type: number, mutable: number, raw: Uint8Array }} Global */

/** A parsed WebAssembly file. */
export class Wasm {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    const reader = new Reader(bytes, HEAD.length);
    this.length = bytes.length;
    /** @type {{ id: number, body: Uint8Array }[]} */
    this.sections = [];
    while (reader.at < bytes.length) this.sections.push({ id: reader.byte(), body: reader.take(reader.number()) });
    /** Number of parameters and results of each function type. */
    this.types = this.read(SECTION.types, typeOf);
    this.imports = this.read(SECTION.imports, importOf);
    /** Type index of each function defined in the file. */
    this.functions = this.read(SECTION.functions, (from) => from.number());
    this.tables = this.read(SECTION.tables, tableOf);
    this.tags = this.read(TAGS, (from) => from.take(1) && from.number());
    this.globals = this.read(SECTION.globals, globalOf);
    this.exports = this.read(SECTION.exports, exportOf);
    this.bodies = this.read(SECTION.code, (from) => from.take(from.number()));
  }

  /**
   * @param {number} id
   * @returns {Uint8Array}
   */
  section(id) {
    const found = this.sections.find((section) => section.id === id);
    if (!found) throw new Error(`expected section ${id} in Pyodide's WebAssembly`);
    return found.body;
  }

  /**
   * @template T
   * @param {number} id
   * @param {(from: Reader) => T} each
   * @returns {T[]}
   */
  read(id, each) {
    const reader = new Reader(this.section(id));
    return reader.list(() => each(reader));
  }

  /** @param {number} kind */
  imported(kind) {
    return this.imports.filter((one) => one.kind === kind).length;
  }

  /**
   * @param {{ [id: number]: Bytes }} others
   * @returns {Uint8Array<ArrayBuffer>} the file with these sections replaced
   */
  changed(others) {
    return file(this.sections.map(({ id, body }) => ({ id, body: others[id] ?? body })));
  }
}

/** @param {Reader} from */
function typeOf(from) {
  if (from.byte() !== FUNCTION_TYPE) throw new Error("expected only function types in WebAssembly");
  const [parameters, results] = [from.list(() => from.byte()), from.list(() => from.byte())];
  if ([...parameters, ...results].some((type) => type === REFERENCE || type === REFERENCE + 1))
    throw new Error("expected no type references in WebAssembly");
  return { parameterCount: parameters.length, resultCount: results.length };
}

/**
 * @param {Reader} from
 * @returns {Import}
 */
function importOf(from) {
  const [module, name] = [from.text(), from.text()];
  const begin = from.at;
  const kind = from.byte();
  if (kind === KIND.function) from.number();
  else if (kind === KIND.global) from.take(2);
  else throw new Error(`unexpected import of kind ${kind}`);
  return { from: module, name, kind, raw: from.bytes.subarray(begin, from.at) };
}

/**
 * @param {Reader} from
 * @returns {Uint8Array}
 */
function tableOf(from) {
  const begin = from.at;
  from.byte();
  if (from.byte() & 1) from.number();
  from.number();
  return from.bytes.subarray(begin, from.at);
}

/**
 * @param {Reader} from
 * @returns {Global}
 */
function globalOf(from) {
  const begin = from.at;
  const [type, mutable] = from.take(2);
  from.skipConstant();
  return { type, mutable, raw: from.bytes.subarray(begin, from.at) };
}

/**
 * @param {Reader} from
 * @returns {Export}
 */
function exportOf(from) {
  return { name: from.text(), kind: from.byte(), index: from.number() };
}
