// @ts-check
// Takes the memory snapshot of a kernel that has imported everything, at build time.
import { createHash } from "node:crypto";
import { pack } from "./snapshot_format.mjs";
import { LINKS, leaveOut, putBack, putInOrder } from "./snapshot_rebuild.mjs";
import { prepared, trampoline } from "./wasm_instance.mjs";
import { clean } from "./zero_free_memory.mjs";

const IMPORT = `
import sys
sys.path.append("/lib/catlive.zip")
import catkernel
catkernel.preload()
import gc
import io
# A stream's buffer contains leftover data. Nothing reads from stdin, so its buffer can be minimal.
sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(sys.stdin.detach().detach(), 1))
gc.collect()
gc.freeze()  # moves all objects into one list, which later collections skip
`;
const TRACKED_OBJECT = "id(vars(catkernel))"; // address of an object in the garbage collector's list

/** How to start Pyodide at build time.
 * @typedef {object} Core
 * @property {(settings: object) => Promise<any>} loadPyodide
 * @property {(settings: any) => Promise<any>} createPyodideModule
 * @property {string} indexURL Pyodide's folder
 * @property {string} library the packed standard library
 * @property {(kernel: any) => void} addPackages make the packed packages importable */

/** A snapshot, with the metadata that the worker needs to restore it. */
class Snapshot {
  /**
   * @param {Core} core
   * @param {Uint8Array<ArrayBuffer>} head Pyodide's own header
   * @param {Uint8Array<ArrayBuffer>} memory without the recomputable data, if that is omitted
   * @param {Uint8Array<ArrayBuffer>} file
   * @param {{ functions: number, first: number, stamp: number, sha256: string }} metadata
   * @param {boolean} omitted whether `memory` lacks recomputable data
   */
  constructor(core, head, memory, file, metadata, omitted) {
    this.core = core;
    this.head = head;
    this.memory = memory;
    this.file = file;
    this.omitted = omitted;
    this.metadata = {
      size: file.length,
      memory: memory.length,
      ...metadata,
      base64: Buffer.from(head).toString("base64"),
    };
  }

  /** @returns {Promise<any>} a kernel, started from the snapshot in the same way as in the worker */
  start() {
    return startFrom(this.core, this.head, async (settings) => {
      const module = await this.core.createPyodideModule(prepared(settings, this.memory.length));
      module.HEAPU8.set(this.memory);
      if (this.omitted) putBack(module.HEAPU8, module, this.metadata.first);
      return module;
    });
  }
}

/** @type {(core: Core, head: Uint8Array, create: (settings: any) => Promise<any>) => Promise<any>} */
const startFrom = ({ loadPyodide, indexURL }, head, create) =>
  loadPyodide({ indexURL, _sysExecutable: "python", _loadSnapshot: head, createPyodideModule: create });

/**
 * @param {Core} core
 * @returns {Promise<{ snapshot: Uint8Array<ArrayBuffer>, listed: number }>} the memory of a kernel with everything
 *   imported, in Pyodide's format, and the address of an entry in the garbage collector's list
 */
async function take({ loadPyodide, createPyodideModule, library, addPackages }) {
  const kernel = await loadPyodide({
    createPyodideModule,
    _makeSnapshot: true,
    _sysExecutable: "python",
    stdLibURL: library,
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
  });
  addPackages(kernel);
  kernel.runPython(IMPORT);
  const listed = kernel.runPython(TRACKED_OBJECT) - LINKS;
  return { snapshot: kernel.makeMemorySnapshot(), listed };
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

/**
 * @param {Core} core
 * @param {typeof OPTIMIZATIONS} on
 * @returns {Promise<Snapshot>}
 */
export async function makeSnapshot(core, on) {
  const { snapshot, listed } = await take(core);
  const headLength = new Uint32Array(snapshot.buffer, 0, 4)[1];
  const memory = snapshot.subarray(headLength);
  const { fresh, instance } = await freshInstance(core, snapshot, memory.length);
  if (on.zero_free_memory) clean(memory, instance);
  const first = on.omit_recomputable ? putInOrder(memory, instance, listed) : 0;
  const sha256 = createHash("sha256").update(memory).digest("hex");
  const stamp = Number.parseInt(sha256.slice(0, 8), 16);
  const sent = on.omit_recomputable ? withoutRecomputable(memory, instance, first) : memory.slice();
  const file = pack(sent, fresh, stamp, on.relative_addresses);
  const metadata = { functions: instance.wasmTable.length, first, stamp, sha256 };
  return new Snapshot(core, snapshot.slice(0, headLength), sent, file, metadata, on.omit_recomputable);
}
