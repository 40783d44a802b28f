// @ts-check
// A live cell of the page: its picture, and the board that takes the picture's place.

import { RECORDED } from "../page/kernel_status.mjs";
import { findPlace, playKept, pressOn } from "../page/queued_input.mjs";

/** @import { KernelLine } from "../kernel/connection.mjs" */

const BOARDS = "[data-cat]";
const AS_MARKUP = ["text/html", "image/svg+xml"];

/**
 * @param {string} tag
 * @param {string} className
 * @param {Element} [parent]
 */
function make(tag, className, parent) {
  const element = Object.assign(document.createElement(tag), { className });
  parent?.append(element);
  return element;
}

/**
 * @param {Output} output
 * @param {Element} host
 */
function showText({ kind, mime = "", text }, host) {
  if (AS_MARKUP.includes(mime)) {
    make("div", "cat-html", host).innerHTML = text;
    return;
  }
  const plain = make("pre", `cat-${kind}`, host);
  plain.textContent = text;
  if (kind === "error") plain.setAttribute("role", "alert");
}

/**
 * @param {Element} host
 * @returns {boolean} whether it has no size, so that nothing on it is painted before it is unfolded
 */
function isFoldedAway(host) {
  return host.isConnected && !host.getClientRects().length;
}

/** @param {import("../widgets/manager.mjs").View} view */
function remove(view) {
  if (!view.luminoWidget) {
    view.remove();
    return;
  }
  // Lumino takes a widget off only where it is on the page
  const { node } = view.luminoWidget;
  if (!node.isConnected) make("div", "cat-live-hidden", document.body).append(node);
  const host = node.parentElement;
  view.remove();
  if (host?.parentElement === document.body) host.remove();
}

export class Cell {
  /**
   * @param {HTMLElement} el
   * @param {string} id
   */
  constructor(el, id) {
    this.el = el;
    this.id = id;
    this.pre = /** @type {HTMLElement} */ (el.querySelector(".cell_input pre"));
    this.source = this.pre.textContent ?? "";
    this.out = el.querySelector(":scope > .cell_output") ?? make("div", "cell_output");
    if (!this.out.isConnected) el.prepend(this.out);
    /** @type {import("../widgets/manager.mjs").View[]} */
    this.views = [];
    /** What is being built to be shown, and its views so far.
     * @type {Element | undefined} */
    this.coming = undefined;
    /** @type {import("../widgets/manager.mjs").View[]} */
    this.built = [];
  }

  /** What the cell's code says of itself, by name. */
  get words() {
    return /** @type {HTMLElement | null} */ (this.el.querySelector("details.cat-code"))?.dataset ?? {};
  }

  /** Whether it shows a board, or the picture of one. */
  get hasBoard() {
    return this.out.querySelector(BOARDS) !== null;
  }

  /** Whether it is within half a screen of what the reader sees. */
  get near() {
    const { top, bottom } = this.el.getBoundingClientRect();
    return top < innerHeight * 1.5 && bottom > -innerHeight / 2;
  }

  /**
   * Say something below what is shown, in the place of what was said there before.
   * @param {Output[]} outputs
   * @returns {Element} where it is said
   */
  tell(outputs) {
    this.untell();
    const host = make("div", "cat-told", this.out);
    for (const output of outputs) if (!output.model) showText(output, host);
    return host;
  }

  /** What was said below is no more. */
  untell() {
    this.out.querySelector(":scope > .cat-told")?.remove();
  }

  /**
   * Say that the kernel ended, and why; there may be no board on the page to start it anew from.
   * @param {unknown} error
   */
  tellStopped(error) {
    const { stopped = "", again = "" } = this.words;
    const reason = error instanceof Error ? error.message : String(error);
    this.tellAndOffer("error", `${stopped} ${reason}`.trim(), again);
  }

  /** Say that code of another page keeps the kernel busy. */
  tellHeldUp() {
    const { held = "", stop = "" } = this.words;
    this.tellAndOffer("stream", held, stop);
  }

  /**
   * Say something about the kernel, which a button starts anew.
   * @param {"error" | "stream"} kind
   * @param {string} text
   * @param {string} words on the button
   */
  tellAndOffer(kind, text, words) {
    const told = this.tell([{ cell: this.id, kind, text }]);
    const button = /** @type {HTMLButtonElement} */ (make("button", "cat-restart", told));
    Object.assign(button, { type: "button", textContent: words });
    button.addEventListener("click", () => catlive.restart());
  }

  /**
   * Build the outputs out of sight, as wide as they will be, so that taking the picture's place moves nothing. The
   * picture stays until its board is painted, however long that takes, and where the kernel ends before.
   * @param {Output[]} outputs
   * @param {KernelLine} kernel
   * @returns {Promise<boolean>} whether it has come to be shown
   */
  async show(outputs, kernel) {
    const shell = this.out.querySelector(`[${RECORDED}]`);
    const [model, more] = outputs.flatMap((output) => output.model ?? []);
    if (shell && model && !more) return this.adopt(model, shell, kernel);
    const host = make("div", "cat-live cat-live-hidden", this.out);
    this.coming = host;
    /** @type {import("../widgets/manager.mjs").View[]} */
    const views = [];
    for (const view of this.built) remove(view);
    this.built = views;
    try {
      for (const output of outputs) {
        if (output.model) views.push(await kernel.manager.show(output.model, make("div", "cat-view", host)));
        else showText(output, host);
      }
    } catch (error) {
      host.remove();
      throw error;
    }
    const painted = Promise.all(views.map((view) => view.painted));
    if (!isFoldedAway(host)) await Promise.race([painted, kernel.gone]);
    if (this.coming !== host) return false; // a later run, perhaps of another kernel, has been quicker
    this.built = [];
    if (kernel.ended) {
      for (const view of views) remove(view);
      host.remove();
      return false;
    }
    this.replaceBy(host);
    this.views = views;
    return true;
  }

  /**
   * Let the board that has answered from its record live where it stands.
   * @param {string} model
   * @param {Element} shell
   * @param {KernelLine} kernel
   */
  async adopt(model, shell, kernel) {
    const adopted = kernel.manager.adopt(model, shell);
    const painted = adopted.then((view) => (isFoldedAway(shell) ? null : view.painted));
    await Promise.race([painted, kernel.gone]);
    if (kernel.ended && !shell.catRecorded?.model.live) return false; // it goes on answering when there is another
    shell.removeAttribute(RECORDED);
    if (kernel.ended) return false;
    this.views = [await adopted];
    return true;
  }

  /** Be shown no more. */
  end() {
    this.coming = undefined;
    for (const view of [...this.views, ...this.built]) remove(view);
    this.views = this.built = [];
    this.out.querySelector(`[${RECORDED}]`)?.catRecorded?.end.abort();
  }

  /**
   * Put what is built in the place of what is there: the focus stays where it was, kept presses are played.
   * @param {Element} host
   */
  replaceBy(host) {
    const before = [...this.out.querySelectorAll(BOARDS)].filter((shell) => !host.contains(shell));
    const after = [...host.querySelectorAll(BOARDS)];
    const active = document.activeElement?.closest("[data-id], [data-tool]");
    const held = before.findIndex((shell) => active && shell.contains(active)); // most often none of these
    for (const view of this.views) remove(view);
    for (const old of [...this.out.children]) if (old !== host) old.remove();
    host.classList.remove("cat-live-hidden");
    if (active && held >= 0) findPlace(pressOn(active), after[held])?.focus({ preventScroll: true });
    playKept(before, after);
  }
}
