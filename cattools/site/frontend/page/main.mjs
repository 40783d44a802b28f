// @ts-check
// Loaded when the page's body has been parsed: makes the boards live, opens rules in a panel, and enables client-side
// navigation.
import { open as openLive } from "../../../live/frontend/page/main.mjs";
import { positionIn } from "../../../widgets/frontend/url_fragment.js";
import { showRulesBeside } from "../rules/panel.mjs";
import { keepBoardsInOtherLanguage } from "./boards_in_other_language.mjs";
import { LIMITS } from "./message_limits.mjs";
import { layOutPictures, scrollToBoard } from "./static_layout.mjs";

const ASK = 'script[src*="catlive/ask.js"]'; // on every page
const LANGUAGES = ".bd-header-article .cat-languages";

/** What a page of the book shows outside its text: the game whose answers come first in the search box, and links to
 * the page in other languages.
 * @typedef {{ game: string, languages: Node[] }} Around */

/** @param {Document} page */
const script = (page) => /** @type {HTMLElement} */ (page.querySelector(ASK));

/** @type {Partial<LiveHooks>} */
const hooks = {
  folder: "book/",
  limits: LIMITS,
  carriesState: (hash) => positionIn(hash) !== null,
  contentOf: (page) => ({
    game: script(page)?.dataset.game ?? "",
    languages: [...(page.querySelector(LANGUAGES)?.childNodes ?? [])],
  }),
  attach(content) {
    const { game, languages } = /** @type {Around} */ (content);
    const ask = script(document);
    if (game) ask.dataset.game = game;
    else delete ask.dataset.game;
    document.querySelector(LANGUAGES)?.replaceChildren(...languages);
  },
  turned: layOutPictures,
  focused: scrollToBoard,
};

/**
 * Make the cells live on this page and on every page that the reader navigates to.
 * @param {Catlive} page
 */
export const open = (page) =>
  openLive(page, hooks, (book, first) => {
    showRulesBeside(book);
    keepBoardsInOtherLanguage(book, first);
    document.addEventListener("cat-qr", async (event) => {
      const { showCode } = await import(page.url("qr.mjs"));
      showCode(/** @type {CustomEvent} */ (event).detail);
    });
  });
