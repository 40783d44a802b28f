// @ts-check
// The first script of the live pages of a book that adds nothing to them.
import { boot } from "./boot.mjs";

boot();
document.addEventListener("cat-live", () => {
  for (const line of document.querySelectorAll(".live-status .cat-state")) line.textContent = "";
});
