// @ts-check
// Loaded when the page's body has been parsed: makes the widgets live and enables client-side navigation.

import { LiveCells } from "../cells/live_cells.mjs";
import { enableNavigation } from "../navigation/navigate.mjs";

/** @import { BookPage } from "../cells/page_cells.mjs" */

/**
 * Make the cells live on this page and on every page that the reader navigates to.
 * @param {Catlive} page
 * @param {Partial<LiveHooks>} [hooks] what the book adds
 * @param {(book: LiveCells, first: BookPage) => void} [opened] called before the first page's first cell runs
 */
export async function open(page, hooks, opened) {
  Object.assign(page.hooks, hooks);
  const book = new LiveCells(page);
  page.book = book;
  page.restart = () => book.restart();
  const first = book.pageOf(document);
  opened?.(book, first);
  if (OPTIMIZATIONS.swap_pages) enableNavigation(book, first);
  await book.show(first);
}
