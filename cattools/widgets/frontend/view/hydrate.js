// @ts-check
// Hydration: a static picture becomes a live board in place, keeping its text, its areas and the reader's changes.

/**
 * @param {Element} shell the element around a board or its static picture
 * @returns {boolean}
 */
export function isPicture(shell) {
  return shell.getAttribute("data-cat") === "static";
}

/**
 * Remove what only the static picture needs and show what only the live board has, once Python has painted.
 * @param {HTMLElement} root
 */
export function wake(root) {
  for (const drawn of root.querySelectorAll(".cat-picture")) drawn.remove();
  for (const views of root.querySelectorAll(".cat-views")) views.removeAttribute("hidden");
  for (const send of root.querySelectorAll(".cat-form [aria-disabled]")) send.removeAttribute("aria-disabled");
  for (const line of root.querySelectorAll(".cat-state")) {
    line.dataset.state = "live";
    line.textContent = "";
  }
}
