// @ts-check
// Loaded when the page's body has been parsed: makes the boards live, opens rules in a panel, and enables client-side
// navigation.

import { LiveCells } from "../cells/live_cells.mjs";
import { enableNavigation } from "../navigation/navigate.mjs";
import { showRulesBeside } from "../rules/panel.mjs";

/**
 * Make the cells live on this page and on every page that the reader navigates to.
 * @param {Catlive} page
 */
export async function open(page) {
  const book = new LiveCells(page);
  page.book = book;
  page.restart = () => book.restart();
  showRulesBeside(book);
  document.addEventListener("cat-qr", async (event) => {
    const { showCode } = await import(page.url("qr.mjs"));
    showCode(/** @type {CustomEvent} */ (event).detail);
  });
  const first = book.pageOf(document);
  if (OPTIMIZATIONS.swap_pages) enableNavigation(book, first);
  await book.show(first);
}
