// @ts-check
// Switching the language loads the same page of the other edition. Its boards keep their state through the tab's
// session storage. Saved games restore themselves.

import { MOVED, positionIn } from "../../../widgets/frontend/url_fragment.js";

/** @import { LiveCells } from "../../../live/frontend/cells/live_cells.mjs" */
/** @import { BookPage } from "../../../live/frontend/cells/page_cells.mjs" */
/** @import { Cell } from "../../../live/frontend/cells/cell.mjs" */
/** @import { BoardState } from "../../../live/frontend/cells/restart_state.mjs" */
/** @typedef {{ path: string, boards: BoardState[][] }} Stored a page's path, and the states of each cell's boards */

const BOARDS = "cat-boards"; // storage name
const SAVED = "[data-keeps]"; // a board whose games are saved in the browser

/** @returns {BoardState[][] | null} the states of this page's boards, if the language has just been changed */
function storedBoards() {
  try {
    const { path, boards } = /** @type {Stored} */ (JSON.parse(sessionStorage.getItem(BOARDS) ?? "{}"));
    return path === location.pathname && Array.isArray(boards) ? boards : null;
  } catch {
    return null; // the browser stores nothing, or the entry was edited by hand
  }
}

const restored = storedBoards() && location.pathname;

/** Whether the boards of this page start in states other than those that its pictures show. */
export const boardsAreRestored = () => location.pathname === restored;

/** @type {(book: LiveCells, cell: Cell) => BoardState[]} */
function statesOf(book, cell) {
  if (cell.el.querySelector(SAVED)) return [];
  const known = book.records.of(cell.id);
  if (known.length) return known;
  const model = /** @type {import("../precomputed/model.mjs").RecordedModel | undefined} */ (
    cell.el.querySelector("[data-recorded]")?.catRecorded?.model
  );
  return model ? [{ record: "", chosen: [], pressed: [...model.pressed, ...model.waiting] }] : [];
}

/** @type {(book: LiveCells, first: BookPage, boards: BoardState[][]) => void} */
function restore(book, first, boards) {
  for (const [n, cell] of first.cells.entries()) {
    if (!boards[n]?.length) continue;
    book.records.give(cell.id, boards[n]);
    cell.el.setAttribute(MOVED, "");
    document.addEventListener("cat-live", () => cell.el.removeAttribute(MOVED), { once: true });
  }
}

/**
 * Restore the boards of the first page of a visit, and store those of a page whose language the reader changes.
 * @param {LiveCells} book
 * @param {BookPage} first
 */
export function keepBoardsInOtherLanguage(book, first) {
  const boards = positionIn(location.hash) === null ? storedBoards() : null;
  try {
    sessionStorage.removeItem(BOARDS);
  } catch {} // the browser stores nothing
  if (boards) restore(book, first, boards);
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link?.matches(".cat-language") || !book.shown) return;
    const states = book.shown.cells.map((cell) => statesOf(book, cell));
    if (!states.flat().some(({ record, chosen, pressed }) => record || chosen.length || pressed?.length)) return;
    try {
      sessionStorage.setItem(BOARDS, JSON.stringify({ path: link.pathname, boards: states }));
    } catch {} // the storage is full or unavailable: the boards start over
  });
}
