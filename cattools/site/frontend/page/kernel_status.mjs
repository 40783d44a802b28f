// @ts-check
// What the boards of a page say of their kernel, in the line that each has for it. A board without a kernel is a
// picture (`static`), before its kernel is there and while a new one starts, or it is `stopped`.
export const STATIC = '[data-cat="static"]';
export const RECORDED = "data-recorded"; // on one that is answered from its record
export const UNANSWERED = `${STATIC}:not([${RECORDED}])`;
const DEAD = ':is([data-cat="static"], [data-cat="stopped"])';
// What no kept press can do: a browser opens files and its clipboard only for a press of the moment.
export const UNKEPT =
  ':is([data-tool="open"], [data-tool="save"], [data-tool="share"], [data-tool="copy"], form button)';
const UNKEPT_TOOL = /<button type="button" data-tool="(?:open|save|share|copy)"(?![^>]*aria-disabled)/g;
export const ENDED = ["failed", "stopped"];
const NEVER = ["nowasm", "noworker", "file", "old"];

/**
 * Let the boards without a kernel say how far things are: in the corner of the heading, or where a board says what it
 * has to say, when nothing more will come of a press.
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
    stand(line, ended || NEVER.includes(state));
    if (ended && n === 0)
      line.setAttribute("role", "alert"); // heard once, not from every board
    else line.removeAttribute("role");
    line.textContent = words.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
    if (ended) line.append(againButton(line.dataset.again ?? ""));
  }
  if (ENDED.includes(state) || NEVER.includes(state)) rest(root);
  else wake(root);
  for (const button of root.querySelectorAll(`${UNANSWERED} ${UNKEPT}`)) button.setAttribute("aria-disabled", "true");
}

/**
 * No button does anything; one that did nothing before is not taken note of.
 * @param {ParentNode} root
 */
function rest(root) {
  const buttons = root.querySelectorAll(`${DEAD} button:not(.cat-again, [aria-disabled="true"])`);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (buttons)) {
    button.setAttribute("aria-disabled", "true");
    button.dataset.rests = "";
  }
}

/**
 * A kernel is on its way: what is pressed is kept for it again.
 * @param {ParentNode} root
 */
function wake(root) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`${DEAD} [data-rests]`))) {
    button.removeAttribute("aria-disabled");
    delete button.dataset.rests;
  }
}

/**
 * @param {HTMLElement} line
 * @param {boolean} final whether it is all that the board has to say
 */
function stand(line, final) {
  const shell = line.closest("[data-cat]");
  const said = shell?.querySelector(".cat-said");
  const head = shell?.querySelector(".cat-head");
  if (final && line.parentElement !== said) said?.prepend(line);
  else if (!final && line.previousElementSibling !== head) head?.after(line); // a new kernel is on its way
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
 * @param {ParentNode} [root]
 */
export function endBoards(now, root = document) {
  for (const shell of root.querySelectorAll("[data-cat]")) shell.setAttribute("data-cat", now);
}

/**
 * @param {string} html words and buttons, as a board tells them
 * @returns {string} the same; what no kept press can do rests
 */
export function resting(html) {
  return html.replace(UNKEPT_TOOL, '$& aria-disabled="true"');
}
