// @ts-check
// On pages without boards: asks for what the boards of the next page want, when the page is there and the browser has
// nothing else to do; not for a reader who saves data.
import { askFor } from "./fetch_file.mjs";

const LONGEST_MS = 5000; // a browser that is never idle

const { src, dataset } = /** @type {HTMLScriptElement} */ (document.currentScript);

function ask() {
  const { search } = new URL(src); // the build's stamp
  for (const file of dataset.files?.split(" ") ?? []) askFor("prefetch", new URL(file + search, src).href);
}

if (!navigator.connection?.saveData) {
  const soon = () => (window.requestIdleCallback ?? setTimeout)(ask, { timeout: LONGEST_MS });
  if (document.readyState === "complete") soon();
  else addEventListener("load", () => soon(), { once: true });
}
