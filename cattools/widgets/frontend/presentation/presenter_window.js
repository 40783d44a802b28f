// @ts-check
// The window of whoever teaches: what to say, what comes next and the time. Its page is empty but for what the lesson's
// page writes into it; it outlives that, and is found again by its name.

import { partOf } from "../model.js";
import { note, recalled } from "./timer.js";

/** @import { Board } from "../model.js" */
/** @typedef {{ notes: Window | null }} Held the window, which outlives a board made anew */
/** @typedef {{ step: (tool: string) => void, hear: (event: KeyboardEvent) => void }} Answers */

const NAME_OF_NOTES = "cat-notes";
const POPUP = "popup,width=720,height=760";
const NOTED = "cat-lesson-noted"; // in the tab: whether the window is open

/** @returns {Node[]} the page's style sheets, by their absolute addresses */
function sheets() {
  return [...document.querySelectorAll('link[rel="stylesheet"], style')].map((sheet) => {
    const copy = /** @type {HTMLElement} */ (sheet.cloneNode(true));
    // as it was loaded: the page's address may be another by now
    if (sheet instanceof HTMLLinkElement) copy.setAttribute("href", sheet.sheet?.href ?? sheet.href);
    return copy;
  });
}

export class Notes {
  /**
   * @param {Board} board
   * @param {Held} held
   * @param {Answers} answers to a press and to a key in the window
   */
  constructor(board, held, answers) {
    this.board = board;
    this.held = held;
    this.answers = answers;
  }

  /** @returns {Document | null} the window's page, as long as it is open */
  get page() {
    const { notes } = this.held;
    return notes && !notes.closed ? notes.document : null;
  }

  /** @returns {DOMStringMap} words for it */
  get words() {
    return /** @type {HTMLElement} */ (partOf(this.board.root, ".cat-where")).dataset;
  }

  listen() {
    const { signal } = this.board;
    addEventListener("pagehide", () => this.leave(), { signal });
    addEventListener("pageshow", ({ persisted }) => persisted && this.show(), { signal });
    this.answer(); // it may have been open beside a board made anew
  }

  /**
   * Open it, or find it.
   * @returns {boolean} whether the browser allows that
   */
  open() {
    return this.join(window.open("", NAME_OF_NOTES, POPUP));
  }

  /** The page was loaded anew: its window may be there still; where it is not, the browser opens none unasked. */
  rejoin() {
    if (recalled(NOTED)) this.join(window.open("", NAME_OF_NOTES));
  }

  /**
   * @param {Window | null} notes gets the looks of this page, and is answered by it
   * @returns {boolean} whether there is one
   */
  join(notes) {
    this.held.notes = notes;
    const { page } = this;
    this.remember(page !== null);
    if (!page) return false;
    page.head.replaceChildren(...sheets().map((sheet) => page.importNode(sheet, true)));
    Object.assign(page.documentElement.dataset, document.documentElement.dataset);
    page.documentElement.lang = document.documentElement.lang;
    page.title = this.words.window ?? "";
    page.body.className = "cat-shell cat-notes";
    this.answer();
    this.show();
    return true;
  }

  /** Answer to the window, in place of another board, or of another page of the lesson. */
  answer() {
    const { page } = this;
    if (!page) return;
    page.onclick = ({ target }) => {
      const button = /** @type {Element} */ (target).closest("[data-tool]");
      const tool = button?.getAttribute("aria-disabled") !== "true" && button?.getAttribute("data-tool");
      if (tool) this.answers.step(tool);
    };
    page.onkeydown = (event) => this.answers.hear(event);
  }

  /** Show the words as they are now. */
  show() {
    const { page } = this;
    if (!page) return;
    const focused = page.activeElement?.getAttribute("data-tool");
    page.body.innerHTML = this.board.model.get("slots").notes ?? "";
    const same = focused && page.querySelector(`[data-tool="${CSS.escape(focused)}"]`);
    if (same) /** @type {HTMLElement} */ (same).focus();
  }

  /** The lesson's page goes, by being closed or loaded anew: say so. */
  leave() {
    const { page } = this;
    if (!page) return;
    const said = Object.assign(page.createElement("p"), { className: "say", textContent: this.words.gone });
    page.body.replaceChildren(said);
  }

  /** @param {boolean} open as a page that is loaded anew finds it */
  remember(open) {
    note(NOTED, open ? "on" : "");
  }
}
