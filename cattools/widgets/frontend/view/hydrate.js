// @ts-check
// A picture that becomes a board where it stands: its words, its places and what the reader has done to them stay.

/**
 * @param {Element} shell the element around a board, or around its picture
 * @returns {boolean}
 */
export function isPicture(shell) {
  return shell.getAttribute("data-cat") === "static";
}

/**
 * Python has painted: what only a picture has goes, and what only a board has comes.
 * @param {HTMLElement} root
 */
export function wake(root) {
  for (const drawn of root.querySelectorAll(".cat-picture")) drawn.remove();
  for (const views of root.querySelectorAll(".cat-views")) views.removeAttribute("hidden");
  for (const send of root.querySelectorAll(".cat-form [aria-disabled]")) send.removeAttribute("aria-disabled");
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".cat-state"))) {
    line.dataset.state = "live";
    line.textContent = "";
  }
}
