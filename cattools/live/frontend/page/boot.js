// @ts-check
// The first script of each live page, for a book that adds nothing to its live pages.
import { boot } from "./boot.mjs";

boot();
document.addEventListener("cat-live", () => {
  for (const line of document.querySelectorAll(".live-status .cat-state")) line.textContent = "";
});
