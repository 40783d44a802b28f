// @ts-check
// The edition of the book that a page belongs to: its language and its folder in the site (editions.py).

const SOURCE = "en"; // the language whose edition is the site itself
const CHOSEN = "cat-language"; // storage name of the language that the reader chose

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

/** Links to the same page in another language keep what the address says about the board, and store the choice. */
export function keepPlaceInOtherLanguages() {
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link?.matches(".cat-language")) return;
    link.search = location.search;
    link.hash = location.hash;
    try {
      localStorage.setItem(CHOSEN, link.hreflang);
    } catch {} // the browser stores nothing
  });
}
