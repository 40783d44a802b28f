// @ts-check
// The live cells of a visit, run in order in one kernel for all pages. A board replaces its static picture once it has
// painted; presses queued on the picture are then played on the board. A page that the reader has left keeps
// its boards for a while. After a kernel restart, all cells run again and every board is restored to its last state.

import { failed, KernelConnection } from "../kernel/connection.mjs";
import { onUnfolded } from "../page/folds.mjs";
import { endBoards } from "../page/kernel_status.mjs";
import { Manager } from "../widgets/manager.mjs";
import { EditedCode, editable } from "./edited_code.mjs";
import { BookPage } from "./page_cells.mjs";
import { Records } from "./restart_state.mjs";

/** @import { Cell } from "./cell.mjs" */

/** The cells of a visit: those of the current page, of earlier pages that are kept, and of the rules panel. */
export class LiveCells {
  /** @param {Catlive} page */
  constructor(page) {
    this.page = page;
    this.count = 0; // number of pages so far
    /** @type {Set<BookPage>} */
    this.pages = new Set();
    /** @type {BookPage | null} */
    this.shown = null;
    /** Cells of other pages that are shown on this page.
     * @type {Cell[]} */
    this.joined = [];
    this.records = new Records();
    this.edited = new EditedCode(this);
    this.kernel = this.connect();
    onUnfolded(() => this.unfold());
  }

  /** @returns {KernelConnection} a connection to the page's worker */
  connect() {
    const { page, records } = this;
    const worker = /** @type {Worker} */ (page.worker);
    const manager = new Manager(worker, records, (error) => this.note(error));
    page.manager = manager;
    return new KernelConnection(worker, manager, page);
  }

  /** @param {unknown} error only recorded, because readers can do nothing about it */
  note(error) {
    this.page.errors.push(String((error instanceof Error && error.stack) || error));
  }

  /**
   * @param {ParentNode} root of a page of the book
   * @returns {BookPage}
   */
  pageOf(root) {
    const found = new BookPage(String(this.count++), root);
    this.pages.add(found);
    return found;
  }

  /** @param {Cell} cell */
  has(cell) {
    return this.joined.includes(cell) || [...this.pages].some(({ cells }) => cells.includes(cell));
  }

  /**
   * Show a page and run its cells that are not live yet.
   * @param {BookPage} shown
   */
  async show(shown) {
    const { page, kernel } = this;
    this.shown = shown;
    page.live = shown.live;
    if (kernel.ended) {
      // The kernel may have ended on a page without live boards ("failed"). A page with live boards shows "stopped".
      if (page.state === "failed" && shown.live) page.state = "stopped";
      if (page.state === "stopped") endBoards("stopped");
      page.say(page.state);
      return;
    }
    page.become(shown.done ? "live" : "loading");
    this.edited.watch(shown);
    await this.wake();
  }

  /** Continue with the cells of the current page. */
  wake() {
    return /** @type {BookPage} */ (this.shown).wake(this);
  }

  /** Show the board in a fold that has opened. */
  unfold() {
    const { page, shown } = this;
    if (page.state !== "live" || shown?.done !== false) return;
    page.become("loading"); // presses are queued until the board is shown
    this.wake();
  }

  /**
   * Close the boards of a page that the reader left long ago, here and in the kernel.
   * @param {BookPage} left
   */
  forget(left) {
    this.pages.delete(left);
    for (const cell of left.cells) {
      cell.end();
      this.records.drop(cell.id);
    }
    this.kernel.forget(left.id);
  }

  /**
   * Show a cell of another page on this page: run it once the kernel is ready, and again after a kernel restart.
   * @param {Cell} cell
   */
  async join(cell) {
    const { page } = this;
    this.joined.push(cell);
    page.say(page.state === "live" ? "loading" : page.state, cell.el);
    await this.runJoined(cell);
  }

  /** @param {Cell} cell */
  async runJoined(cell) {
    const { kernel } = this;
    if (kernel.ended) return;
    const outputs = await this.run(kernel, cell, cell.source);
    if (outputs) await this.goLive(kernel, cell, outputs);
  }

  /**
   * Close the boards of a joined cell that is no longer shown, here and in the kernel.
   * @param {Cell} cell
   */
  leave(cell) {
    this.joined = this.joined.filter((one) => one !== cell);
    cell.end();
    this.records.drop(cell.id);
    this.kernel.close(cell.id);
  }

  /**
   * Run a cell. If the kernel ends before the cell has finished, all boards show this. The cell also shows a notice if
   * it has no board or if the reader started the run.
   * @param {KernelConnection} kernel
   * @param {Cell} cell
   * @param {string} code
   * @param {boolean} [byReader] whether the reader started the run
   * @returns {Promise<Output[] | null>} null if the kernel ended
   */
  async run(kernel, cell, code, byReader = false) {
    this.records.begin(cell.id);
    try {
      return await kernel.run(cell.id, code, cell.packs);
    } catch (error) {
      if (kernel === this.kernel && (byReader || !cell.hasBoard)) cell.showStopped(error);
      return null;
    }
  }

  /** @type {(kernel: KernelConnection, cell: Cell, outputs: Output[]) => Promise<void>} */
  async goLive(kernel, cell, outputs) {
    const { page } = this;
    if (kernel.ended || !this.has(cell)) return;
    try {
      if (failed(outputs)) cell.showNotice(outputs);
      // The page already contains the text printed at build time; only widgets are new.
      else if (outputs.some((output) => output.model)) await cell.show(outputs, kernel);
    } catch (error) {
      if (!this.has(cell)) return; // the cell was closed while its board was being built
      this.note(error);
      page.say("failed", cell.el);
      return;
    }
    if (kernel !== this.kernel || !this.has(cell)) return;
    if (kernel.ended) {
      endBoards("stopped");
      page.say("stopped");
      return;
    }
    if (failed(outputs)) {
      page.say("failed", cell.el);
      return;
    }
    this.records.shown(cell.id);
    cell.el.dataset.live = "1";
    editable(cell, this.edited);
    const of = [...this.pages].find(({ cells }) => cells.includes(cell));
    if (of) of.live += 1;
    if (!of || of === this.shown) page.live += 1;
    page.mark("first_live");
  }

  /** Restart the kernel: run every cell again, and give each board its last state and its unanswered presses. */
  restart() {
    const { page, kernel, records } = this;
    if (!kernel.ended) {
      kernel.manager.handOver();
      kernel.stop("stopped by the reader");
    }
    endBoards("static"); // presses are queued from here on
    page.live = 0;
    for (const known of this.pages) {
      for (const cell of known.cells) {
        endBoards("static", cell.el);
        cell.removeNotice();
      }
      known.reset();
    }
    records.handBack();
    if (!page.start()) return;
    this.kernel = this.connect();
    this.wake();
    for (const cell of this.joined) {
      cell.removeNotice();
      this.runJoined(cell);
    }
  }
}
