// @ts-check
// First script of a page with boards.  It starts the kernel and every download before the body is parsed
// (that is what makes the first board quick), keeps the reader's presses on the pictures, and says how far
// things are.  The rest (page.mjs) arrives with the widgets.
import { askFor, download } from "./downloads.mjs";
import { dropPresses, keepPresses, STATIC } from "./kept_presses.mjs";

const script = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src);
const query = new URL(location.href).searchParams;
const parsed = /** @type {Promise<void>} */ (
  new Promise((done) => {
    if (document.readyState !== "loading") done();
    else addEventListener("DOMContentLoaded", () => done(), { once: true });
  })
);

/** @type {Catlive} */
const page = {
  state: "picture",
  live: 0,
  errors: [],
  marks: {},
  early: [],
  url: (file) => new URL(file + script.search, script).href, // the build's stamp keeps old and new files apart
  mark(name) {
    page.marks[name] ??= performance.now();
  },
  say(state, root = document) {
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`${STATIC} .cat-state`))) {
      line.dataset.state = state;
      line.textContent = line.dataset[state] ?? "";
    }
  },
  fail(text) {
    page.errors.push(text);
    if (page.live) return; // boards that live go on living
    become(window.catOld ? "old" : "failed");
    dropPresses();
  },
};
window.catlive = page;

/** @param {Catlive["state"]} state */
function become(state) {
  page.state = state;
  page.say(state);
}

/** Start everything, once. */
function begin() {
  if (page.state !== "picture") return;
  const able = typeof WebAssembly === "object" && typeof Worker === "function";
  become(able ? "loading" : "nowasm");
  parsed.then(() => page.say(page.state));
  if (!able) return;
  page.mark("worker_start");
  startKernel(query.get("snap") !== "0" && "DecompressionStream" in window);
  startPage();
}

/** @param {boolean} quick whether from the snapshot */
function startKernel(quick) {
  const file = page.url("kernel.mjs") + (query.has("check") ? "&check" : "");
  const worker = new Worker(file, { type: "module" });
  page.worker = worker;
  worker.onmessage = (event) => page.early.push(event.data);
  worker.onerror = (event) => {
    event.preventDefault();
    page.fail(`the kernel did not load: ${event.message ?? ""}`);
  };
  const core = download(page.url("pyodide.asm.wasm"));
  core.catch((error) => page.fail(`the kernel did not load: ${error.message}`));
  // What this browser cannot compile as it arrives, the worker compiles by itself.
  const compiled = WebAssembly.compileStreaming ? WebAssembly.compileStreaming(core).catch(() => null) : null;
  Promise.resolve(compiled).then((wasm) => {
    page.mark("wasm");
    worker.postMessage({ kind: "init", wasm, snapshot: quick });
  });
  if (quick) sendSnapshot(worker);
}

/** @param {Worker} worker */
async function sendSnapshot(worker) {
  try {
    // unpacked chunk by chunk as it arrives
    const { body } = await download(page.url("catlive.snapshot.bin"));
    const unpacked = /** @type {ReadableStream} */ (body).pipeThrough(new DecompressionStream("gzip"));
    const bytes = await new Response(unpacked).arrayBuffer();
    page.mark("snapshot");
    worker.postMessage({ kind: "snapshot", bytes }, [bytes]);
  } catch (error) {
    worker.postMessage({ kind: "snapshot", bytes: null, reason: String(error) });
  }
}

async function startPage() {
  askFor("modulepreload", page.url("widgets.mjs"));
  await parsed; // ipycanvas' script looks for the body when it is loaded
  try {
    const { open } = await import(page.url("widgets.mjs"));
    page.mark("page");
    await open(page);
  } catch (error) {
    page.fail(`the page's script did not load: ${error instanceof Error ? error.message : error}`);
  }
}

keepPresses(begin, () => page.state === "loading");
// A tab in the background waits until it is seen; a reader who saves data waits for the first touch.
if (!navigator.connection?.saveData) {
  if (document.visibilityState === "visible") begin();
  else document.addEventListener("visibilitychange", begin, { once: true });
}
