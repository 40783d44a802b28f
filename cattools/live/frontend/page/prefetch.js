// @ts-check
// On pages without boards: prefetches the files that boards on the next page need, once this page has loaded and the
// browser is idle, unless the connection is metered.
import { addLink } from "./fetch_file.mjs";
import { isMetered } from "./metered.mjs";

const LONGEST_MS = 5000; // maximum wait, for a browser that is never idle

const { src, dataset } = /** @type {HTMLScriptElement} */ (document.currentScript);

function prefetchFiles() {
  const { search } = new URL(src); // the build's stamp
  for (const file of dataset.files?.split(" ") ?? []) addLink("prefetch", new URL(file + search, src).href);
}

if (OPTIMIZATIONS.prefetch && !isMetered()) {
  const soon = () => (window.requestIdleCallback ?? setTimeout)(prefetchFiles, { timeout: LONGEST_MS });
  if (document.readyState === "complete") soon();
  else addEventListener("load", () => soon(), { once: true });
}
