// @ts-check
// Links to the book's explanation of a rule: a page on the site, and a notebook elsewhere. JupyterLab opens the
// notebook with a command, because its URLs cannot point into a file; Notebook 7 opens it in a new tab. Voilà and VS
// Code have no page to open, so there the link shows the path of the file that contains the rule.

import { carry, positionIn } from "./url_fragment.js";

const SETTLED_MS = 400;
const LONGEST_MS = 10_000;

/**
 * Make the links to rules in a text open the explanations.
 * @param {HTMLElement} text
 * @param {URL | null} home the site's root
 */
export function leadToRules(text, home) {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = text.querySelectorAll("a[data-page]");
  for (const link of links) leadToRule(link, home);
}

/**
 * Make a link open the explanation of its rule.
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
  const config = JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}");
  if (!config.appName) {
    sayWhere(link, path);
    return;
  }
  const isLab = config.appName === "JupyterLab";
  link.href = `${config.baseUrl || "/"}${isLab ? "lab/tree" : "notebooks"}/${path}`;
  if (isLab) {
    link.dataset.commandlinkerCommand = "docmanager:open";
    link.dataset.commandlinkerArgs = JSON.stringify({ path });
  } else {
    link.target = "_blank";
    link.rel = "opener"; // the new tab copies this tab's sessionStorage, which holds the position for its board
    link.title ||= path;
  }
  link.addEventListener("click", (event) => {
    const here = placeOf(anchor);
    if (positionIn(anchor) !== null) carry(page ?? "", anchor);
    else if (here) {
      // otherwise the same notebook would open a second time
      event.preventDefault();
      event.stopPropagation();
      here.scrollIntoView({ block: "start" });
    } else if (isLab) scrollWhenOpened(anchor, performance.now() + LONGEST_MS);
  });
}

/**
 * @param {HTMLAnchorElement} link
 * @param {string} path of the page that explains the rule
 */
function sayWhere(link, path) {
  const { anchor = "" } = link.dataset;
  if (positionIn(anchor) !== null) link.remove();
  else if (placeOf(anchor)) link.href = `#${anchor}`;
  else {
    link.removeAttribute("href");
    if (!link.title) link.append(` (${path})`);
    link.title ||= path;
  }
}

/** @param {string} anchor the id of an element; only a visible one is returned */
function placeOf(anchor) {
  return [...document.querySelectorAll(`[id="${CSS.escape(anchor)}"]`)].find((one) => one.offsetParent);
}

/**
 * Scroll to an element of a notebook that is opening, again and again until its position is stable.
 * @param {string} anchor
 * @param {number} until time at which to give up
 * @param {number} [before] the element's previous top
 */
function scrollWhenOpened(anchor, until, before) {
  const place = placeOf(anchor);
  const isStable = place?.getBoundingClientRect().top === before;
  if (!isStable) place?.scrollIntoView({ block: "start" });
  if (performance.now() > until || (place && isStable)) return;
  setTimeout(scrollWhenOpened, SETTLED_MS, anchor, until, place?.getBoundingClientRect().top);
}
