// @ts-check
// The edition of the book that a page belongs to: its language and its folder in the site (editions.py).

const SOURCE = "en"; // the language whose edition is the site itself
const CHOSEN = "cat-language"; // storage name of the language that the reader chose
const PLACE = "cat-place"; // storage name of what was at the top of the window when the language was changed

/** @returns {string} the page's language, if it is a translation; otherwise "" */
export function translatedInto() {
  const { lang } = document.documentElement;
  return lang === SOURCE ? "" : lang;
}

/** @returns {string} the edition's folder, relative to the site's root, with a slash */
export function editionFolder() {
  const language = translatedInto();
  return language && `${language}/`;
}

/** @returns {Element[]} the blocks of a page, which are the same in every language; a board is one block */
function blocks() {
  const all = document.querySelectorAll("article :is(h1, h2, h3, h4, p, li, tr, figure, .cat-shell)");
  return [...all].filter((one) => !one.parentElement?.closest(".cat-shell"));
}

/** @returns {number} where the visible part of a page begins, below its header */
function visibleFrom() {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}

/** @returns {string} what is at the top of the window: the index of its block, and the fraction of it above the top */
function placeOnPage() {
  const from = visibleFrom();
  const all = blocks();
  const block = all.findIndex((one) => one.getBoundingClientRect().bottom > from);
  const { top, height } = all[block]?.getBoundingClientRect() ?? { top: 0, height: 0 };
  return JSON.stringify([scrollY && height ? block : -1, (from - top) / height]);
}

/** @param {string} place what `placeOnPage` returned in another language */
function scrollToPlace(place) {
  const [block, above] = JSON.parse(place);
  const box = blocks()[block]?.getBoundingClientRect();
  if (box) scrollBy({ top: box.top + above * box.height - visibleFrom(), behavior: "instant" });
}

/** After a change of language, scroll to the same place on the page. */
function returnToPlace() {
  const place = sessionStorage.getItem(PLACE);
  sessionStorage.removeItem(PLACE);
  if (!place) return;
  scrollToPlace(place);
  // Until the page has loaded, the fragment of its URL can still scroll it.
  if (document.readyState !== "complete") addEventListener("load", () => scrollToPlace(place), { once: true });
}

/** Links to the same page in another language keep the place on it and the URL's query and fragment, and store the
 * choice. Reading a translation counts as choosing it if no language has been chosen. */
export function keepPlaceInOtherLanguages() {
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link?.matches(".cat-language")) return;
    link.search = location.search;
    link.hash = location.hash;
    try {
      localStorage.setItem(CHOSEN, link.hreflang);
      sessionStorage.setItem(PLACE, placeOnPage());
    } catch {} // the browser stores nothing
  });
  try {
    if (translatedInto()) localStorage[CHOSEN] ??= translatedInto();
    returnToPlace();
  } catch {} // as above
}
