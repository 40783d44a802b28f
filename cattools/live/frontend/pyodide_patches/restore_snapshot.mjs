// @ts-check
// Starts Pyodide from the memory snapshots made by make_snapshot.mjs.
import { readOut, restore } from "./snapshot_format.mjs";
import { putBack } from "./snapshot_rebuild.mjs";
import { prepared, trampoline } from "./wasm_instance.mjs";

/** An empty zip file. With a snapshot, Pyodide still requests the standard library, but an empty answer is enough. */
export const EMPTY_ZIP = Uint8Array.from([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]);

/** A pack's snapshot, as it arrives; null if it cannot be used.
 * @typedef {{ facts: SnapshotFacts, arriving: Promise<Uint8Array<ArrayBuffer>> }} PackSnapshot */

/**
 * Return the settings that make Pyodide start from a snapshot. The file contains only the differences from a new
 * instance's memory; a pack's file contains the differences from the memory of a kernel without packs.
 * Pyodide's own small header and the memory's size are in `head`, so that the instance can be created while the
 * snapshot is still arriving.
 * @param {NonNullable<typeof __SNAPSHOT_HEAD__>} head
 * @param {Promise<Uint8Array<ArrayBuffer>>} arriving
 * @param {PackSnapshot | null} pack the pack that the kernel starts with; if it does not arrive, the kernel has none
 * @param {(settings: any) => Promise<any>} createPyodideModule
 * @param {(name: string) => void} mark called after each step
 * @param {((memory: Uint8Array<ArrayBuffer>, facts: SnapshotFacts) => Promise<void>) | null} check called with the
 *   restored memory
 */
export function fromSnapshot(head, arriving, pack, createPyodideModule, mark, check) {
  /** @type {(coming: Promise<Uint8Array<ArrayBuffer>>, facts: SnapshotFacts) => Promise<{ facts: SnapshotFacts,
   *   file: Uint8Array<ArrayBuffer>, runs: import("./snapshot_format.mjs").Run[] }>} */
  const read = async (coming, facts) => {
    const file = await coming;
    return { facts, file, runs: readOut(file, head.memory, facts.stamp, OPTIMIZATIONS.relative_addresses) };
  };
  const reading = read(arriving, head);
  reading.catch(() => {}); // handled when the instance is ready
  const readingPack = pack && read(pack.arriving, pack.facts).catch(() => null);
  return {
    _loadSnapshot: Uint8Array.from(atob(head.base64), (c) => c.charCodeAt(0)),
    /** @param {any} settings */
    createPyodideModule: async (settings) => {
      const module = await createPyodideModule(prepared(settings, head.memory));
      const ownTrampoline = trampoline(module).value;
      mark("instance");
      const base = await reading;
      const own = await readingPack;
      if (module.HEAPU8.length !== head.memory) throw new Error("the memory has a different size");
      const functions = ownTrampoline ? head.functions : head.functions - 1;
      if (module.wasmTable.length !== functions) throw new Error("the function table has a different length");
      const { facts } = own ?? base;
      restore(base.file, base.runs, module.HEAPU8);
      if (own) restore(own.file, own.runs, module.HEAPU8);
      mark("laid");
      if (OPTIMIZATIONS.omit_recomputable) putBack(module.HEAPU8, module, facts.first);
      mark("restored");
      await check?.(module.HEAPU8, facts);
      trampoline(module).value = ownTrampoline; // the only word of the memory that can differ from the snapshot
      return module;
    },
  };
}
