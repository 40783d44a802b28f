// @ts-check
// On every page: opens the question box, by its buttons and by Ctrl+K. What answers is fetched when somebody asks.
import { AskBox } from "./box.mjs";

const APPLE = /^(Mac|iP)/.test(navigator.platform);
const script = /** @type {HTMLScriptElement} */ (document.currentScript);

/** @param {KeyboardEvent} event */
const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey }) =>
  key.toLowerCase() === "k" && (APPLE ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !shiftKey && !altKey;

const root = /** @type {HTMLElement | null} */ (document.querySelector(".cat-ask"));
if (root) {
  const box = new AskBox(root, script);
  document.addEventListener("click", ({ target }) => {
    if (/** @type {Element} */ (target).closest(".search-button__button, [data-ask]")) box.open();
  });
  // before the theme, which knows this key too
  addEventListener(
    "keydown",
    (event) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      box.toggle();
    },
    true,
  );
}
