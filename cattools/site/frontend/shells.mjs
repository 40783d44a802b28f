// @ts-check
// What the boards of a page say of their kernel, in the line that each has for it. A board without a kernel is a
// picture (`static`), before its kernel is there and while a new one starts, or it is `stopped`.
export const STATIC = '[data-cat="static"]';
const DEAD = ':is([data-cat="static"], [data-cat="stopped"])';
// What no kept press can do: a browser opens files and its clipboard only for a press of the moment.
export const UNKEPT = ':is([data-tool="open"], [data-tool="save"], [data-tool="share"], form button)';
const ENDED = ["failed", "stopped"];

/**
 * Let the boards without a kernel say how far things are.
 * @param {string} state one of those for which the line has words
 * @param {ParentNode} root
 * @param {{ [name: string]: string }} [facts] for the words
 */
export function say(state, root, facts = {}) {
  const lines = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`${DEAD} .cat-state`));
  for (const [n, line] of lines.entries()) {
    const words = line.dataset[state] ?? "";
    const ended = ENDED.includes(state);
    line.dataset.state = state;
    if (ended && n === 0)
      line.setAttribute("role", "alert"); // heard once, not from every board
    else line.removeAttribute("role");
    line.textContent = words.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
    if (ended) line.append(againButton(line.dataset.again ?? ""));
  }
  for (const button of root.querySelectorAll(`${STATIC} ${UNKEPT}, [data-cat="stopped"] button:not(.cat-again)`)) {
    button.setAttribute("aria-disabled", "true");
  }
}

/** @param {string} words */
function againButton(words) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "cat-again", textContent: words });
  button.addEventListener("click", () => {
    // the button goes; from an area the focus is led to the same one of the new board
    const area = /** @type {SVGElement | null} */ (
      button.closest("[data-cat]")?.querySelector('[data-id][tabindex="0"]') ?? null
    );
    area?.focus({ preventScroll: true });
    catlive.restart();
  });
  return button;
}

/**
 * Tell of every board that its kernel has ended, or that a new one is on its way.
 * @param {"stopped" | "static"} now
 */
export function endBoards(now) {
  for (const shell of document.querySelectorAll("[data-cat]")) shell.setAttribute("data-cat", now);
}
