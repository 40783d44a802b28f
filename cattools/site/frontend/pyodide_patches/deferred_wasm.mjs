// @ts-check
// The second half of Pyodide's WebAssembly: functions that no board needs. It is fetched shortly after the kernel is
// ready, unless Save-Data is on. A call of a missing function fetches it synchronously.
import { unpackedNow, unpacking } from "../kernel/decompress.mjs";
import { halves } from "./wasm_link.mjs";

const NAME = "the rest of Pyodide";
const RESTED_MS = 1000; // delay after the kernel is ready

export class DeferredWasm {
  /**
   * @param {string} address
   * @param {WebAssembly.Module | null} decoder
   */
  constructor(address, decoder) {
    this.address = address;
    this.decoder = decoder;
    this.here = false;
    /** @type {(rest: WebAssembly.Module) => void} */
    this.join = () => {};
  }

  /**
   * @param {WebAssembly.Instance} first the first half
   * @param {{ [module: string]: any }} imports of the first half
   * @returns {WebAssembly.Exports} the exports of the whole module
   */
  behind({ exports }, imports) {
    const made = halves(exports, imports, () => this.now());
    this.join = made.join;
    return made.exports;
  }

  /** @returns {WebAssembly.Module} the second half, fetched with a synchronous request */
  now() {
    const request = new XMLHttpRequest();
    request.open("GET", this.address, false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch {
      // no network: the status stays 0
    }
    if (request.status !== 200) throw new Error(`${NAME} did not load (status ${request.status})`);
    const rest = new WebAssembly.Module(unpackedNow(this.decoder, NAME, new Uint8Array(request.response)));
    this.here = true;
    return rest;
  }

  /**
   * Fetch the second half in the background. If that fails, it is fetched when it is needed.
   * @param {() => void} joined called when the second half has been joined to the first
   */
  ahead(joined) {
    if (navigator.connection?.saveData) return;
    setTimeout(() => this.fetched().then(joined, () => {}), RESTED_MS);
  }

  async fetched() {
    if (this.here) return;
    const { ok, body } = await fetch(this.address);
    if (!ok || !body) return;
    const unpacked = body.pipeThrough(await unpacking(this.decoder, NAME));
    const answer = new Response(unpacked, { headers: { "Content-Type": "application/wasm" } });
    const module = await WebAssembly.compileStreaming(answer);
    if (this.here) return;
    this.here = true;
    this.join(module);
  }
}
