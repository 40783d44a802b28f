// @ts-check
// What the page loads when its body is there: its boards come to life, rules open beside them, and links lead on
// without another load.

import { LiveCells } from "../cells/live_cells.mjs";
import { travel } from "../navigation/navigate.mjs";
import { showRulesBeside } from "../rules/panel.mjs";
import { idle } from "./idle.mjs";

/**
 * Bring the page's cells to life, and those of the pages that the reader goes to from here.
 * @param {Catlive} page
 */
export async function open(page) {
  const book = new LiveCells(page);
  page.restart = () => book.restart();
  page.idle = () => idle(book);
  showRulesBeside(book);
  document.addEventListener("cat-qr", async (event) => {
    const { showCode } = await import(page.url("qr.mjs"));
    showCode(/** @type {CustomEvent} */ (event).detail);
  });
  const first = book.pageOf(document);
  travel(book, first);
  await book.show(first);
}
