// @ts-check
// Where the book explains a rule: a page of the site, or a notebook. JupyterLab opens that beside this one by command,
// for its addresses lead to no place within a file; Notebook 7 in a tab of its own. Elsewhere (Voilà, VS Code) there is
// no page to lead to, so that a link says where its rule stands.

import { carry, positionIn } from "./url_fragment.js";

const LAB = "JupyterLab";
const SETTLED_MS = 400;
const LONGEST_MS = 10_000;

/**
 * Let a link lead to its rule.
 * @param {HTMLAnchorElement} link
 * @param {URL | null} home the site's root
 */
export function leadToRule(link, home) {
  const { page, anchor = "" } = link.dataset;
  if (home) {
    link.href = new URL(`book/${page}.html#${anchor}`, home).href;
    return;
  }
  const path = `book/${page}.md`;
  const told = JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}");
  if (!told.appName) {
    sayWhere(link, path);
    return;
  }
  if (told.appName === LAB) {
    link.href = `${told.baseUrl || "/"}lab/tree/${path}`;
    link.dataset.commandlinkerCommand = "docmanager:open";
    link.dataset.commandlinkerArgs = JSON.stringify({ path });
  } else {
    link.href = `${told.baseUrl || "/"}notebooks/${path}`;
    link.target = "_blank";
    link.rel = "opener"; // the tab takes along what is left for its board
    link.title ||= path;
  }
  link.addEventListener("click", (event) => {
    const here = placeOf(anchor);
    if (positionIn(anchor) !== null) carry(page ?? "", anchor);
    else if (here) {
      // else the notebook would be opened once more
      event.preventDefault();
      event.stopPropagation();
      here.scrollIntoView({ block: "start" });
    } else if (told.appName === LAB) scrollWhenOpened(anchor, performance.now() + LONGEST_MS);
  });
}

/**
 * @param {HTMLAnchorElement} link
 * @param {string} path of the page where the rule stands
 */
function sayWhere(link, path) {
  const { anchor = "" } = link.dataset;
  if (positionIn(anchor) !== null) {
    link.remove();
    return;
  }
  if (placeOf(anchor)) {
    link.href = `#${anchor}`;
    return;
  }
  link.removeAttribute("href");
  if (!link.title) {
    link.title = path;
    link.append(` (${path})`);
  }
}

/**
 * @param {string} anchor
 * @returns {HTMLElement | undefined} the place of that name that can be seen
 */
function placeOf(anchor) {
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll(`[id="${CSS.escape(anchor)}"]`);
  return [...places].find((one) => one.offsetParent);
}

/**
 * Scroll to a place of a notebook that is being opened, until it stands still.
 * @param {string} anchor
 * @param {number} until when to give up
 * @param {number} [before] where it stood
 */
function scrollWhenOpened(anchor, until, before) {
  const place = placeOf(anchor);
  const top = place?.getBoundingClientRect().top;
  if (place && top !== before) place.scrollIntoView({ block: "start" });
  if (performance.now() > until || (place && top === before)) return;
  setTimeout(scrollWhenOpened, SETTLED_MS, anchor, until, place?.getBoundingClientRect().top);
}
