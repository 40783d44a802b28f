// @ts-check
// The second half of Pyodide's WebAssembly: functions that no board needs. It is fetched shortly after the kernel is
// ready, unless the connection is metered. If one of its functions is called before that, it is fetched synchronously.
import { unpackStream, unpackSync } from "../kernel/decompress.mjs";
import { holdLock } from "../kernel/liveness.mjs";
import { isMetered } from "../page/metered.mjs";
import { halves } from "./wasm_link.mjs";

const NAME = "the rest of Pyodide";
const DELAY_MS = 1000; // after the kernel is ready

export class DeferredWasm {
  /**
   * @param {string} address
   * @param {WebAssembly.Module | null} decoder
   */
  constructor(address, decoder) {
    this.address = address;
    this.decoder = decoder;
    this.loaded = false;
    /** @type {(rest: WebAssembly.Module) => void} */
    this.join = () => {};
  }

  /**
   * @param {WebAssembly.Instance} first the first half
   * @param {{ [module: string]: any }} imports of the first half
   * @returns {WebAssembly.Exports} the exports of the whole module
   */
  wholeExports({ exports }, imports) {
    const whole = halves(exports, imports, () => this.fetchNow());
    this.join = whole.join;
    return whole.exports;
  }

  /** @returns {WebAssembly.Module} the second half, fetched with a synchronous request */
  fetchNow() {
    const request = new XMLHttpRequest();
    request.open("GET", this.address, false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch {
      // no network: the status stays 0
    }
    if (request.status !== 200) throw new Error(`${NAME} did not load (status ${request.status})`);
    const rest = new WebAssembly.Module(unpackSync(this.decoder, NAME, new Uint8Array(request.response)));
    this.loaded = true;
    return rest;
  }

  /**
   * Fetch the second half in the background. If that fails, it is fetched when it is needed. On a slow device,
   * compiling it keeps the worker from answering, so the worker holds its lock meanwhile.
   * @param {() => void} joined called when the second half has been joined to the first
   */
  fetchInBackground(joined) {
    if (isMetered()) return;
    setTimeout(() => holdLock(this.fetchAndJoin().then(joined, () => {})), DELAY_MS);
  }

  async fetchAndJoin() {
    if (this.loaded) return;
    const { ok, body } = await fetch(this.address);
    if (!ok || !body) return;
    const unpacked = body.pipeThrough(await unpackStream(this.decoder, NAME));
    const answer = new Response(unpacked, { headers: { "Content-Type": "application/wasm" } });
    const module = await WebAssembly.compileStreaming(answer);
    if (this.loaded) return;
    this.loaded = true;
    this.join(module);
  }
}
