// @ts-check
// The code of cells that the reader has changed: it runs in the kernel of all boards, so the boards of the page that is
// shown say when they wait for it.

import { failed } from "../kernel/connection.mjs";
import { LONG_MS } from "./code_editor.mjs";

/** @import { BookPage } from "./page_cells.mjs" */
/** @import { Cell } from "./cell.mjs" */
/** @import { LiveCells } from "./live_cells.mjs" */

export class ChangedCode {
  /** @param {LiveCells} book */
  constructor(book) {
    this.book = book;
    this.running = 0; // cells
    /** Below which cell it is said that boards wait.
     * @type {Cell | null} */
    this.told = null;
  }

  /**
   * Run a cell that the reader has changed. What is wrong with it is said below what it showed before.
   * @param {Cell} cell
   * @param {string} code
   */
  async run(cell, code) {
    const { book } = this;
    const { kernel } = book;
    this.running += 1;
    const outputs = await book.run(kernel, cell, code, true);
    this.running -= 1;
    if (!this.running) this.untell();
    if (!outputs) return;
    if (failed(outputs)) {
      cell.tell(outputs);
      return;
    }
    try {
      if (!(await cell.show(outputs, kernel))) return;
    } catch (error) {
      book.note(error);
      cell.tell([{ cell: cell.id, kind: "error", text: String(error) }]);
      return;
    }
    cell.source = code;
    book.records.shown(cell.id);
  }

  /**
   * Another page is shown: where its boards wait for code of the one before, let it be stopped from here.
   * @param {BookPage} shown
   */
  watch(shown) {
    const { book } = this;
    this.untell();
    if (!this.running || shown.done) return;
    setTimeout(() => {
      if (!this.running || book.shown !== shown || shown.done) return;
      this.told = shown.cells.find(({ near }) => near) ?? shown.cells[0];
      this.told.tellHeldUp();
    }, LONG_MS);
  }

  untell() {
    this.told?.untell();
    this.told = null;
  }
}
