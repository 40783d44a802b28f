// @ts-check
// The presenter's window: the notes, the next slide and the time. The presentation's page writes the
// window's whole content. The window outlives that page; a reloaded page finds it again by its window name.

import { partOf } from "../model.js";
import { note, recalled } from "./timer.js";

/** @import { Board } from "../model.js" */
/** @typedef {{ notes: Window | null }} Held the window; kept when the board is rebuilt */
/** @typedef {{ step: (tool: string) => void, hear: (event: KeyboardEvent) => void }} Answers */

const NAME_OF_NOTES = "cat-notes";
const POPUP = "popup,width=720,height=760";
const NOTED = "cat-lesson-noted"; // in sessionStorage: whether the window is open

/** @returns {Node[]} copies of the page's style sheets, with absolute URLs */
function sheets() {
  return [...document.querySelectorAll('link[rel="stylesheet"], style')].map((sheet) => {
    const copy = /** @type {HTMLElement} */ (sheet.cloneNode(true));
    // The URL of the loaded sheet: a relative URL would resolve against the page's URL, which may have changed since.
    if (sheet instanceof HTMLLinkElement) copy.setAttribute("href", sheet.sheet?.href ?? sheet.href);
    return copy;
  });
}

export class Notes {
  /**
   * @param {Board} board
   * @param {Held} held
   * @param {Answers} answers handlers of button presses and keys in the window
   */
  constructor(board, held, answers) {
    this.board = board;
    this.held = held;
    this.answers = answers;
  }

  /** @returns {Document | null} the window's document while it is open */
  get page() {
    const { notes } = this.held;
    return notes && !notes.closed ? notes.document : null;
  }

  /** @returns {DOMStringMap} translated strings for the window */
  get words() {
    return partOf(this.board.root, ".cat-place-in-series").dataset;
  }

  listen() {
    const { signal } = this.board;
    addEventListener("pagehide", () => this.leave(), { signal });
    addEventListener("pageshow", ({ persisted }) => persisted && this.show(), { signal });
    this.answer(); // the board may have been rebuilt while the window was open
  }

  /**
   * Open the window, or find it if it is open.
   * @returns {boolean} whether the browser allowed it
   */
  open() {
    return this.join(window.open("", NAME_OF_NOTES, POPUP));
  }

  /** After a reload, find the window if it is still open; without a user gesture the browser opens no new one. */
  rejoin() {
    if (recalled(NOTED)) this.join(window.open("", NAME_OF_NOTES));
  }

  /**
   * Apply this page's styles to the window and handle its input.
   * @param {Window | null} notes
   * @returns {boolean} whether the window is open
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

  /** Handle the window's input, replacing the handlers of a previous board or page. */
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

  /** Show the current notes. */
  show() {
    const { page } = this;
    if (!page) return;
    const focused = page.activeElement?.getAttribute("data-tool");
    page.body.innerHTML = this.board.model.get("slots").notes ?? "";
    const same = focused && page.querySelector(`[data-tool="${CSS.escape(focused)}"]`);
    if (same) /** @type {HTMLElement} */ (same).focus();
  }

  /** Show a notice that the presentation's page was closed or reloaded. */
  leave() {
    const { page } = this;
    if (!page) return;
    const notice = Object.assign(page.createElement("p"), { className: "say", textContent: this.words.gone });
    page.body.replaceChildren(notice);
  }

  /** @param {boolean} open whether the window is open, for a reloaded page to know */
  remember(open) {
    note(NOTED, open ? "on" : "");
  }
}
