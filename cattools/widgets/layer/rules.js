// @ts-check
// Where the book explains a rule: a page of the site, or in JupyterLab the notebook, opened beside this one by Lab's
// own command, for Lab's addresses lead to no place within a file.

import { carry, positionIn } from "./address.js";

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
  const config = document.getElementById("jupyter-config-data");
  const base = JSON.parse(config?.textContent || "{}").baseUrl || "/";
  link.href = `${base}lab/tree/${path}`;
  link.dataset.commandlinkerCommand = "docmanager:open";
  link.dataset.commandlinkerArgs = JSON.stringify({ path });
  link.addEventListener("click", () => {
    if (positionIn(anchor) === null) scrollWhenOpened(anchor, performance.now() + LONGEST_MS);
    else carry(page ?? "", anchor);
  });
}

/**
 * Scroll to a place of a notebook that is being opened, until it stands still.
 * @param {string} anchor
 * @param {number} until when to give up
 * @param {number} [before] where it stood
 */
function scrollWhenOpened(anchor, until, before) {
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll(`[id="${CSS.escape(anchor)}"]`);
  const place = [...places].find((one) => one.offsetParent);
  const top = place?.getBoundingClientRect().top;
  if (place && top !== before) place.scrollIntoView({ block: "start" });
  if (performance.now() > until || (place && top === before)) return;
  setTimeout(scrollWhenOpened, SETTLED_MS, anchor, until, place?.getBoundingClientRect().top);
}
