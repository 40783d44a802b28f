// @ts-check
// Pictures that are to fill the screen stand where their boards will stand: when these come, nothing jumps.

import { Stage } from "../../../widgets/frontend/layout/parts.js";
import { partOf } from "../../../widgets/frontend/model.js";
import { positionIn, siteRoot } from "../../../widgets/frontend/url_fragment.js";
import { STATIC, UNANSWERED } from "./kernel_status.mjs";

const EVENTS = ["load", "error", "readystatechange"]; // of a style sheet that has come, or will not, and of the page

/** @returns {NodeListOf<HTMLElement>} the page's pictures that are to fill the screen */
function filling() {
  return document.querySelectorAll(`${STATIC}[data-fills]`);
}

/** Stand the page's pictures, now and whenever the window changes. */
export function standPictures() {
  for (const root of filling()) stand(root);
}

/** A link to a position leads to its board: where its buttons are out of sight, the board comes into view. */
export function leadToBoard() {
  const [root] = filling();
  if (!root || scrollY || positionIn(location.hash) === null) return; // who reads on already is left alone
  if (partOf(root, ".cat-tools").getBoundingClientRect().bottom > innerHeight) root.scrollIntoView({ block: "start" });
}

/**
 * Stand the pictures of a page while it is parsed, before they are painted for the first time: later they would jump.
 * Before the page's styles have come there is nothing to stand them by, so they are not shown.
 */
export function standWhileParsed() {
  /** @type {Set<HTMLElement>} */
  const stood = new Set();
  const parser = new MutationObserver(look);
  let done = false;
  function look() {
    const parsed = document.readyState !== "loading";
    const styled = isStyled();
    for (const root of [...filling()].filter((one) => !stood.has(one))) {
      const ready = styled && (parsed || root.nextSibling !== null);
      root.style.visibility = ready ? "" : "hidden";
      if (!ready) continue;
      stood.add(root);
      stand(root);
    }
    if (!parsed || !styled || done) return;
    done = true;
    parser.disconnect();
    for (const event of EVENTS) document.removeEventListener(event, look, true);
    leadToBoard();
  }
  // A page that waited for its styles is painted before their event is told.
  function beforeFrame() {
    look();
    if (!done) requestAnimationFrame(beforeFrame);
  }
  parser.observe(document, { childList: true, subtree: true });
  requestAnimationFrame(beforeFrame);
  for (const event of EVENTS) document.addEventListener(event, look, true);
  look();
}

/** @returns {boolean} whether the page's styles have come, or never will */
function isStyled() {
  if (document.readyState === "complete") return true;
  const sheets = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel="stylesheet"]'));
  return [...sheets].every(({ sheet }) => sheet !== null);
}

/** @param {HTMLElement} root */
function stand(root) {
  const stage = new Stage({ root, home: siteRoot() });
  const layOut = () => {
    if (root.isConnected && root.matches(UNANSWERED)) {
      stage.layOut();
      return;
    }
    sizes.disconnect(); // its board has come, or stands it from now on
    removeEventListener("resize", layOut);
  };
  const sizes = new ResizeObserver(() => requestAnimationFrame(layOut)); // what moves here may be observed itself
  sizes.observe(root);
  addEventListener("resize", layOut);
  layOut();
}
