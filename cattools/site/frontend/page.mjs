// @ts-check
// The page's live cells: run in order, one kernel a page; each picture gives way to its board when the board
// has painted, and the presses kept on the picture are played on the board. A kernel that is started anew runs them
// again, and every board goes on where it was.
import { Cell } from "./cell.mjs";
import { editable } from "./edit.mjs";
import { KernelLine } from "./kernel_line.mjs";
import { Manager } from "./manager.mjs";
import { Records } from "./records.mjs";
import { showRulesBeside } from "./rule_panel.mjs";
import { endBoards } from "./shells.mjs";

const IDLE_MS = 200;
const soon = () => new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done, { timeout: IDLE_MS }));

/** @param {unknown} error */
const described = (error) => String((error instanceof Error && error.stack) || error);
/** @param {Output[]} outputs */
const failed = (outputs) => outputs.some((output) => output.kind === "error");

/**
 * Bring the page's cells to life.
 * @param {Catlive} page
 */
export async function open(page) {
  const live = [...document.querySelectorAll("div.cell.tag_live")];
  const cells = live.map((el, n) => new Cell(/** @type {HTMLElement} */ (el), String(n)));
  const book = new LiveCells(page, cells);
  page.restart = () => book.restart();
  showRulesBeside(book);
  await book.wake();
}

class LiveCells {
  /**
   * @param {Catlive} page
   * @param {Cell[]} cells
   */
  constructor(page, cells) {
    this.page = page;
    this.cells = cells;
    this.records = new Records();
    this.kernel = this.connect();
  }

  /** @returns {KernelLine} the line to the page's worker */
  connect() {
    const { page, records } = this;
    const worker = /** @type {Worker} */ (page.worker);
    const manager = new Manager(worker, records, (error) => page.errors.push(described(error)));
    page.manager = manager;
    return new KernelLine(worker, manager, page);
  }

  /** Run all cells, in order, since they share their names; boards out of sight are drawn when the page is idle. */
  async wake() {
    const { page, kernel } = this;
    /** @type {{ cell: Cell, outputs: Output[] }[]} */
    const later = [];
    for (const cell of [...this.cells]) {
      if (page.live) await soon(); // a press on a board that lives comes first
      if (!this.cells.includes(cell)) continue;
      const outputs = await this.run(kernel, cell, cell.source);
      if (!outputs) continue;
      if (cell.near) await this.goLive(kernel, cell, outputs);
      else later.push({ cell, outputs });
    }
    while (later.length) {
      const near = later.findIndex(({ cell }) => cell.near);
      if (near < 0) await soon();
      const [{ cell, outputs }] = later.splice(Math.max(near, 0), 1);
      await this.goLive(kernel, cell, outputs);
    }
    if (kernel.ended) return;
    page.become("live");
    page.mark("all_live");
  }

  /**
   * A cell of another page comes to be shown on this one: it runs when the kernel is there, and again with the others
   * where that is started anew.
   * @param {Cell} cell
   */
  async join(cell) {
    const { page, kernel } = this;
    this.cells.push(cell);
    page.say(page.state === "live" ? "loading" : page.state, cell.el);
    if (kernel.ended) return;
    const outputs = await this.run(kernel, cell, cell.source);
    if (outputs) await this.goLive(kernel, cell, outputs);
  }

  /**
   * It is shown no more: its boards are closed, here and in the kernel.
   * @param {Cell} cell
   */
  leave(cell) {
    this.cells = this.cells.filter((one) => one !== cell);
    cell.end();
    this.records.drop(cell.id);
    this.kernel.close(cell.id);
  }

  /**
   * Run a cell, and say so where its kernel ends before it is done.
   * @param {KernelLine} kernel
   * @param {Cell} cell
   * @param {string} code
   * @returns {Promise<Output[] | null>}
   */
  async run(kernel, cell, code) {
    this.records.begin(cell.id);
    try {
      return await kernel.run(cell.id, code);
    } catch (error) {
      if (kernel === this.kernel) cell.tellStopped(error);
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
    if (kernel.ended || !this.cells.includes(cell)) return;
    try {
      if (failed(outputs)) cell.tell(outputs);
      // what was printed at the build is there already; only a widget has something to add
      else if (outputs.some((output) => output.model)) await cell.show(outputs, kernel.manager);
    } catch (error) {
      if (!this.cells.includes(cell)) return; // its models went while it was being built
      page.errors.push(described(error));
      page.say("failed", cell.el);
      return;
    }
    if (kernel !== this.kernel || !this.cells.includes(cell)) return;
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
    editable(cell, { run: (code) => this.rerun(cell, code), stop: () => this.restart() });
    page.live += 1;
    page.mark("first_live");
  }

  /**
   * Run a cell that the reader has changed. What is wrong with it is said below what it showed before.
   * @param {Cell} cell
   * @param {string} code
   */
  async rerun(cell, code) {
    const { kernel } = this;
    const outputs = await this.run(kernel, cell, code);
    if (!outputs) return;
    if (failed(outputs)) {
      cell.tell(outputs);
      return;
    }
    try {
      await cell.show(outputs, kernel.manager);
    } catch (error) {
      this.page.errors.push(described(error));
      cell.tell([{ cell: cell.id, kind: "error", text: String(error) }]);
      return;
    }
    cell.source = code;
    this.records.shown(cell.id);
  }

  /** Start the kernel anew: every cell runs again, and every board is handed what it told last. */
  restart() {
    const { page, kernel, records } = this;
    if (!kernel.ended) kernel.stop("stopped by the reader");
    endBoards("static"); // presses are kept from here on
    page.live = 0;
    records.handBack();
    if (!page.start()) return;
    this.kernel = this.connect();
    this.wake();
  }
}
