// @ts-check
// Shows the kernel's status in the status line of each board. A board without a kernel is in one of two states:
// `static` (a picture) before its kernel is ready and while a new kernel starts, or `stopped` once its kernel has
// ended.
export const STATIC = '[data-cat="static"]';
export const RECORDED = "data-recorded"; // on a board that uses precomputed answers
export const UNANSWERED = `${STATIC}:not([${RECORDED}])`; // presses on these boards are queued
const WITHOUT_KERNEL = ':is([data-cat="static"], [data-cat="stopped"])';
// Buttons whose presses cannot be queued, because browsers open files and the clipboard only during a user gesture.
export const NOT_QUEUED =
  ':is([data-tool="open"], [data-tool="save"], [data-tool="share"], [data-tool="copy"], form button)';
const NOT_QUEUED_TOOL = /<button type="button" data-tool="(?:open|save|share|copy)"(?![^>]*aria-disabled)/g;
export const ENDED = ["failed", "stopped"];
const UNSUPPORTED = ["nowasm", "noworker", "file", "old"];

/**
 * Show the kernel's state on all boards without a kernel: as the board's message if presses no longer have any effect,
 * otherwise in the corner of the heading.
 * @param {string} state a state for which the status line has text
 * @param {ParentNode} root
 * @param {{ [name: string]: string }} [facts] values for the text's placeholders
 */
export function say(state, root, facts = {}) {
  const ended = ENDED.includes(state);
  const final = ended || UNSUPPORTED.includes(state);
  for (const [n, line] of root.querySelectorAll(`${WITHOUT_KERNEL} .cat-state`).entries()) {
    const words = line.dataset[state] ?? "";
    line.dataset.state = state;
    placeLine(line, final);
    line.role = ended && n === 0 ? "alert" : null; // announced once, not for every board
    line.textContent = words.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
    if (ended) line.append(restartButton(line.dataset.again ?? ""));
  }
  // Mark the buttons that this loop disables. It enables them again when a new kernel starts, because their presses can
  // be queued from then on.
  const marked = final ? `button:not(.cat-again, [aria-disabled="true"])` : "[data-rests]";
  for (const button of root.querySelectorAll(`${WITHOUT_KERNEL} ${marked}`)) {
    button.ariaDisabled = final ? "true" : null;
    button.toggleAttribute("data-rests", final);
  }
  for (const button of root.querySelectorAll(`${UNANSWERED} ${NOT_QUEUED}`))
    button.setAttribute("aria-disabled", "true");
}

/**
 * Move the status line to where it is shown.
 * @param {HTMLElement} line
 * @param {boolean} final whether to show the line as the board's message
 */
function placeLine(line, final) {
  const shell = line.closest("[data-cat]");
  const message = shell?.querySelector(".cat-status");
  const head = shell?.querySelector(".cat-head");
  if (final && line.parentElement !== message) message?.prepend(line);
  else if (!final && line.previousElementSibling !== head) head?.after(line); // a new kernel is starting
}

/** @param {string} words */
function restartButton(words) {
  const about = { type: "button", className: "cat-again", textContent: words };
  const button = Object.assign(document.createElement("button"), about);
  button.addEventListener("click", () => {
    // This button will disappear, so focus an area: the same area of the new board then gets the focus.
    button.closest("[data-cat]")?.querySelector('[data-id][tabindex="0"]')?.focus({ preventScroll: true });
    catlive.restart();
  });
  return button;
}

/**
 * Set the state of every board: "stopped" if its kernel has ended, "static" if a new kernel is starting.
 * @type {(now: "stopped" | "static", root?: ParentNode) => void}
 */
export function endBoards(now, root = document) {
  for (const shell of root.querySelectorAll("[data-cat]")) shell.setAttribute("data-cat", now);
}

/**
 * @param {string} html content of a slot
 * @returns {string} the same HTML, in which the buttons whose presses cannot be queued are disabled
 */
export function withDisabledButtons(html) {
  return html.replace(NOT_QUEUED_TOOL, '$& aria-disabled="true"');
}
