// @ts-check
// The page's title: it begins with the result of a finished game and, while the tab is hidden, with whose turn it is.

import { follow } from "../model.js";

/** @import { Board } from "../model.js" */

const RESULT = ".cat-status .cat-result > span";
let plain = ""; // the page's own title
let written = ""; // the title that was set here

/**
 * Keep the title of a page whose board fills the screen up to date. In JupyterLab the title belongs to all notebooks.
 * @param {Board} board
 */
export function entitle(board) {
  const { root, home, signal } = board;
  if (!home || !root.hasAttribute("data-fills")) return;
  let ended = root.querySelector(RESULT) !== null;
  const update = () => {
    const result = spoken(root.querySelector(RESULT));
    const turn = document.hidden ? spoken(root.querySelector(".cat-head .cat-chip")) : "";
    if (document.title !== written) plain = document.title; // the site has loaded another page
    written = [result || turn, plain].filter(Boolean).join(" · ");
    document.title = written;
    if (result && !ended) show(root);
    ended = Boolean(result);
  };
  follow(board, "change:slots", update);
  document.addEventListener("visibilitychange", update, { signal });
  signal.addEventListener("abort", () => {
    if (document.title === written) document.title = plain;
  });
  update();
}

/**
 * Bring the result into view; on a handheld screen also the table of totals, which is at the top of the board.
 * @param {HTMLElement} root
 */
function show(root) {
  if (root.classList.contains("cat-handheld")) root.scrollIntoView({ block: "start" });
  root.querySelector(RESULT)?.scrollIntoView({ block: "nearest" });
}

/**
 * @param {Element | null} element
 * @returns {string} its words, without links to rules
 */
function spoken(element) {
  const words = [...(element?.childNodes ?? [])].filter((node) => node.nodeName !== "A");
  return words
    .map((node) => node.textContent)
    .join("")
    .trim();
}
