// @ts-check
// Starting a kernel: its worker, and the two large files that are handed to it, unpacked. A kernel started anew gets
// what is here already.

import { HowFar } from "../page/download_progress.mjs";
import { download } from "../page/fetch_file.mjs";
import { unpacking } from "./decompress.mjs";
import { nameOfItsOwn } from "./liveness.mjs";

/** What unpacks them.
 * @type {Promise<WebAssembly.Module> | undefined} */
let decoder;
/** The page's compilation of Pyodide.
 * @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

const WASM = "pyodide.asm.wasm.bin";
const SNAPSHOT = "catlive.snapshot.bin";
const DECODER = "zstd.wasm";

/** How much of these files has arrived. */
export const arrived = new HowFar();

/** What was asked for before a kernel was.
 * @type {Map<string, Promise<Response>>} */
const ahead = new Map();

/**
 * Ask for Pyodide, whose bytes wait until a kernel starts: the other large file is asked for then, so that what the
 * first board answers from shares the line with one.
 * @param {Catlive} page
 */
export function askAhead(page) {
  for (const name of [DECODER, WASM]) {
    const coming = fetched(page, name);
    coming.catch(() => {}); // told to whoever waits for it
    ahead.set(name, coming);
  }
}

/**
 * @param {Catlive} page
 * @param {string} name of a file, all else comes before where a line can tell
 * @param {RequestCache} [cache]
 */
function fetched(page, name, cache) {
  return download(page.url(name), /** @type {RequestInit} */ ({ cache, priority: "low" }));
}

/**
 * @param {Catlive} page
 * @param {string} name of a file
 * @param {RequestCache} [cache]
 * @returns {Promise<Response>} what has been asked for, once
 */
function answerOf(page, name, cache) {
  const coming = ahead.get(name) ?? fetched(page, name, cache);
  ahead.delete(name);
  return coming;
}

/** @returns {Promise<unknown>} done when Pyodide is compiled, or will not be */
export const compiling = async () => compiled?.catch(() => {});

/**
 * @param {Catlive} page
 * @param {{ quick: boolean, check: boolean }} how from the snapshot; telling its digest
 * @returns {Worker}
 */
export function startKernel(page, { quick, check }) {
  const worker = new Worker(page.url("kernel.mjs") + (check ? "&check" : ""), { type: "module", name: nameOfItsOwn() });
  const again = page.worker !== undefined;
  page.worker = worker;
  page.early = [];
  /** @param {FromKernel} message kept until somebody listens */
  const hear = (message) => {
    page.early.push(message);
    if (message.kind === "fatal") page.fail(message.text);
  };
  worker.onmessage = ({ data }) => hear(data);
  // Said to whoever hears the worker now; WebKit hands an ended worker no more events.
  /** @param {string} text */
  const fatal = (text) => worker.onmessage?.(new MessageEvent("message", { data: { kind: "fatal", text } }));
  worker.onerror = (event) => {
    event.preventDefault();
    fatal(`the kernel did not load: ${event.message ?? ""}`);
  };
  decoder ??= compileDecoder(page);
  compiled ??= compile(page, decoder);
  Promise.all([compiled, decoder]).then(
    ([wasm, decoder]) => {
      page.mark("wasm");
      worker.postMessage({ kind: "init", wasm, decoder, snapshot: quick });
    },
    (error) => {
      compiled = undefined;
      decoder = undefined;
      fatal(`the kernel did not load: ${error?.message ?? error}`);
    },
  );
  // What was here once is not asked for anew: the stamp in its address tells that it is the same.
  if (quick) sendSnapshot(page, worker, decoder, again ? "force-cache" : "default");
  return worker;
}

/**
 * @param {Catlive} page
 * @returns {Promise<WebAssembly.Module>}
 */
async function compileDecoder(page) {
  return WebAssembly.compile(await (await answerOf(page, DECODER)).arrayBuffer());
}

/**
 * Ask for a large file.
 * @param {Catlive} page
 * @param {string} name
 * @param {RequestCache} cache
 * @returns {Promise<ReadableStream<Uint8Array<ArrayBuffer>>>} its bytes as they arrive, counted
 */
async function ask(page, name, cache) {
  arrived.expect(name);
  return arrived.count(name, await answerOf(page, name, cache));
}

/**
 * @param {Catlive} page
 * @param {Promise<WebAssembly.Module>} decoder
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(page, decoder) {
  const [packed, module] = await Promise.all([ask(page, WASM, "default"), decoder]);
  const { readable, writable } = await unpacking(module, WASM, nextTask);
  const answer = new Response(readable, { headers: { "Content-Type": "application/wasm" } });
  const compiling = WebAssembly.compileStreaming(answer);
  compiling.catch(() => {}); // it would not say what is wrong with a file that did not come whole
  await packed.pipeTo(writable);
  return compiling;
}

/**
 * Unpacked at one go, it would hold up the page for as long as a second on a phone.
 * @returns {Promise<void>} done when what waits has had its turn; a timer would come milliseconds later
 */
function nextTask() {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

/**
 * The worker unpacks it, which has nothing else to do as long as Python is not compiled.
 * @param {Catlive} page
 * @param {Worker} worker
 * @param {Promise<WebAssembly.Module>} decoder
 * @param {RequestCache} cache
 */
async function sendSnapshot(page, worker, decoder, cache) {
  /** @param {Omit<Extract<ToKernel, { kind: "snapshot" }>, "kind">} part */
  const send = (part) => worker.postMessage({ kind: "snapshot", ...part }, part.bytes ? [part.bytes.buffer] : []);
  try {
    const [packed, module] = await Promise.all([ask(page, SNAPSHOT, cache), decoder]);
    send({ decoder: module });
    await packed.pipeTo(new WritableStream({ write: (bytes) => send({ bytes }) }));
    page.mark("snapshot");
    send({});
  } catch (error) {
    send({ reason: String(error) });
  }
}
