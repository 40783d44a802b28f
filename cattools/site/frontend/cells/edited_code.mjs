// @ts-check
// Code that the reader has edited. It runs in the kernel that all boards share, so the current page shows a notice when
// its boards have to wait for that code.

import { failed } from "../kernel/connection.mjs";
import { LONG_MS } from "./code_editor.mjs";

/** @import { BookPage } from "./page_cells.mjs" */
/** @import { Cell } from "./cell.mjs" */
/** @import { LiveCells } from "./live_cells.mjs" */

export class ChangedCode {
  /** @param {LiveCells} book */
  constructor(book) {
    this.book = book;
    this.running = 0; // number of cells
    /** The cell with the notice that boards wait.
     * @type {Cell | null} */
    this.told = null;
  }

  /**
   * Run a cell's edited code. An error is shown below the cell's previous output.
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
   * After a page change, if the new page's boards wait for code of another page, offer to stop that code.
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
