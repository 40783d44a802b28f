// @ts-check
// Starting a kernel: its worker, and the two large files that are handed to it. A kernel started anew gets what is
// here already.
import { download } from "./downloads.mjs";
import { HowFar } from "./how_far.mjs";
import { nameOfItsOwn } from "./vanished.mjs";

/** The page's compilation of Pyodide; of what this browser cannot compile as it arrives, null: the worker does it.
 * @type {Promise<WebAssembly.Module | null> | undefined} */
let compiled;

const WASM = "pyodide.asm.wasm";
const SNAPSHOT = "catlive.snapshot.bin";

/** How much of these files has arrived. */
export const arrived = new HowFar();

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
  compiled ??= compile(page.url(WASM));
  compiled.then(
    (wasm) => {
      page.mark("wasm");
      worker.postMessage({ kind: "init", wasm, snapshot: quick });
    },
    (error) => {
      compiled = undefined;
      fatal(`the kernel did not load: ${error.message}`);
    },
  );
  // What was here once is not asked for anew: the stamp in its address tells that it is the same.
  if (quick) sendSnapshot(page, worker, again ? "force-cache" : "default");
  return worker;
}

/**
 * @param {string} address
 * @returns {Promise<WebAssembly.Module | null>}
 */
async function compile(address) {
  arrived.expect(WASM);
  const core = download(address).then((answer) => arrived.count(WASM, answer, __WASM_BYTES__));
  if (!WebAssembly.compileStreaming) return core.then(() => null);
  core.catch(() => {}); // told below
  return WebAssembly.compileStreaming(core).catch(() => core.then(() => null));
}

/**
 * @param {Catlive} page
 * @param {Worker} worker
 * @param {RequestCache} cache
 */
async function sendSnapshot(page, worker, cache) {
  try {
    arrived.expect(SNAPSHOT);
    const { body } = arrived.count(SNAPSHOT, await download(page.url(SNAPSHOT), { cache }));
    // unpacked chunk by chunk as it arrives
    const unpacked = /** @type {ReadableStream} */ (body).pipeThrough(new DecompressionStream("gzip"));
    const bytes = await new Response(unpacked).arrayBuffer();
    page.mark("snapshot");
    worker.postMessage({ kind: "snapshot", bytes }, [bytes]);
  } catch (error) {
    worker.postMessage({ kind: "snapshot", bytes: null, reason: String(error) });
  }
}
