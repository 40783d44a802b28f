// @ts-check
// On every page: opens the question box with its buttons and with Ctrl+K. The answers are fetched when it opens.
import { AskBox } from "./box.mjs";

const APPLE = /^(Mac|iP)/.test(navigator.platform);
const script = /** @type {HTMLScriptElement} */ (document.currentScript);

/** @param {KeyboardEvent} event */
const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey }) =>
  key.toLowerCase() === "k" && (APPLE ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !shiftKey && !altKey;

const root = document.querySelector(".cat-ask");
if (root) {
  const box = new AskBox(root, script);
  document.addEventListener("click", ({ target }) => {
    if (/** @type {Element} */ (target).closest(".search-button__button, [data-ask]")) box.open();
  });
  // In the capture phase, before the theme, which also handles this key.
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
