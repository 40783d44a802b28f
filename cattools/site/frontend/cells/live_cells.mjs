// @ts-check
// The live cells of a visit: run in order, one kernel for all pages; each picture gives way to its board when the board
// has painted, and the presses kept on the picture are played on the board. A page that is left keeps its boards for a
// while. A kernel that is started anew runs all cells again, and every board goes on where it was.

import { failed, KernelLine } from "../kernel/connection.mjs";
import { endBoards } from "../page/kernel_status.mjs";
import { Manager } from "../widgets/manager.mjs";
import { editable } from "./code_editor.mjs";
import { ChangedCode } from "./edited_code.mjs";
import { BookPage } from "./page_cells.mjs";
import { Records } from "./restart_state.mjs";

/** @import { Cell } from "./cell.mjs" */

/** The cells of a visit: of the page that is shown, of those that were left and kept, and of the rules beside them. */
export class LiveCells {
  /** @param {Catlive} page */
  constructor(page) {
    this.page = page;
    this.count = 0; // of the pages so far
    /** @type {Set<BookPage>} */
    this.pages = new Set();
    /** @type {BookPage | null} */
    this.shown = null;
    /** Cells of other pages that stand on this one.
     * @type {Cell[]} */
    this.joined = [];
    this.records = new Records();
    this.changed = new ChangedCode(this);
    this.kernel = this.connect();
  }

  /** @returns {KernelLine} the line to the page's worker */
  connect() {
    const { page, records } = this;
    const worker = /** @type {Worker} */ (page.worker);
    const manager = new Manager(worker, records, (error) => this.note(error));
    page.manager = manager;
    return new KernelLine(worker, manager, page);
  }

  /** @param {unknown} error that no reader can mend */
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
   * A page is shown: what of it has not come to life yet does now.
   * @param {BookPage} shown
   */
  async show(shown) {
    const { page, kernel } = this;
    this.shown = shown;
    page.live = shown.live;
    if (kernel.ended) {
      // it may have failed on a page whose boards never lived, and stops those that did
      if (page.state === "failed" && shown.live) page.state = "stopped";
      if (page.state === "stopped") endBoards("stopped");
      page.say(page.state);
      return;
    }
    page.become(shown.done ? "live" : "loading");
    this.changed.watch(shown);
    await this.wake();
  }

  /** All boards of the page that is shown live. */
  isLive() {
    this.page.become("live");
    this.page.mark("all_live");
    document.dispatchEvent(new Event("cat-live"));
  }

  /** Go on with the page that is shown. */
  wake() {
    return /** @type {BookPage} */ (this.shown).wake(this);
  }

  /**
   * A page was left long ago: its boards are closed, here and in the kernel.
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
   * A cell of another page comes to be shown on this one: it runs when the kernel is there, and again with the others
   * where that is started anew.
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
   * It is shown no more: its boards are closed, here and in the kernel.
   * @param {Cell} cell
   */
  leave(cell) {
    this.joined = this.joined.filter((one) => one !== cell);
    cell.end();
    this.records.drop(cell.id);
    this.kernel.close(cell.id);
  }

  /**
   * Run a cell. Where its kernel ends before it is done, its boards say so; it does itself where it has none, or where
   * the reader waits for what the code shows.
   * @param {KernelLine} kernel
   * @param {Cell} cell
   * @param {string} code
   * @param {boolean} [asked] by the reader
   * @returns {Promise<Output[] | null>}
   */
  async run(kernel, cell, code, asked = false) {
    this.records.begin(cell.id);
    try {
      return await kernel.run(cell.id, code);
    } catch (error) {
      if (kernel === this.kernel && (asked || !cell.hasBoard)) cell.tellStopped(error);
      return null;
    }
  }

  /**
   * @param {KernelLine} kernel
   * @param {Cell} cell
   * @param {Output[]} outputs
   */
  async goLive(kernel, cell, outputs) {
    const { page } = this;
    if (kernel.ended || !this.has(cell)) return;
    try {
      if (failed(outputs)) cell.tell(outputs);
      // what was printed at the build is there already; only a widget has something to add
      else if (outputs.some((output) => output.model)) await cell.show(outputs, kernel);
    } catch (error) {
      if (!this.has(cell)) return; // its models went while it was being built
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
    editable(cell, { run: (code) => this.changed.run(cell, code), stop: () => this.restart() });
    const of = [...this.pages].find(({ cells }) => cells.includes(cell));
    if (of) of.live += 1;
    if (!of || of === this.shown) page.live += 1;
    page.mark("first_live");
  }

  /** Start the kernel anew: every cell runs again, and each board is handed what it told last and what waits for it. */
  restart() {
    const { page, kernel, records } = this;
    if (!kernel.ended) {
      kernel.manager.handOver();
      kernel.stop("stopped by the reader");
    }
    endBoards("static"); // presses are kept from here on
    page.live = 0;
    for (const one of this.pages) {
      for (const cell of one.cells) {
        endBoards("static", cell.el);
        cell.untell();
      }
      one.beginAnew();
    }
    records.handBack();
    if (!page.start()) return;
    this.kernel = this.connect();
    this.wake();
    for (const cell of this.joined) {
      cell.untell();
      this.runJoined(cell);
    }
  }
}
