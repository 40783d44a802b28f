// @ts-check
// The size of a WebAssembly instance's memory.

const PAGE = 65536;

/**
 * @param {number} have bytes
 * @param {number} wanted bytes
 * @returns {number} how many pages a memory has to grow by
 */
export function missingPages(have, wanted) {
  return Math.max(0, Math.ceil((wanted - have) / PAGE));
}

/**
 * Let a just-made instance, which begins with a fixed memory, have as much as a snapshot needs.
 * @template {{ instantiateWasm: (imports: object, done: (instance: any, module: any) => unknown) => unknown }} Settings
 * @param {Settings} settings of Pyodide's module
 * @param {number} bytes
 * @returns {Settings}
 */
export function withMemory(settings, bytes) {
  const { instantiateWasm } = settings;
  settings.instantiateWasm = (imports, done) =>
    instantiateWasm(imports, (instance, module) => {
      const { memory } = instance.exports;
      const missing = missingPages(memory.buffer.byteLength, bytes);
      if (missing) memory.grow(missing);
      done(instance, module);
    });
  return settings;
}
