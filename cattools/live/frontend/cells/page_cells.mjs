// @ts-check
// The live cells of a page of the book, in order, and which of them have been run and shown.
import { Cell } from "./cell.mjs";

/** @import { KernelConnection } from "../kernel/connection.mjs" */
/** @import { LiveCells } from "./live_cells.mjs" */

const IDLE_MS = 200;
const soon = () => new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done, { timeout: IDLE_MS }));

export class BookPage {
  /**
   * @param {string} id
   * @param {ParentNode} root
   */
  constructor(id, root) {
    this.id = id;
    const found = root.querySelectorAll("div.cell.tag_live");
    this.cells = [...found].map((el, n) => new Cell(el, `${id}.${n}`));
    this.work = Promise.resolve();
    this.live = 0; // number of live cells
    /** Cells that have not finished running. */
    this.waiting = [...this.cells];
    /** Cells that have finished off screen; their boards are still to be shown.
     * @type {{ cell: Cell, outputs: Output[] }[]} */
    this.later = [];
  }

  /** Reset the progress for a new kernel. */
  reset() {
    this.live = 0;
    this.waiting = [...this.cells];
    this.later = [];
  }

  /** Whether all boards are live, except those in closed folds. */
  get done() {
    return !this.waiting.length && !this.unfolded.length;
  }

  /** The cells that have finished and whose boards can be shown now. */
  get unfolded() {
    return this.later.filter(({ cell }) => !cell.folded);
  }

  /**
   * Run and show the remaining cells as long as this page is current. A second call waits for the first call to
   * finish.
   * @param {LiveCells} book
   */
  wake(book) {
    const { kernel } = book;
    const stays = () => book.shown === this && book.kernel === kernel;
    const go = async () => {
      await this.runAll(book, kernel, stays);
      await this.showLater(book, kernel, stays);
      if (!stays() || kernel.ended) return;
      book.page.become("live");
      book.page.mark("all_live");
      document.dispatchEvent(new Event("cat-live"));
    };
    this.work = this.work.then(go, go);
    return this.work;
  }

  /**
   * Run all cells in order, because they share a namespace.
   * @type {(book: LiveCells, kernel: KernelConnection, stays: () => boolean) => Promise<void>}
   */
  async runAll(book, kernel, stays) {
    const { waiting, later } = this;
    while (stays() && waiting.length) {
      if (book.page.live) await soon(); // presses on live boards come first
      if (!stays()) return;
      const [cell] = waiting;
      const outputs = await book.run(kernel, cell, cell.source);
      if (outputs && stays() && cell.near && !cell.folded) await book.goLive(kernel, cell, outputs);
      else if (outputs) later.push({ cell, outputs });
      waiting.shift();
    }
  }

  /**
   * Show the boards of the cells that were off screen when they ran, once they are near or the page is idle. Those in
   * closed folds wait until their fold opens.
   * @type {(book: LiveCells, kernel: KernelConnection, stays: () => boolean) => Promise<void>}
   */
  async showLater(book, kernel, stays) {
    const { later } = this;
    while (stays() && this.unfolded.length) {
      const near = this.unfolded.find(({ cell }) => cell.near);
      if (!near) await soon();
      if (!stays()) return;
      const one = near ?? this.unfolded[0];
      if (!one) return;
      await book.goLive(kernel, one.cell, one.outputs);
      later.splice(later.indexOf(one), 1);
    }
  }
}
