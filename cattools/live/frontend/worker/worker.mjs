// @ts-check
// The kernel's worker. While this file loads, the page fetches what the kernel needs. The page then sends
// {kind: "init", wasm, decoder, snapshot, pack} and the compressed bytes of the snapshots as they arrive; later it
// sends "run", "close" and comm messages.
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide-asm";
import { StreamedFile } from "../kernel/decompress.mjs";
import { holdLock } from "../kernel/liveness.mjs";
import { useCompiled, withAnswers } from "../pyodide_patches/compile_on_page.mjs";
import { DeferredWasm } from "../pyodide_patches/deferred_wasm.mjs";
import { fileOnDemand } from "../pyodide_patches/lazy_file.mjs";
import { EMPTY_ZIP, fromSnapshot } from "../pyodide_patches/restore_snapshot.mjs";
import { PackFiles } from "./packs.mjs";
import { copyBuffers } from "./python_buffers.mjs";

const here = new URL(self.location.href);
/** @param {string} file */
const url = (file) => new URL(file + here.search, here).href;
const check = here.searchParams.has("check");
const HEAD = __SNAPSHOT_HEAD__;
const WASM = "pyodide.asm.wasm";
const STDLIB = "python_stdlib.zip";
const language = here.searchParams.get("language");
const packs = new PackFiles(__PACKS__, __TRANSLATED__, language, url);
/** The kernel's messages in the page's language; null if the page is in the language of the code. */
const messages = language ? fetch(url(`messages.${language}.deflate`), { priority: "low" }) : null;
messages?.catch(() => {}); // handled where it is awaited

/** @type {{ postMessage(message: FromKernel, transfer?: Transferable[]): void }} */
const port = /** @type {any} */ (self); // a DedicatedWorkerGlobalScope, but the type checker assumes a page

/** @type {Object<string, number>} */
const marks = {};
/** @param {string} name */
const mark = (name) => {
  marks[name] = performance.timeOrigin + performance.now();
};
mark("start");

/**
 * @param {Uint8Array<ArrayBuffer>} memory
 * @param {SnapshotFacts} facts
 */
async function postDigest(memory, { sha256 }) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", memory));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  port.postMessage({ kind: "digest", hex, want: sha256 });
}

/** @type {any} */
let kernel;

/**
 * @param {WebAssembly.Module | null} wasm Pyodide's WebAssembly, or its first half; if null, Pyodide loads it
 * @param {WebAssembly.Module | null} decoder
 * @param {Promise<Uint8Array<ArrayBuffer>> | null} snapshot if null, all modules are read and imported
 * @param {string} pack a pack whose snapshot is arriving; "" if none is
 */
async function boot(wasm, decoder, snapshot, pack) {
  const rest = OPTIMIZATIONS.split_wasm ? new DeferredWasm(url("pyodide.rest.wasm.bin"), decoder) : null;
  if (wasm) useCompiled(wasm, rest);
  const facts = HEAD?.packs[pack];
  const own = facts ? { facts, arriving: arrivalOf(pack).promise } : null;
  const ofPack = own ? packs.requestMessages(pack) : null;
  const quick =
    snapshot && HEAD && fromSnapshot(HEAD, snapshot, own, createPyodideModule, mark, check ? postDigest : null);
  const answers = { ...(wasm && { [WASM]: null }), ...(quick && { [STDLIB]: EMPTY_ZIP }) };
  const zip = quick ? null : fetch(url("catlive.zip")).then((answer) => answer.arrayBuffer());
  /** @type {any} */
  const settings = {
    indexURL: new URL(".", here).href,
    _sysExecutable: "python",
    lockFileContents: __LOCK__,
    stdLibURL: url(STDLIB),
    createPyodideModule,
    ...quick,
  };
  /** @type {any} */
  const py = await withAnswers(answers, () => loadPyodide(settings));
  mark("pyodide");
  if (zip) {
    py.FS.writeFile("/lib/catlive.zip", new Uint8Array(await zip));
    py.runPython(__START__);
  } else {
    fileOnDemand(py.FS, "/lib/python314.zip", url(STDLIB));
    fileOnDemand(py.FS, "/lib/catlive.zip", url("catlive.zip"));
  }
  packs.mount(py.FS);
  mark("imports");
  kernel = py.pyimport("livekernel");
  kernel.connect((/** @type {any} */ kind, /** @type {string} */ text, /** @type {any} */ buffers) => {
    const bufs = copyBuffers(buffers);
    port.postMessage({ kind, text, bufs }, bufs);
  }, here.searchParams.get("seed") ?? "");
  mark("kernel");
  await ofPack?.();
  if (messages) await translate(messages);
  port.postMessage({ kind: "ready", marks, heap: py._module.HEAP8.length });
  rest?.fetchInBackground(() => port.postMessage({ kind: "whole" }));
}

/** @param {Promise<Response>} coming without these messages, boards are in English */
async function translate(coming) {
  try {
    const answer = await coming;
    if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
    kernel.translate(new Uint8Array(await answer.arrayBuffer()));
  } catch (error) {
    port.postMessage({ kind: "note", text: `the boards' messages did not arrive: ${reasonOf(error)}` });
  }
}

/** @param {Extract<ToKernel, { kind: "init" }>} init */
async function bootWithFallback({ wasm, decoder, snapshot: quick, pack }) {
  try {
    await boot(wasm, decoder, quick ? arrivalOf("").promise : null, pack);
  } catch (error) {
    if (!quick) throw error;
    port.postMessage({ kind: "note", text: `started without the snapshot: ${reasonOf(error)}` });
    await boot(wasm, decoder, null, "");
  }
  arrivals.clear();
}

/** @param {Exclude<ToKernel, { kind: "init" | "snapshot" }>} message */
async function handle(message) {
  if (message.kind === "run") {
    const missing = message.packs?.filter((pack) => !kernel.has_pack(pack));
    if (missing?.length) await packs.provideFor(missing);
    kernel.run(message.cell, message.code);
    await new Promise((done) => setTimeout(done)); // if the code has closed the worker, execution ends here
    port.postMessage({ kind: "done", cell: message.cell });
    return;
  }
  if (message.kind === "close") {
    kernel.close(message.cell);
    return;
  }
  if (message.kind === "forget") {
    kernel.forget(message.page);
    return;
  }
  const bufs = (message.bufs ?? []).map((buffer) => new Uint8Array(buffer));
  kernel.receive(message.kind, message.text, bufs);
  if (message.msg_id) port.postMessage({ kind: "idle", msg_id: message.msg_id });
}

/** @param {any} error */
const reasonOf = (error) => String(error?.message ?? error);
/** @param {unknown} error */
const fatal = (error) => port.postMessage({ kind: "fatal", text: reasonOf(error) });

/** A snapshot as it arrives. */
class Arrival {
  constructor() {
    /** @type {StreamedFile | null} */
    this.file = null;
    /** The decompressed snapshot.
     * @type {Promise<Uint8Array<ArrayBuffer>>} */
    this.promise = new Promise((done) => {
      /** @type {(unpacked: Uint8Array<ArrayBuffer> | Promise<never>) => void} */
      this.arrive = done;
    });
    this.promise.catch(() => {}); // handled where it is awaited
  }
}

/** Snapshots by pack, "" for the kernel without packs; released once the kernel has started.
 * @type {Map<string, Arrival>} */
const arrivals = new Map();

/** @param {string} pack */
function arrivalOf(pack) {
  const known = arrivals.get(pack) ?? new Arrival();
  arrivals.set(pack, known);
  return known;
}

/** @param {Extract<ToKernel, { kind: "snapshot" }>} part */
function receiveSnapshot({ pack, decoder, bytes, reason }) {
  const arrival = arrivalOf(pack);
  const facts = pack ? HEAD?.packs[pack] : HEAD;
  try {
    if (reason !== undefined) throw new Error(`the snapshot did not arrive (${reason})`);
    if (decoder !== undefined) arrival.file = facts ? new StreamedFile(decoder, "the snapshot", facts.size) : null;
    else if (bytes) arrival.file?.take(bytes);
    else if (arrival.file) arrival.arrive(arrival.file.whole());
  } catch (error) {
    arrival.file = null; // ignore the remaining bytes
    arrival.arrive(Promise.reject(error));
  }
}

/** @type {(_: void) => void} */
let booted;
/** Handles one message at a time, in order.
 * @type {Promise<void>} */
let chain = new Promise((done) => {
  booted = done;
});
holdLock(chain, () => port.postMessage({ kind: "held", name: self.name }));

/** @param {{ data: ToKernel }} event */
self.onmessage = ({ data }) => {
  if (data.kind === "snapshot") receiveSnapshot(data);
  else if (data.kind === "init") bootWithFallback(data).then(booted, fatal);
  else {
    chain = chain.then(() => handle(data)).catch(fatal);
    holdLock(chain);
  }
};
