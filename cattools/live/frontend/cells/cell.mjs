// @ts-check
// A live cell of the page: its static picture, and the board that replaces it.

import { isFolded } from "../page/folds.mjs";
import { RECORDED } from "../page/kernel_status.mjs";
import { findTarget, playQueued, pressOn } from "../page/queued_input.mjs";

/** @import { KernelConnection } from "../kernel/connection.mjs" */

const BOARDS = "[data-cat]";
const MARKUP_TYPES = ["text/html", "image/svg+xml"];

/** @type {(tag: string, className: string, parent?: Element) => HTMLElement} */
function make(tag, className, parent) {
  const element = Object.assign(document.createElement(tag), { className });
  parent?.append(element);
  return element;
}

/** @type {(output: Output, host: Element) => void} */
function showText({ kind, mime = "", text }, host) {
  if (MARKUP_TYPES.includes(mime)) {
    make("div", "cat-html", host).innerHTML = text;
    return;
  }
  const plain = make("pre", `cat-${kind}`, host);
  plain.textContent = text;
  if (kind === "error") plain.setAttribute("role", "alert");
}

/**
 * @param {Element} host
 * @returns {boolean} whether it is in a closed <details>, so that it has no layout box and is not painted
 */
function isInClosedFold(host) {
  return host.isConnected && !host.getClientRects().length;
}

/** @param {import("../widgets/manager.mjs").View} view */
function remove(view) {
  if (!view.luminoWidget) {
    view.remove();
    return;
  }
  // Lumino can only detach a widget whose node is in the document.
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
    /** The host element of the outputs under construction; `built` holds their views so far.
     * @type {Element | undefined} */
    this.coming = undefined;
    /** @type {import("../widgets/manager.mjs").View[]} */
    this.built = [];
  }

  /** Translated strings in the data attributes of the cell's code box, by name. */
  get words() {
    return this.el.querySelector("details.cat-code")?.dataset ?? {};
  }

  /** The packs that the cell needs.
   * @returns {string[]} */
  get packs() {
    return this.el.querySelector("[data-packs]")?.dataset.packs?.split(" ") ?? [];
  }

  /** Whether the cell shows a board or its static picture. */
  get hasBoard() {
    return this.out.querySelector(BOARDS) !== null;
  }

  /** Whether the cell is in a closed fold; its board is not shown until the fold opens. */
  get folded() {
    return isFolded(this.el);
  }

  /** Whether the cell is at most half a screen outside the viewport. */
  get near() {
    const { top, bottom } = this.el.getBoundingClientRect();
    return top < innerHeight * 1.5 && bottom > -innerHeight / 2;
  }

  /**
   * Show a notice below the cell's output, replacing the previous one.
   * @param {Output[]} outputs
   * @returns {Element} the notice's element
   */
  showNotice(outputs) {
    this.removeNotice();
    const host = make("div", "cat-cell-message", this.out);
    for (const output of outputs) if (!output.model) showText(output, host);
    return host;
  }

  /** Remove the notice. */
  removeNotice() {
    this.out.querySelector(":scope > .cat-cell-message")?.remove();
  }

  /**
   * Show why the kernel ended, with a button that restarts it, because the page may have no board with such a button.
   * @param {unknown} error
   */
  showStopped(error) {
    const { stopped = "", again = "" } = this.words;
    const reason = error instanceof Error ? error.message : String(error);
    this.showNoticeWithRestart("error", `${stopped} ${reason}`.trim(), again);
  }

  /** Show that another page's code keeps the kernel busy. */
  showWaiting() {
    const { held = "", stop = "" } = this.words;
    this.showNoticeWithRestart("stream", held, stop);
  }

  /**
   * Show a notice about the kernel, with a button that restarts it.
   * @param {"error" | "stream"} kind
   * @param {string} text
   * @param {string} words the button's label
   */
  showNoticeWithRestart(kind, text, words) {
    const notice = this.showNotice([{ cell: this.id, kind, text }]);
    const button = /** @type {HTMLButtonElement} */ (make("button", "cat-restart", notice));
    Object.assign(button, { type: "button", textContent: words });
    button.addEventListener("click", () => catlive.restart());
  }

  /**
   * Show outputs in place of the picture. They are built hidden at their final width, so that nothing moves when they
   * replace the picture. The picture stays until its board is painted, however long that takes. If the kernel ends
   * first, the picture stays until the next kernel.
   * @param {Output[]} outputs
   * @param {KernelConnection} kernel
   * @returns {Promise<boolean>} whether the outputs are shown
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
    if (!isInClosedFold(host)) await Promise.race([painted, kernel.gone]);
    if (this.coming !== host) return false; // overtaken by a later run, possibly in another kernel
    this.built = [];
    if (kernel.ended) {
      for (const view of views) remove(view);
      host.remove();
      return false;
    }
    this.replaceWith(host);
    this.views = views;
    return true;
  }

  /**
   * Hydrate a board that has used precomputed answers so far.
   * @type {(model: string, shell: Element, kernel: KernelConnection) => Promise<boolean>}
   */
  async adopt(model, shell, kernel) {
    const adopted = kernel.manager.adopt(model, shell);
    const painted = adopted.then((view) => (isInClosedFold(shell) ? null : view.painted));
    await Promise.race([painted, kernel.gone]);
    // If the kernel ended before its model took over, the board keeps its precomputed answers until the next kernel.
    if (kernel.ended && !shell.catRecorded?.model.live) return false;
    shell.removeAttribute(RECORDED);
    if (kernel.ended) return false;
    this.views = [await adopted];
    return true;
  }

  /** Remove all views, because the cell is no longer shown. */
  end() {
    this.coming = undefined;
    for (const view of [...this.views, ...this.built]) remove(view);
    this.views = this.built = [];
    this.out.querySelector(`[${RECORDED}]`)?.catRecorded?.end.abort();
  }

  /**
   * Replace the cell's output with the new output, keeping the focus, and play the queued presses.
   * @param {Element} host
   */
  replaceWith(host) {
    const before = [...this.out.querySelectorAll(BOARDS)].filter((shell) => !host.contains(shell));
    const after = [...host.querySelectorAll(BOARDS)];
    const active = document.activeElement?.closest("[data-id], [data-tool]");
    const held = before.findIndex((shell) => active && shell.contains(active)); // usually -1
    for (const view of this.views) remove(view);
    for (const old of [...this.out.children]) if (old !== host) old.remove();
    host.classList.remove("cat-live-hidden");
    if (active && held >= 0) findTarget(pressOn(active), after[held])?.focus({ preventScroll: true });
    playQueued(before, after);
  }
}
