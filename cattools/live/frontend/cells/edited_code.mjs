// @ts-check
// The code below a board, which readers can edit, run and reset. It runs in the kernel that all boards share, so the
// current page shows a notice when its boards have to wait for that code.

import { failed } from "../kernel/connection.mjs";

/** @import { BookPage } from "./page_cells.mjs" */
/** @import { Cell } from "./cell.mjs" */
/** @import { LiveCells } from "./live_cells.mjs" */

const SLOW_MS = 2000; // code that runs longer can be stopped

const COMPOSING = 229; // the code of a key that an input method handles; Safari sends Enter after the composition's end

export class EditedCode {
  /** @param {LiveCells} book */
  constructor(book) {
    this.book = book;
    this.running = 0; // number of cells whose edited code is running
    /** The cell that shows the notice that boards are waiting.
     * @type {Cell | null} */
    this.notified = null;
  }

  /**
   * Run a cell's edited code. An error is shown below the cell's previous output.
   * @type {(cell: Cell, code: string) => Promise<void>}
   */
  async run(cell, code) {
    const { book } = this;
    const { kernel } = book;
    this.running += 1;
    const outputs = await book.run(kernel, cell, code, true);
    this.running -= 1;
    if (!this.running) this.removeNotice();
    if (!outputs) return;
    if (failed(outputs)) {
      cell.showNotice(outputs);
      return;
    }
    try {
      if (!(await cell.show(outputs, kernel))) return;
    } catch (error) {
      book.note(error);
      cell.showNotice([{ cell: cell.id, kind: "error", text: String(error) }]);
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
    this.removeNotice();
    if (!this.running || shown.done) return;
    setTimeout(() => {
      if (!this.running || book.shown !== shown || shown.done) return;
      this.notified = shown.cells.find(({ near }) => near) ?? shown.cells[0];
      this.notified.showWaiting();
    }, SLOW_MS);
  }

  removeNotice() {
    this.notified?.removeNotice();
    this.notified = null;
  }
}

/**
 * Make a cell's code editable, unless it already is.
 * @type {(cell: Cell, code: EditedCode) => void}
 */
export function editable(cell, code) {
  const box = cell.el.querySelector("details.cat-code");
  if (!(box instanceof HTMLElement) || box.dataset.ready) return;
  box.dataset.ready = "1";
  const { label = "", stop: stopped = "", running = "" } = box.dataset;
  /** @type {NodeListOf<HTMLButtonElement>} */
  const [run, reset] = box.querySelectorAll(".cat-code-tools button:not([data-embed])");
  const line = box.querySelector(".cat-code-said");
  const original = cell.source.replace(/\n$/, "");
  const field = Object.assign(document.createElement("textarea"), { className: "cat-code-field", spellcheck: false });
  field.autocapitalize = "off";
  field.setAttribute("aria-label", label);
  const stop = Object.assign(document.createElement("button"), { type: "button", hidden: true, textContent: stopped });
  const fit = () => {
    field.rows = field.value.split("\n").length;
  };
  /** @param {boolean} busy */
  const wait = (busy) => {
    run.disabled = reset.disabled = busy;
    if (line) line.textContent = busy ? running : "";
  };
  const start = async () => {
    if (run.disabled) return;
    wait(true);
    const timer = setTimeout(() => {
      stop.hidden = false;
    }, SLOW_MS);
    await code.run(cell, field.value).finally(() => {
      clearTimeout(timer);
      stop.hidden = true;
      wait(false);
    });
  };
  field.value = original;
  fit();
  cell.pre.closest(".cell_input")?.replaceChildren(field);
  line?.before(stop);
  wait(false);
  field.addEventListener("input", fit);
  field.addEventListener("keydown", (event) => {
    if (
      event.key !== "Enter" ||
      event.isComposing ||
      event.keyCode === COMPOSING ||
      !(event.ctrlKey || event.metaKey || event.shiftKey)
    )
      return;
    event.preventDefault();
    start();
  });
  stop.addEventListener("click", () => catlive.restart()); // Python cannot be interrupted in a page
  run.addEventListener("click", start);
  reset.addEventListener("click", () => {
    field.value = original;
    fit();
    start();
  });
}
