// @ts-check
// Gives screen-filling static pictures the same layout as their boards, so that hydration moves nothing.

import { STATIC, UNANSWERED } from "../../../live/frontend/page/kernel_status.mjs";
import { Stage } from "../../../widgets/frontend/layout/parts.js";
import { partOf } from "../../../widgets/frontend/model.js";
import { positionIn, siteRoot } from "../../../widgets/frontend/url_fragment.js";

const EVENTS = ["load", "error", "readystatechange"]; // of style sheets and of the document

/** The page's static pictures that fill the screen. */
const fillingPictures = () => document.querySelectorAll(`${STATIC}[data-fills]`);

/** Lay out the page's pictures, now and whenever the window changes. */
export function layOutPictures() {
  for (const root of fillingPictures()) keepLaidOut(root);
}

/** If the URL contains a position and the board's buttons are below the viewport, scroll to the board. */
export function scrollToBoard() {
  const [root] = fillingPictures();
  if (!root || scrollY || positionIn(location.hash) === null) return; // not if the reader has already scrolled
  if (partOf(root, ".cat-tools").getBoundingClientRect().bottom > innerHeight) root.scrollIntoView({ block: "start" });
}

/**
 * Lay out the pictures of a page while it is parsed, before their first paint, to avoid a layout shift. They are hidden
 * until the page's styles have loaded, because the layout depends on the styles.
 */
export function layOutWhileParsed() {
  /** @type {Set<HTMLElement>} */
  const laidOut = new Set();
  const parser = new MutationObserver(look);
  const end = new AbortController();
  const { signal } = end;
  function look() {
    const parsed = document.readyState !== "loading";
    const styled = isStyled();
    for (const root of [...fillingPictures()].filter((picture) => !laidOut.has(picture))) {
      const ready = styled && (parsed || root.nextSibling !== null);
      root.style.visibility = ready ? "" : "hidden";
      if (!ready) continue;
      laidOut.add(root);
      keepLaidOut(root);
    }
    if (!parsed || !styled || signal.aborted) return;
    end.abort();
    parser.disconnect();
    scrollToBoard();
  }
  // Check before each frame: a page that waited for its styles is painted before the styles fire their load events.
  function beforeFrame() {
    look();
    if (!signal.aborted) requestAnimationFrame(beforeFrame);
  }
  parser.observe(document, { childList: true, subtree: true });
  for (const event of EVENTS) document.addEventListener(event, look, { capture: true, signal });
  beforeFrame();
}

/** @returns {boolean} whether the page's styles have loaded or failed to load */
function isStyled() {
  if (document.readyState === "complete") return true;
  const sheets = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel="stylesheet"]'));
  return [...sheets].every(({ sheet }) => sheet !== null);
}

/**
 * Lay out a picture, now and whenever its size changes, until its board replaces it.
 * @param {HTMLElement} root
 */
function keepLaidOut(root) {
  const stage = new Stage({ root, home: siteRoot() });
  const layOut = () => {
    if (root.isConnected && root.matches(UNANSWERED)) {
      stage.layOut();
      return;
    }
    sizes.disconnect(); // the live board lays itself out from now on
    removeEventListener("resize", layOut);
  };
  const sizes = new ResizeObserver(() => requestAnimationFrame(layOut)); // deferred: a layout can resize `root` itself
  sizes.observe(root);
  addEventListener("resize", layOut);
  layOut();
}
