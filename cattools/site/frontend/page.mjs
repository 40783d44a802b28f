// @ts-check
// The page's live cells: run in order, one kernel a page; each picture gives way to its board when the board
// has painted, and the presses kept on the picture are played on the board.
import { Cell } from "./cell.mjs";
import { editable } from "./edit.mjs";
import { KernelLine } from "./kernel_line.mjs";
import { Manager } from "./manager.mjs";

const IDLE_MS = 200;
const soon = () => new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done, { timeout: IDLE_MS }));

/** @param {unknown} error */
const described = (error) => String((error instanceof Error && error.stack) || error);

/**
 * Bring the page's cells to life.
 * @param {Catlive} page
 */
export async function open(page) {
  const worker = /** @type {Worker} */ (page.worker);
  const manager = new Manager(worker, (error) => page.errors.push(described(error)));
  const kernel = new KernelLine(worker, manager, page);
  page.manager = manager;
  const live = [...document.querySelectorAll("div.cell.tag_live")];
  const cells = live.map((el, n) => new Cell(/** @type {HTMLElement} */ (el), String(n)));

  // In order, since cells share their names; boards out of sight are drawn when the page is idle.
  /** @type {{ cell: Cell, outputs: Output[] }[]} */
  const later = [];
  for (const cell of cells) {
    if (page.live) await soon(); // a press on a board that lives comes first
    const outputs = await kernel.run(cell.id, cell.source);
    if (cell.near) await goLive(page, kernel, cell, outputs);
    else later.push({ cell, outputs });
  }
  while (later.length) {
    const near = later.findIndex(({ cell }) => cell.near);
    if (near < 0) await soon();
    const [{ cell, outputs }] = later.splice(Math.max(near, 0), 1);
    await goLive(page, kernel, cell, outputs);
  }
  page.state = "live";
  page.mark("all_live");
}

/**
 * @param {Catlive} page
 * @param {KernelLine} kernel
 * @param {Cell} cell
 * @param {Output[]} outputs
 */
async function goLive(page, kernel, cell, outputs) {
  try {
    // what was printed at the build is there already; only a widget has something to add
    if (outputs.some((output) => output.model)) await cell.show(outputs, kernel.manager);
    else if (outputs.some((output) => output.kind === "error")) {
      page.say("failed", cell.el);
      return;
    }
  } catch (error) {
    page.errors.push(described(error));
    page.say("failed", cell.el);
    return;
  }
  cell.el.dataset.live = "1";
  editable(cell, {
    run: async (code) => cell.show(await kernel.run(cell.id, code), kernel.manager),
    stop: () => kernel.worker.terminate(),
  });
  page.live += 1;
  page.mark("first_live");
}
