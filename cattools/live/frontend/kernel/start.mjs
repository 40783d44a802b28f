// @ts-check
// Starts a kernel: creates its worker and passes it the large files, namely Pyodide (compiled) and the snapshots
// (compressed) of a kernel without packs and of the first board's pack. A restarted kernel reuses what has been loaded.

import { DownloadProgress } from "../page/download_progress.mjs";
import { download } from "../page/fetch_file.mjs";
import { unpackStream } from "./decompress.mjs";
import { uniqueName } from "./liveness.mjs";

/** The decoder; null if the files are not compressed.
 * @type {Promise<WebAssembly.Module | null> | undefined} */
let decoder;
/** Pyodide as compiled by the page; null if the worker compiles it.
 * @type {Promise<WebAssembly.Module | null> | undefined} */
let compiled;

const WASM = "pyodide.asm.wasm.bin";
const DECODER = "zstd.wasm";

/** Download progress of these files. */
export const downloads = new DownloadProgress();

/** Requests made before the kernel is started.
 * @type {Map<string, Promise<Response>>} */
const ahead = new Map();

/**
 * Request Pyodide ahead of time; the response is kept until a kernel starts. The snapshot is requested only when a
 * kernel starts, so that the first board's precomputed answers share the bandwidth with one large file, not two.
 * @param {Catlive} page
 */
export function requestAhead(page) {
  if (!OPTIMIZATIONS.compile_on_page) return;
  for (const name of OPTIMIZATIONS.compress ? [DECODER, WASM] : [WASM]) {
    const coming = request(page, name);
    coming.catch(() => {}); // handled by the code that awaits it
    ahead.set(name, coming);
  }
}

/**
 * @param {Catlive} page
 * @param {string} name a file, which is requested at low priority
 * @param {RequestCache} [cache]
 */
function request(page, name, cache) {
  return download(page.url(name), /** @type {RequestInit} */ ({ cache, priority: "low" }));
}

/**
 * @param {Catlive} page
 * @param {string} name of a file
 * @param {RequestCache} [cache]
 * @returns {Promise<Response>} the response to an early request, which can be used only once, or else to a new request
 */
function responseOf(page, name, cache) {
  const coming = ahead.get(name) ?? request(page, name, cache);
  ahead.delete(name);
  return coming;
}

/** @returns {Promise<unknown>} resolves when the compilation of Pyodide has succeeded or failed */
export const compiling = async () => compiled?.catch(() => {});

/**
 * @param {Catlive} page
 * @param {{ quick: boolean, check: boolean }} how `quick`: start from the snapshot; `check`: report its digest
 * @returns {Worker}
 */
export function startKernel(page, { quick, check }) {
  const language = page.hooks.language();
  const address = page.url("kernel.mjs") + (check ? "&check" : "") + (language && `&language=${language}`);
  const worker = new Worker(address, { type: "module", name: uniqueName() });
  const pack = quick ? firstPack() : "";
  const isRestart = page.worker !== undefined;
  page.worker = worker;
  page.early = [];
  /** @param {FromKernel} message stored until a `KernelConnection` takes over */
  const store = (message) => {
    page.early.push(message);
    if (message.kind === "fatal") page.fail(message.text);
  };
  worker.onmessage = ({ data }) => store(data);
  // Calls the current handler directly: WebKit dispatches no events to a terminated worker.
  /** @param {string} text */
  const fatal = (text) => worker.onmessage?.(new MessageEvent("message", { data: { kind: "fatal", text } }));
  worker.onerror = (event) => {
    event.preventDefault();
    fatal(`the kernel did not load: ${event.message ?? ""}`);
  };
  decoder ??= OPTIMIZATIONS.compress ? compileDecoder(page) : Promise.resolve(null);
  compiled ??= OPTIMIZATIONS.compile_on_page ? compile(page, decoder) : Promise.resolve(null);
  Promise.all([compiled, decoder]).then(
    ([wasm, decoder]) => {
      page.mark("wasm");
      worker.postMessage({ kind: "init", wasm, decoder, snapshot: quick, pack });
    },
    (error) => {
      compiled = undefined;
      decoder = undefined;
      fatal(`the kernel did not load: ${error?.message ?? error}`);
    },
  );
  // A restart uses the HTTP cache without revalidation: the build's stamp in the URL identifies the version.
  const cache = isRestart ? "force-cache" : "default";
  if (quick) sendSnapshot(page, worker, decoder, "", cache);
  if (pack) sendSnapshot(page, worker, decoder, pack, cache);
  return worker;
}

/** @returns {string} the pack of the page's first board, which the kernel has from the start; "" if there is none */
function firstPack() {
  const { packs = "" } = /** @type {HTMLElement | null} */ (document.querySelector("[data-packs]"))?.dataset ?? {};
  return packs.split(" ")[0];
}

/**
 * @param {Catlive} page
 * @returns {Promise<WebAssembly.Module>}
 */
async function compileDecoder(page) {
  return WebAssembly.compile(await (await responseOf(page, DECODER)).arrayBuffer());
}

/**
 * Request a large file.
 * @param {Catlive} page
 * @param {string} name
 * @param {RequestCache} cache
 * @returns {Promise<ReadableStream<Uint8Array<ArrayBuffer>>>} its bytes, counted as they arrive
 */
async function requestCounted(page, name, cache) {
  downloads.expect(name);
  return downloads.count(name, await responseOf(page, name, cache));
}

/**
 * @param {Catlive} page
 * @param {Promise<WebAssembly.Module | null>} decoder
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(page, decoder) {
  const [packed, module] = await Promise.all([requestCounted(page, WASM, "default"), decoder]);
  const { readable, writable } = await unpackStream(module, WASM);
  const answer = new Response(readable, { headers: { "Content-Type": "application/wasm" } });
  const compiling = WebAssembly.compileStreaming(answer);
  compiling.catch(() => {}); // `pipeTo` reports an incomplete file with a clearer error
  await packed.pipeTo(writable);
  return compiling;
}

/**
 * Stream a compressed snapshot to the worker, which decompresses it: the worker is idle until Pyodide is compiled.
 * @param {Catlive} page
 * @param {Worker} worker
 * @param {Promise<WebAssembly.Module | null>} decoder
 * @param {string} pack whose snapshot is sent; "" for the kernel without packs
 * @param {RequestCache} cache
 */
async function sendSnapshot(page, worker, decoder, pack, cache) {
  const name = pack ? `pack.${pack}.snapshot.bin` : "catlive.snapshot.bin";
  /** @param {Omit<Extract<ToKernel, { kind: "snapshot" }>, "kind" | "pack">} part */
  const send = (part) => worker.postMessage({ kind: "snapshot", pack, ...part }, part.bytes ? [part.bytes.buffer] : []);
  try {
    const [packed, module] = await Promise.all([requestCounted(page, name, cache), decoder]);
    send({ decoder: module });
    await packed.pipeTo(new WritableStream({ write: (bytes) => send({ bytes }) }));
    if (!pack) page.mark("snapshot");
    send({});
  } catch (error) {
    send({ reason: String(error) });
  }
}
