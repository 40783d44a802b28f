// @ts-check
// By default, Pyodide fetches and compiles its WebAssembly in the worker. Here the page does both while the worker is
// still loading. Pyodide's request in the worker is therefore answered locally, and Pyodide uses the page's module.
/** @import { DeferredWasm } from "./deferred_wasm.mjs" */

/**
 * Replace `fetch` while Pyodide starts, so that requests for `files` are answered with the given content.
 * @param {{ [file: string]: BodyInit | null }} files
 * @param {() => Promise<any>} start
 */
export async function withAnswers(files, start) {
  const { fetch } = self;
  self.fetch = (request, ...rest) => {
    const file = Object.keys(files).find((name) => String(request).includes(name));
    return file ? Promise.resolve(new Response(files[file])) : fetch(request, ...rest);
  };
  try {
    return await start();
  } finally {
    self.fetch = fetch;
  }
}

/**
 * Make Pyodide use a module that is already compiled.
 * @param {WebAssembly.Module} wasm Pyodide's WebAssembly, or its first half
 * @param {DeferredWasm | null} rest the second half
 */
export function useCompiled(wasm, rest) {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (_, imports = {}) => {
    WebAssembly.instantiateStreaming = instantiateStreaming;
    const instance = await WebAssembly.instantiate(wasm, imports);
    return { module: wasm, instance: rest ? { exports: rest.wholeExports(instance, imports) } : instance };
  };
}
