// @ts-check
// A page of the book: its cells, in order, and how far they are.
import { Cell } from "./cell.mjs";

/** @import { KernelLine } from "../kernel/connection.mjs" */
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
    const found = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("div.cell.tag_live"));
    this.cells = [...found].map((el, n) => new Cell(el, `${id}.${n}`));
    this.work = Promise.resolve();
    this.live = 0; // cells
    /** Cells that have not run to their end. */
    this.waiting = [...this.cells];
    /** Cells that have, and whose boards are to be shown: they were out of sight.
     * @type {{ cell: Cell, outputs: Output[] }[]} */
    this.later = [];
  }

  /** There is a new kernel, or is to be: no cell has run. */
  beginAnew() {
    this.live = 0;
    this.waiting = [...this.cells];
    this.later = [];
  }

  /** Whether all boards live. */
  get done() {
    return !this.waiting.length && !this.later.length;
  }

  /**
   * Go on, as long as this page is shown; where it was left and come back to, when it is done with what it was about.
   * @param {LiveCells} book
   */
  wake(book) {
    const { kernel } = book;
    const stays = () => book.shown === this && book.kernel === kernel;
    const go = async () => {
      await this.runAll(book, kernel, stays);
      await this.showLater(book, kernel, stays);
      if (stays() && !kernel.ended) book.isLive();
    };
    this.work = this.work.then(go, go);
    return this.work;
  }

  /**
   * Run all cells, in order, since they share their names.
   * @param {LiveCells} book
   * @param {KernelLine} kernel
   * @param {() => boolean} stays
   */
  async runAll(book, kernel, stays) {
    const { waiting, later } = this;
    while (stays() && waiting.length) {
      if (book.page.live) await soon(); // a press on a board that lives comes first
      if (!stays()) return;
      const [cell] = waiting;
      const outputs = await book.run(kernel, cell, cell.source);
      if (outputs && stays() && cell.near) await book.goLive(kernel, cell, outputs);
      else if (outputs) later.push({ cell, outputs });
      waiting.shift();
    }
  }

  /**
   * Draw the boards that were out of sight, when the page is idle.
   * @param {LiveCells} book
   * @param {KernelLine} kernel
   * @param {() => boolean} stays
   */
  async showLater(book, kernel, stays) {
    const { later } = this;
    while (stays() && later.length) {
      const near = later.findIndex(({ cell }) => cell.near);
      if (near < 0) await soon();
      if (!stays()) return;
      const one = later[Math.max(near, 0)];
      await book.goLive(kernel, one.cell, one.outputs);
      later.splice(later.indexOf(one), 1);
    }
  }
}
