// @ts-check
// Starts Pyodide from a memory snapshot made by make_snapshot.mjs.
import { readOut, restore } from "./snapshot_format.mjs";
import { putBack } from "./snapshot_rebuild.mjs";
import { prepared, trampoline } from "./wasm_instance.mjs";

/** An empty zip file. With a snapshot, Pyodide still requests the standard library, but an empty answer is enough. */
export const EMPTY_ZIP = Uint8Array.from([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]);

/**
 * Return the settings that make Pyodide start from a snapshot. The file contains only the differences from a new
 * instance's memory.
 * Pyodide's own small header and the memory's size are in `head`, so that the instance can be created while the
 * snapshot is still arriving.
 * @param {NonNullable<typeof __SNAPSHOT_HEAD__>} head
 * @param {Promise<Uint8Array<ArrayBuffer>>} arriving
 * @param {(settings: any) => Promise<any>} createPyodideModule
 * @param {(name: string) => void} mark called after each step
 * @param {((memory: Uint8Array<ArrayBuffer>) => Promise<void>) | null} check called with the restored memory
 */
export function fromSnapshot(head, arriving, createPyodideModule, mark, check) {
  const reading = arriving.then((file) => ({
    file,
    runs: readOut(file, head.memory, head.stamp, OPTIMIZATIONS.relative_addresses),
  }));
  reading.catch(() => {}); // handled when the instance is ready
  return {
    _loadSnapshot: Uint8Array.from(atob(head.base64), (c) => c.charCodeAt(0)),
    /** @param {any} settings */
    createPyodideModule: async (settings) => {
      const module = await createPyodideModule(prepared(settings, head.memory));
      const ownTrampoline = trampoline(module).value;
      mark("instance");
      const { file, runs } = await reading;
      if (module.HEAPU8.length !== head.memory) throw new Error("the memory has a different size");
      const functions = ownTrampoline ? head.functions : head.functions - 1;
      if (module.wasmTable.length !== functions) throw new Error("the function table has a different length");
      restore(file, runs, module.HEAPU8);
      mark("laid");
      if (OPTIMIZATIONS.omit_recomputable) putBack(module.HEAPU8, module, head.first);
      mark("restored");
      await check?.(module.HEAPU8);
      trampoline(module).value = ownTrampoline; // the only word of the memory that can differ from the snapshot
      return module;
    },
  };
}
