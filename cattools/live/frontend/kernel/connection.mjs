// @ts-check
// The page's connection to the kernel in its worker: it sends cells and receives outputs and widget messages.

import { watchWorker } from "./liveness.mjs";

/** @import { Manager } from "../widgets/manager.mjs" */

/**
 * @typedef {object} Job a running cell
 * @property {Output[]} outputs
 * @property {(outputs: Output[]) => void} done
 * @property {(error: Error) => void} fail
 */

/**
 * Add an output to a cell's outputs so far.
 * @param {Output[]} outputs
 * @param {Output} output
 */
export function collect(outputs, output) {
  const last = outputs.at(-1);
  if (output.kind === "clear") outputs.length = 0;
  else if (output.kind === "stream" && last?.kind === "stream") last.text += output.text;
  else outputs.push(output);
}

/**
 * @param {Output[]} outputs
 * @returns {boolean} whether the cell raised an error
 */
export function failed(outputs) {
  return outputs.some((output) => output.kind === "error");
}

export class KernelConnection {
  /**
   * @param {Worker} worker
   * @param {Manager} manager
   * @param {Catlive} page
   */
  constructor(worker, manager, page) {
    this.worker = worker;
    this.manager = manager;
    this.page = page;
    /** Running cells, by id.
     * @type {Map<string, Job>} */
    this.jobs = new Map();
    /** Why the kernel has ended; "" while it runs. */
    this.ended = "";
    /** Resolves when the kernel has ended.
     * @type {Promise<void>} */
    this.gone = new Promise((done) => {
      this.tellGone = done;
    });
    this.answers = 0; // number of messages from the kernel so far
    this.endWatch = () => {};
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(event.message ?? "");
    };
    for (const message of page.early.splice(0)) {
      if (message.kind !== "fatal") this.receive(message);
      else this.stop(message.text); // the page has already been notified
    }
  }

  /**
   * Run a cell.
   * @param {string} cell
   * @param {string} code
   * @param {string[]} [packs] that the code needs, if known
   * @returns {Promise<Output[]>} its outputs; rejects if the kernel ends
   */
  run(cell, code, packs) {
    if (this.ended) return Promise.reject(new Error(this.ended));
    return new Promise((done, fail) => {
      this.jobs.set(cell, { outputs: [], done, fail });
      this.worker.postMessage({ kind: "run", cell, code, packs });
    });
  }

  /**
   * Close the widgets that a cell has created.
   * @param {string} cell
   */
  close(cell) {
    if (!this.ended) this.worker.postMessage({ kind: "close", cell });
  }

  /**
   * Close the widgets that a page's cells have created, and delete the page's namespace.
   * @param {string} page
   */
  forget(page) {
    if (!this.ended) this.worker.postMessage({ kind: "forget", page });
  }

  /** @param {FromKernel} message */
  receive(message) {
    const { page } = this;
    this.answers += 1;
    if (message.kind === "ready") {
      page.mark("kernel_ready");
      page.kernel = message.marks;
      page.heap = message.heap;
    } else if (message.kind === "digest") page.digest = message;
    else if (message.kind === "note") {
      page.note = message.text;
      console.warn(message.text);
    } else if (message.kind === "fatal") this.end(message.text);
    else if (this.ended) return;
    else if (message.kind === "held") this.watch(message.name);
    else if (message.kind === "whole") page.mark("whole");
    else if (message.kind === "done") this.finish(message.cell);
    else if (message.kind === "log") console.warn(JSON.parse(message.text).text);
    else if (message.kind === "output") this.take(JSON.parse(message.text));
    else this.manager.handle(message);
  }

  /** @param {string} name the worker's name */
  watch(name) {
    const awaited = () => (this.jobs.size || this.manager.outbox.underway.length ? this.answers : null);
    this.endWatch = watchWorker(name, awaited, () => this.end("the browser ended it"));
  }

  /** @param {Output} output */
  take(output) {
    if (output.kind === "error") this.page.errors.push(output.text);
    const job = this.jobs.get(output.cell);
    if (job) collect(job.outputs, output);
  }

  /** @param {string} cell */
  finish(cell) {
    const job = this.jobs.get(cell);
    this.jobs.delete(cell);
    job?.done(job.outputs);
  }

  /**
   * Handle a kernel that has ended unexpectedly.
   * @param {string} reason
   */
  end(reason) {
    if (this.ended) return;
    this.stop(reason);
    this.page.fail(this.ended);
  }

  /**
   * Terminate the kernel and reject all running cells.
   * @param {string} reason
   */
  stop(reason) {
    this.ended = reason || "the kernel ended, reason unknown";
    this.endWatch();
    this.tellGone();
    this.worker.terminate();
    for (const { fail } of this.jobs.values()) fail(new Error(this.ended));
    this.jobs.clear();
  }
}
