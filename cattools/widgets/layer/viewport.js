// @ts-check
// How a board is seen: its width in device pixels, the theme, whether the reader's system asks for less motion, and on
// a projector this board alone.
import { partOf } from "./model.js";

/** @import { Board } from "./model.js" */

const STILL_MS = 120; // a window that is being dragged is measured when it rests
const THEME_ATTRIBUTES = ["data-theme", "data-jp-theme-light", "class"];

/**
 * Tell Python how the board is seen, now and whenever that changes.
 * @param {Board} board
 */
export function watchViewport({ model, root, signal }) {
  /** @type {HTMLElement} */
  const stack = partOf(root, ".cat-stack");
  const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
  let last = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const measure = () => {
    const px = Math.round(stack.clientWidth * devicePixelRatio);
    const theme = getComputedStyle(root).getPropertyValue("--cat-theme").trim() || "light";
    const seen = `${px} ${lessMotion.matches} ${theme}`;
    if (!px || seen === last) return;
    last = seen;
    model.send({ kind: "view", px, theme, still: lessMotion.matches });
  };
  const measureSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(measure, last ? STILL_MS : 0);
  };
  const sizes = new ResizeObserver(measureSoon);
  sizes.observe(stack);
  const themes = new MutationObserver(measureSoon);
  for (const element of [document.documentElement, document.body]) {
    themes.observe(element, { attributes: true, attributeFilter: THEME_ATTRIBUTES });
  }
  for (const media of [lessMotion, matchMedia("(prefers-color-scheme: dark)"), matchMedia("print")]) {
    media.addEventListener("change", measureSoon, { signal });
  }
  addEventListener("resize", measureSoon, { signal }); // zoom, and a move to another screen
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    sizes.disconnect();
    themes.disconnect();
  });
  measure();
}

/** @param {Board} board */
export function offerFullScreen({ root }) {
  /** @type {HTMLButtonElement} */
  const button = partOf(root, ".cat-full");
  const { width, height } = partOf(root, ".cat-layer").viewBox.baseVal;
  partOf(root, ".cat-stack").style.setProperty("--cat-ratio", width / height);
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen();
  });
}
