// @ts-check
// Pictures that are to fill the screen stand where their boards will stand: when these come, nothing jumps.
import { positionIn, siteRoot } from "../../widgets/layer/address.js";
import { partOf } from "../../widgets/layer/model.js";
import { Stage } from "../../widgets/layer/stage.js";
import { STATIC, UNANSWERED } from "./shells.mjs";

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
 * @param {Promise<void>} parsed
 */
export function standWhileParsed(parsed) {
  /** @type {Set<HTMLElement>} */
  const stood = new Set();
  const look = () => {
    for (const root of filling()) {
      if (stood.has(root)) continue;
      const whole = document.readyState !== "loading" || root.nextSibling !== null;
      root.style.visibility = whole ? "" : "hidden";
      if (!whole) continue;
      stood.add(root);
      stand(root);
    }
  };
  const parser = new MutationObserver(look);
  parser.observe(document, { childList: true, subtree: true });
  parsed.then(() => {
    parser.disconnect();
    look();
    leadToBoard();
  });
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
