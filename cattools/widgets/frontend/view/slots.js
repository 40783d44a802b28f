// @ts-check
// The slots around a board: HTML regions for text and buttons. An update preserves open sections, form input and focus.

import { IN_HAND } from "../layout/screen_size.js";
import { partOf } from "../model.js";
import { leadToRules } from "../rule_links.js";
import { isPicture } from "./hydrate.js";

/** @import { Board } from "../model.js" */
/** @typedef {{ value: string, checked?: boolean }} Field */

/**
 * @typedef {object} Kept the reader's changes to a slot
 * @property {boolean[]} open whether each <details> is open
 * @property {Field[] | null} filled the value of each field, if the reader has changed the form
 * @property {string | undefined} focused the name of the button or field with the focus
 */

/**
 * @param {HTMLElement} box
 * @param {Element | null} active the focused element
 * @returns {Kept}
 */
export function readKept(box, active) {
  const form = /** @type {HTMLFormElement | null} */ (box.querySelector("form.changed"));
  const control = /** @type {(HTMLElement & { name?: string }) | null} */ (
    active && box.contains(active) ? active : null
  );
  return {
    open: [...box.querySelectorAll("details")].map((part) => part.open),
    filled: form && fieldsOf(form).map(({ value, checked }) => ({ value, checked })),
    focused: control?.dataset.tool || control?.name,
  };
}

/**
 * @param {HTMLElement} box the slot after its update
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
 * @param {HTMLElement} box the slot after its update
 * @param {string | undefined} focused the name of the button or field that had the focus
 */
function restoreFocus(box, focused) {
  if (!focused) return;
  const current = focused.startsWith("move:") && box.querySelector('[aria-current="step"]');
  if (current) return current.focus({ preventScroll: true });
  const name = CSS.escape(focused);
  const same = box.querySelector(`[data-tool="${name}"],[name="${name}"]`);
  const goesOn = box.querySelector('[data-tool="next"]') ?? box.querySelector('[data-tool="count"]');
  const target = same ?? goesOn ?? box.closest(".cat-shell"); // focus is never lost
  target?.focus({ preventScroll: target.matches(".cat-shell") });
}

/**
 * Centre the current line of each list (a move or a line of the score) without scrolling the page, and without
 * scrolling away a review.
 * @param {HTMLElement} box
 */
export function showCurrent(box) {
  const around = box.querySelector(".cat-review") ? null : box;
  for (const line of box.querySelectorAll('[aria-current="step"], .cat-score-current')) {
    for (const list of [line.closest("ol, .cat-lines"), around]) {
      if (!list) continue;
      const [{ top }, at] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
      list.scrollTop += at.top - top - (list.clientHeight - at.height) / 2;
    }
  }
}

/**
 * Close the score sheet on a handheld screen: the board gets its space until the reader opens the sheet.
 * @param {HTMLElement} box
 */
export function foldInHand(box) {
  const sections = box.querySelectorAll("details.cat-score-sheet");
  if (!sections.length) return; // reading the size forces a layout
  // Not the window's inner width: for a moment, that can be the width of a page that is too wide.
  const { clientWidth, clientHeight } = document.documentElement;
  if (Math.min(clientWidth, clientHeight) >= IN_HAND) return;
  for (const section of sections) section.removeAttribute("open");
}

/**
 * Scroll to a message above the window: on a board that is taller than the window, the reader may have pressed an area
 * far below the message.
 * @param {HTMLElement} status
 */
function keepInSight(status) {
  const pressed = document.activeElement;
  if (!pressed?.matches(".cat-area") || !status.closest(".cat-full-layout")?.contains(pressed)) return;
  requestAnimationFrame(() => {
    if (status.getBoundingClientRect().top < 0) status.scrollIntoView({ block: "nearest" });
  });
}

/**
 * Open the collapsible section in a slot.
 * @type {(root: HTMLElement, slot: string) => void}
 */
export function unfold(root, slot) {
  const section = root.querySelector(`[data-slot="${CSS.escape(slot)}"] > details`);
  if (!(section instanceof HTMLDetailsElement)) return;
  section.open = true;
  const step = section.querySelector('[aria-current="step"]');
  step?.focus({ preventScroll: true }); // so that the arrow keys continue from there
}

/**
 * Open the section around a field or an area, bring it into view and focus it.
 * @type {(root: HTMLElement, name: string) => void}
 */
export function reach(root, name) {
  const id = CSS.escape(name);
  const control = /** @type {HTMLElement | null} */ (root.querySelector(`[name="${id}"], [data-id="${id}"]`));
  if (!control) return;
  const section = control.closest("details");
  if (section) section.open = true;
  control.focus({ preventScroll: true });
  const show = () => control.scrollIntoView({ block: "nearest" });
  requestAnimationFrame(() => requestAnimationFrame(show)); // after the layout, which follows the open section
}

/** @type {(form: HTMLFormElement) => Field[]} */
function fieldsOf(form) {
  return /** @type {any[]} */ ([...form.elements]);
}

/** @type {(box: HTMLElement) => string | undefined} */
function firstButton(box) {
  return box.querySelector("button")?.dataset.tool;
}

const HELD_MS = 1000; // a longer press is not a click

export class Slots {
  /**
   * @param {Board} board
   * @param {() => void} changed called after a delayed update, to lay out the board again
   */
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    /** The slot in which a press has begun: its buttons are not replaced until the press has ended.
     * @type {Element | null} */
    this.held = null;
    this.late = false; // whether that slot needs an update after the press
    this.listen();
    this.ghost = partOf(board.root, ".cat-ghost");
    /** The HTML shown in each slot.
     * @type {WeakMap<Element, string>} */
    this.shown = new WeakMap();
    if (isPicture(board.root)) for (const [box, html] of this.slots) this.shown.set(box, html); // shown already
  }

  /** The slots on the page, and the model's HTML for each.
   * @returns {[HTMLElement, string][]} */
  get slots() {
    const slots = this.board.model.get("slots");
    return [...this.board.root.querySelectorAll("[data-slot]")].map((box) => [
      box,
      slots[box.dataset.slot ?? ""] ?? "",
    ]);
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

  /** Update the slots to the model's current HTML. */
  fill() {
    /** @type {[HTMLElement, string] | undefined} */
    let toFocus; // focused after all updates, because focus() forces a layout
    for (const [box, html] of this.slots) {
      if (this.shown.get(box) === html) continue;
      if (box === this.held) {
        this.late = true;
        continue;
      }
      const focused = this.show(box, html);
      if (focused) toFocus = [box, focused];
    }
    if (toFocus) restoreFocus(...toFocus);
    this.ghost.innerHTML = this.board.model.get("slots").ghost ?? "";
  }

  /** Show the message below the board anew: a live region is read out only if its content is replaced. */
  repeat() {
    for (const [box, html] of this.slots) if (box.role === "status" && html) this.show(box, html);
  }

  /**
   * Replace a slot's content.
   * @param {HTMLElement} box
   * @param {string} html
   * @returns {string | undefined} the name of the slot's button or field that had the focus
   */
  show(box, html) {
    this.shown.set(box, html);
    const kept = readKept(box, document.activeElement);
    const first = firstButton(box);
    box.innerHTML = html;
    leadToRules(box, this.board.home);
    foldInHand(box);
    restoreKept(box, { ...kept, focused: undefined });
    if (first && first !== firstButton(box)) box.scrollLeft = 0; // show new buttons from the first one
    if (box.role === "status") {
      box.scrollTop = 0; // show a message from its start
      keepInSight(box);
    }
    showCurrent(box);
    return kept.focused;
  }
}
