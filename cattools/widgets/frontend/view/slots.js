// @ts-check
// The words and buttons around a board: small pieces of HTML that change. What the reader has opened stays open, what
// the reader has filled in stays filled in, and the focus stays where it was.

import { IN_HAND } from "../layout/screen_size.js";
import { partOf } from "../model.js";
import { leadToRule } from "../rule_links.js";
import { isPicture } from "./hydrate.js";

/** @import { Board } from "../model.js" */
/** @typedef {{ value: string, checked?: boolean }} Field */

/**
 * @typedef {object} Kept what the reader did to a slot
 * @property {boolean[]} open of each part that folds
 * @property {Field[] | null} filled of each field, where something was filled in
 * @property {string | undefined} focused the name of the button or field with the focus
 */

/**
 * @param {HTMLElement} box
 * @param {Element | null} active what has the focus
 * @returns {Kept}
 */
export function readKept(box, active) {
  const form = /** @type {HTMLFormElement | null} */ (box.querySelector("form.changed"));
  const held = /** @type {(HTMLElement & { name?: string }) | null} */ (active && box.contains(active) ? active : null);
  return {
    open: [...box.querySelectorAll("details")].map((part) => part.open),
    filled: form && fieldsOf(form).map(({ value, checked }) => ({ value, checked })),
    focused: held?.dataset.tool || held?.name,
  };
}

/**
 * @param {HTMLElement} box filled anew
 * @param {Kept} kept
 */
export function restoreKept(box, { open, filled, focused }) {
  for (const [n, part] of box.querySelectorAll("details").entries()) part.open = open[n] ?? part.open;
  const form = filled && box.querySelector("form");
  if (form && fieldsOf(form).length === filled.length) {
    form.classList.add("changed");
    for (const [n, field] of fieldsOf(form).entries()) Object.assign(field, filled[n]);
  }
  restoreFocus(box, focused);
}

/**
 * @param {HTMLElement} box filled anew
 * @param {string | undefined} focused the name of the button or field that had the focus
 */
function restoreFocus(box, focused) {
  if (!focused) return;
  const current = focused.startsWith("move:") && box.querySelector('[aria-current="step"]');
  if (current) return /** @type {HTMLElement} */ (current).focus({ preventScroll: true });
  const name = CSS.escape(focused);
  /** @type {HTMLElement | null} */
  const same = box.querySelector(`[data-tool="${name}"],[name="${name}"]`);
  /** @type {HTMLElement | null} */
  const heir = same ?? box.querySelector('[data-tool="next"]') ?? box.closest(".cat-shell"); // never lost
  heir?.focus({ preventScroll: heir.matches(".cat-shell") });
}

/**
 * Scroll a list within itself to the line that is shown: a move, or a line of the score.
 * @param {HTMLElement} box
 */
export function showCurrent(box) {
  for (const line of box.querySelectorAll('[aria-current="step"], .cat-lit')) {
    for (const list of [line.closest("ol, .cat-lines"), box]) {
      if (!list) continue;
      const [around, at] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
      list.scrollTop += at.top - around.top - (list.clientHeight - at.height) / 2;
    }
  }
}

/**
 * On a screen held in a hand the board has the room that the score's lines would take, until the reader unfolds them.
 * @param {HTMLElement} box
 */
export function foldInHand(box) {
  const folds = box.querySelectorAll("details.cat-score-sheet");
  if (!folds.length || Math.min(innerWidth, innerHeight) >= IN_HAND) return; // to ask for sizes lays out the page
  for (const fold of folds) fold.removeAttribute("open");
}

/**
 * Open what is folded away in a slot.
 * @param {HTMLElement} root
 * @param {string} slot
 */
export function unfold(root, slot) {
  const fold = root.querySelector(`[data-slot="${CSS.escape(slot)}"] > details`);
  if (!(fold instanceof HTMLDetailsElement)) return;
  fold.open = true;
  /** @type {HTMLElement | null} */
  const step = fold.querySelector('[aria-current="step"]');
  step?.focus({ preventScroll: true }); // so that its keys lead on
}

/**
 * @param {HTMLFormElement} form
 * @returns {Field[]}
 */
function fieldsOf(form) {
  return /** @type {any[]} */ ([...form.elements]);
}

const HELD_MS = 1000; // a press that is longer is none any more

export class Slots {
  /**
   * @param {Board} board
   * @param {() => void} changed lays out what has been filled late
   */
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    /** In which slot a press has begun: its button is not exchanged before the press has ended on it.
     * @type {Element | null} */
    this.held = null;
    this.late = false; // whether that slot has to be filled then
    this.listen();
    /** @type {HTMLElement} */
    this.ghost = partOf(board.root, ".cat-ghost");
    /** What is shown in each slot.
     * @type {WeakMap<Element, string>} */
    this.shown = new WeakMap();
    if (!isPicture(board.root)) return; // what stands there is what is told
    const slots = board.model.get("slots");
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (board.root.querySelectorAll("[data-slot]")))
      this.shown.set(box, slots[box.dataset.slot ?? ""] ?? "");
  }

  listen() {
    const { root, signal } = this.board;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let again;
    const free = () => {
      clearTimeout(again);
      this.held = null;
      if (!this.late) return;
      this.late = false;
      this.fill();
      this.changed();
    };
    root.addEventListener("pointerdown", ({ target }) => {
      this.held = /** @type {Element} */ (target).closest("[data-slot]");
      clearTimeout(again);
      again = setTimeout(free, HELD_MS);
    });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(free), { signal });
  }

  /** Show the words and buttons as they are now. */
  fill() {
    /** @type {[HTMLElement, string] | undefined} */
    let left; // a focus makes the browser lay out all: when all stands
    const slots = this.board.model.get("slots");
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (this.board.root.querySelectorAll("[data-slot]"))) {
      const html = slots[box.dataset.slot ?? ""] ?? "";
      if (this.shown.get(box) === html) continue;
      if (box === this.held) {
        this.late = true;
        continue;
      }
      const focused = this.show(box, html);
      if (focused) left = [box, focused];
    }
    if (left) restoreFocus(...left);
    this.ghost.innerHTML = slots.ghost ?? "";
  }

  /**
   * Fill a slot anew.
   * @param {HTMLElement} box
   * @param {string} html
   * @returns {string | undefined} the name of the button or field in it that had the focus
   */
  show(box, html) {
    this.shown.set(box, html);
    const kept = readKept(box, document.activeElement);
    box.innerHTML = html;
    for (const link of box.querySelectorAll("a[data-page]")) {
      leadToRule(/** @type {HTMLAnchorElement} */ (link), this.board.home);
    }
    foldInHand(box);
    restoreKept(box, { ...kept, focused: undefined });
    if (box.role === "status") box.scrollTop = 0; // what is said begins at its beginning
    showCurrent(box);
    return kept.focused;
  }
}
