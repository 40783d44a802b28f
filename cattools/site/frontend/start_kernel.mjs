// @ts-check
// Starting a kernel: its worker, and the two large files that are handed to it. A kernel started anew gets what is
// here already.
import { download } from "./downloads.mjs";

/** The page's compilation of Pyodide; of what this browser cannot compile as it arrives, null: the worker does it.
 * @type {Promise<WebAssembly.Module | null> | undefined} */
let compiled;

/** How much of the snapshot has arrived, in bytes; `all` is 0 while it is not known. */
export const arrived = { come: 0, all: 0 };

/**
 * @param {Catlive} page
 * @param {{ quick: boolean, check: boolean }} how from the snapshot; telling its digest
 * @returns {Worker}
 */
export function startKernel(page, { quick, check }) {
  const worker = new Worker(page.url("kernel.mjs") + (check ? "&check" : ""), { type: "module" });
  const again = page.worker !== undefined;
  page.worker = worker;
  page.early = [];
  /** @param {FromKernel} message kept until somebody listens */
  const hear = (message) => {
    page.early.push(message);
    if (message.kind === "fatal") page.fail(message.text);
  };
  worker.onmessage = ({ data }) => hear(data);
  /** @param {string} reason */
  const fatal = (reason) =>
    worker.dispatchEvent(
      new MessageEvent("message", { data: { kind: "fatal", text: `the kernel did not load: ${reason}` } }),
    );
  worker.onerror = (event) => {
    event.preventDefault();
    fatal(event.message ?? "");
  };
  compiled ??= compile(page.url("pyodide.asm.wasm"));
  compiled.then(
    (wasm) => {
      page.mark("wasm");
      worker.postMessage({ kind: "init", wasm, snapshot: quick });
    },
    (error) => {
      compiled = undefined;
      fatal(error.message);
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
  const core = download(address);
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
    // unpacked chunk by chunk as it arrives
    const { body, headers } = await download(page.url("catlive.snapshot.bin"), { cache });
    Object.assign(arrived, { come: 0, all: Number(headers.get("Content-Length")) });
    const unpacked = /** @type {ReadableStream} */ (body)
      .pipeThrough(counting())
      .pipeThrough(new DecompressionStream("gzip"));
    const bytes = await new Response(unpacked).arrayBuffer();
    page.mark("snapshot");
    worker.postMessage({ kind: "snapshot", bytes }, [bytes]);
  } catch (error) {
    worker.postMessage({ kind: "snapshot", bytes: null, reason: String(error) });
  }
}

function counting() {
  return new TransformStream({
    transform(chunk, out) {
      arrived.come += chunk.length;
      out.enqueue(chunk);
    },
  });
}
