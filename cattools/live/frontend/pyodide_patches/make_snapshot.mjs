// @ts-check
// Takes the memory snapshots of kernels at build time: one with everything but the packs, and one with each pack, of
// which only the difference from the first is stored.
import { createHash } from "node:crypto";
import { pack as packed } from "./snapshot_format.mjs";
import { LINKS, leaveOut, putBack, putInOrder } from "./snapshot_rebuild.mjs";
import { prepared, trampoline } from "./wasm_instance.mjs";
import { clean } from "./zero_free_memory.mjs";

/** @param {string} pack */
const loading = (pack) => `livekernel.load_pack("${pack}")`;
const SETTLE = `
import gc
import io
# A stream's buffer contains leftover data. Nothing reads from stdin, so its buffer can be minimal.
sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(sys.stdin.detach().detach(), 1))
gc.collect()
gc.freeze()  # moves all objects into one list, which later collections skip
`;
// A full collection moves all objects from one of the collector's two spaces to the other; a flag of each object says
// which space it is in.
const OTHER_SPACE = `
gc.unfreeze()
gc.collect()
gc.freeze()
`;
const SPACE = 1; // this flag, in an object's link to the next one
const SCATTERED = 32; // bytes in a block of the difference between two kernels; small, as reference counts differ
const TRACKED_OBJECT = "id(vars(livekernel))"; // address of an object in the garbage collector's list

/** How to start Pyodide at build time.
 * @typedef {object} Core
 * @property {(settings: object) => Promise<any>} loadPyodide
 * @property {(settings: any) => Promise<any>} createPyodideModule
 * @property {string} indexURL Pyodide's folder
 * @property {string} library the packed standard library
 * @property {string} start Python code that imports the kernel and what every page needs
 * @property {(kernel: any) => void} addPackages makes the packed packages and the packs importable */

/** What the worker needs to know about a memory in order to restore it.
 * @typedef {{ first: number, stamp: number, sha256: string }} Facts */
/** A memory to store, without the recomputable data if that is omitted.
 * @typedef {Facts & { sent: Uint8Array<ArrayBuffer> }} Image */

/** The snapshots, with the metadata that the worker needs to restore them. */
class Snapshots {
  /**
   * @param {Core} core
   * @param {Uint8Array<ArrayBuffer>} head Pyodide's own header
   * @param {Image} base the memory of a kernel without packs
   * @param {{ [name: string]: Uint8Array<ArrayBuffer> }} files by pack; "" stands for the kernel without packs
   * @param {{ [pack: string]: Facts }} packs
   * @param {number} functions length of the function table
   * @param {boolean} omitted whether the memories lack recomputable data
   */
  constructor(core, head, base, files, packs, functions, omitted) {
    this.core = core;
    this.head = head;
    this.base = base;
    this.files = files;
    this.omitted = omitted;
    /** @type {(name: string, facts: Facts) => Facts & { size: number }} */
    const facts = (name, { first, stamp, sha256 }) => ({ size: files[name].length, first, stamp, sha256 });
    this.metadata = {
      ...facts("", base),
      packs: Object.fromEntries(Object.entries(packs).map(([pack, known]) => [pack, facts(pack, known)])),
      memory: base.sent.length,
      functions,
      base64: Buffer.from(head).toString("base64"),
    };
  }

  /** @returns {Promise<any>} a kernel without packs, started in the same way as in the worker */
  start() {
    return startFrom(this.core, this.head, async (settings) => {
      const module = await this.core.createPyodideModule(prepared(settings, this.base.sent.length));
      module.HEAPU8.set(this.base.sent);
      if (this.omitted) putBack(module.HEAPU8, module, this.base.first);
      return module;
    });
  }
}

/** @type {(core: Core, head: Uint8Array, create: (settings: any) => Promise<any>) => Promise<any>} */
const startFrom = ({ loadPyodide, indexURL }, head, create) =>
  loadPyodide({ indexURL, _sysExecutable: "python", _loadSnapshot: head, createPyodideModule: create });

/** A memory in Pyodide's format, and the address of an entry in the garbage collector's list.
 * @typedef {{ snapshot: Uint8Array<ArrayBuffer>, listed: number }} Taken */

/**
 * @param {Core} core
 * @param {string[]} packs
 * @returns {Promise<{ [pack: string]: Taken }>} the memory of a kernel that has imported everything but the packs,
 *   under "", and of one that has then imported a pack, under the pack's name
 */
async function take({ loadPyodide, createPyodideModule, library, start, addPackages }, packs) {
  const kernel = await loadPyodide({
    createPyodideModule,
    _makeSnapshot: true,
    _sysExecutable: "python",
    stdLibURL: library,
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
  });
  addPackages(kernel);
  kernel.runPython(start);
  // Starting a kernel takes seconds, so all packs are imported into one kernel, whose memory is restored before each.
  // This loop must not wait: JavaScript's garbage collector would then release objects no longer in that memory.
  const started = kernel._module.HEAPU8.slice();
  const listed = kernel.runPython(TRACKED_OBJECT) - LINKS;
  // All memories use the same space: otherwise the flags of all objects would be in a pack's difference (240 kB).
  const isSecond = () => kernel._module.HEAPU32[listed / Uint32Array.BYTES_PER_ELEMENT] & SPACE;
  /** @type {{ [pack: string]: Taken }} */
  const taken = {};
  for (const pack of ["", ...packs]) {
    kernel._module.HEAPU8.set(started);
    kernel._module.HEAPU8.fill(0, started.length);
    if (pack) kernel.runPython(loading(pack));
    kernel.runPython(SETTLE);
    if (isSecond()) kernel.runPython(OTHER_SPACE);
    if (isSecond()) throw new Error("expected a full collection to move all objects to the first space");
    taken[pack] = { snapshot: kernel.makeMemorySnapshot(), listed };
  }
  return taken;
}

/** @type {(core: Core, snapshot: Uint8Array, bytes: number) => Promise<{ fresh: Uint8Array, instance: any }>} */
async function freshInstance(core, snapshot, bytes) {
  let fresh = new Uint8Array();
  /** @type {any} */
  let instance;
  await startFrom(core, snapshot, async (settings) => {
    instance = await core.createPyodideModule(prepared(settings, bytes));
    fresh = instance.HEAPU8.slice();
    if (!trampoline(instance).value) throw new Error("expected Python's trampoline in the snapshot's instance");
    return instance;
  });
  if (fresh.length !== bytes) {
    throw new Error(`expected ${bytes} bytes of memory as in the snapshot, found ${fresh.length}`);
  }
  return { fresh, instance };
}

/**
 * Remove recomputable data from a copy of a memory, and verify that it can be recomputed.
 * @param {Uint8Array<ArrayBuffer>} memory after `putInOrder`
 * @param {any} instance a new instance, whose memory is overwritten
 * @param {number} lowest address in the garbage collector's list
 * @returns {Uint8Array<ArrayBuffer>} the memory to send
 */
function withoutRecomputable(memory, instance, lowest) {
  const sent = memory.slice();
  leaveOut(sent, instance, lowest);
  instance.HEAPU8.set(sent);
  putBack(instance.HEAPU8, instance, lowest);
  if (Buffer.compare(instance.HEAPU8, memory)) throw new Error("the recomputed memory differs from the original");
  return sent;
}

/** @param {Taken} taken */
const headOf = ({ snapshot }) => snapshot.slice(0, new Uint32Array(snapshot.buffer, 0, 4)[1]);

/**
 * @param {Taken} taken
 * @param {number} size of the memory to make; can be larger than the memory taken
 * @param {any} instance a new instance, whose memory is overwritten
 * @param {typeof OPTIMIZATIONS} on
 * @returns {Image}
 */
function imageOf(taken, size, instance, on) {
  const memory = new Uint8Array(size);
  memory.set(taken.snapshot.subarray(headOf(taken).length));
  if (on.zero_free_memory) clean(memory, instance);
  const first = on.omit_recomputable ? putInOrder(memory, instance, taken.listed) : 0;
  const sha256 = createHash("sha256").update(memory).digest("hex");
  const sent = on.omit_recomputable ? withoutRecomputable(memory, instance, first) : memory;
  return { sent, first, stamp: Number.parseInt(sha256.slice(0, 8), 16), sha256 };
}

/**
 * @param {Core} core
 * @param {string[]} packs
 * @param {typeof OPTIMIZATIONS} on
 * @returns {Promise<Snapshots>}
 */
export async function makeSnapshots(core, packs, on) {
  const taken = await take(core, packs);
  const head = headOf(taken[""]);
  for (const pack of packs)
    if (Buffer.compare(headOf(taken[pack]), head))
      throw new Error(`expected the snapshot with ${pack} to have the header of the one without packs`);
  const size = Math.max(...Object.values(taken).map(({ snapshot }) => snapshot.length - head.length));
  const { fresh, instance } = await freshInstance(core, taken[""].snapshot, size);
  const base = imageOf(taken[""], size, instance, on);
  /** @type {{ [name: string]: Uint8Array<ArrayBuffer> }} */
  const files = { "": packed(base.sent, fresh, base.stamp, on.relative_addresses) };
  /** @type {{ [pack: string]: Facts }} */
  const facts = {};
  for (const pack of packs) {
    const { sent, ...known } = imageOf(taken[pack], size, instance, on);
    files[pack] = packed(sent, base.sent, known.stamp, on.relative_addresses, SCATTERED);
    facts[pack] = known;
  }
  return new Snapshots(core, head, base, files, facts, instance.wasmTable.length, on.omit_recomputable);
}
