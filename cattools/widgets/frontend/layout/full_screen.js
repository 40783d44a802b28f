// @ts-check
// Full screen: a board fills the window and, where the browser allows it, the screen. Also turns to the page's other
// boards and shows the names of the cells.
import { isComposing } from "../input/composing.js";
import { partOf } from "../model.js";
import { keepSetting, setting } from "../storage/preferences.js";

/** @import { Areas } from "../input/areas.js" */
/** @import { Board } from "../model.js" */
/** @import { Stage } from "./parts.js" */

export const FILL = "cat-fill"; // the board that fills the window
const NAMES = "place-names"; // preference: whether the names are shown
const SHOWN = "on";
const HIDDEN = "off";
const NAME = 14; // minimum font size of the names in pixels; they grow with the board's text, as in a presentation
const UNFOLDED = ".cat-moves > details";
const TURNED = "cat-turned"; // event after the names were turned on or off

export class Screen {
  /**
   * @param {Board} board
   * @param {Areas} areas
   * @param {Stage} stage
   */
  constructor(board, areas, stage) {
    this.board = board;
    this.areas = areas;
    this.stage = stage;
    this.named = setting(NAMES) === SHOWN;
    this.stays = false; // whether the board keeps filling the window while the browser exits full screen
    this.look = () => {};
  }

  /** @param {() => void} look called when the board's available space has changed */
  listen(look) {
    const { root, signal } = this.board;
    this.look = look;
    partOf(root, ".cat-full").addEventListener("click", () => (this.fills ? this.leave() : this.fill()));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-turn]"))) {
      button.addEventListener("click", () => this.turn(Number(button.dataset.turn)));
    }
    partOf(root, ".cat-named").addEventListener("click", () => this.nameAll(!this.named));
    partOf(root, "button.cat-moves-button").addEventListener("click", () => this.list());
    addEventListener(
      TURNED,
      (event) => {
        this.named = /** @type {CustomEvent<boolean>} */ (event).detail;
        this.showNames();
      },
      { signal },
    );
    root.addEventListener("keydown", (event) => this.hear(event));
    const ended = () => !document.fullscreenElement && this.fills && !this.stays && this.leave();
    document.addEventListener("fullscreenchange", ended, { signal });
    signal.addEventListener("abort", () => this.fills && document.documentElement.classList.remove("cat-filled"));
    this.showNames();
    this.label();
    if (this.fills) document.documentElement.classList.add("cat-filled"); // a rebuilt board keeps filling the window
  }

  /** Close all open sections next to the board, or if none is open, open the move list. */
  list() {
    const sections = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (this.board.root.querySelectorAll(UNFOLDED))];
    const open = sections.filter((section) => section.open);
    for (const section of open) section.open = false;
    if (!open.length && sections[0]) sections[0].open = true;
  }

  get fills() {
    return this.board.root.classList.contains(FILL);
  }

  /** The page's visible live boards in order, except those in an <aside>.
   * @returns {HTMLElement[]} */
  get boards() {
    const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.cat-shell[data-cat="live"]'));
    return [...all].filter((one) => one.getClientRects().length && !one.closest("aside"));
  }

  /** Fill the window and, where the browser allows it, the screen. */
  fill() {
    const { root, home } = this.board;
    this.stage.remember();
    root.classList.add(FILL);
    document.documentElement.classList.add("cat-filled");
    const whole = home ? document.documentElement : root; // in JupyterLab, only `root` can leave its panel
    if (!document.fullscreenElement || !home) whole.requestFullscreen?.().catch(() => {});
    this.label();
    this.look();
    root.focus({ preventScroll: true });
  }

  leave() {
    const { root } = this.board;
    root.classList.remove(FILL);
    document.documentElement.classList.remove("cat-filled");
    if (document.fullscreenElement) document.exitFullscreen();
    this.label();
    this.look();
    root.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} step 1 for the page's next board, -1 for the previous one */
  turn(step) {
    const { boards } = this;
    const next = boards[boards.indexOf(this.board.root) + step];
    if (!next) return;
    this.board.root.classList.remove(FILL);
    this.label();
    this.look();
    next.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null} */ (next.querySelector(".cat-full"))?.click();
  }

  /** Update the labels and visibility of the buttons. */
  label() {
    const { root } = this.board;
    /** @type {HTMLElement} */
    const full = partOf(root, ".cat-full");
    const said = (this.fills ? full.dataset.leave : full.dataset.fill) ?? "";
    full.setAttribute("aria-label", said);
    full.title = said;
    const words = Object.assign(document.createElement("span"), { textContent: said });
    full.replaceChildren(this.fills ? "✕" : "⤢", words);
    const { boards } = this;
    const at = boards.indexOf(root);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-turn]"))) {
      button.hidden = !this.fills || !boards[at + Number(button.dataset.turn)];
    }
  }

  /** @param {KeyboardEvent} event */
  hear(event) {
    if (!this.fills || event.altKey || event.ctrlKey || event.metaKey || isComposing(event)) return;
    const step = { PageDown: 1, PageUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.turn(step);
  }

  /** @param {boolean} on whether to show the names on every board of this page and of later pages */
  nameAll(on) {
    keepSetting(NAMES, on ? SHOWN : HIDDEN);
    dispatchEvent(new CustomEvent(TURNED, { detail: on }));
  }

  /** @param {boolean} on whether the names are shown if the reader has not chosen */
  suggestNames(on) {
    if (setting(NAMES)) return;
    this.named = on;
    this.showNames();
  }

  /** Write the name of every cell onto the board, or remove the names. */
  showNames() {
    partOf(this.board.root, ".cat-named").setAttribute("aria-pressed", String(this.named));
    for (const { layer } of this.stage.parts.values()) partOf(layer, ".cat-place-names").replaceChildren();
    if (!this.named) return;
    const words = parseFloat(getComputedStyle(this.board.root).fontSize);
    for (const [name, { layer, wish }] of this.stage.parts) {
      const box = partOf(layer, ".cat-place-names");
      const unit = wish.w / (layer.getBoundingClientRect().width || wish.w);
      for (const area of this.areas.byId.values()) {
        if (area.part !== name || area.shape.getAttribute("role") !== "gridcell") continue;
        const called = area.id.match(/[a-z]+-?\d+$/i)?.[0]; // other ids name no cell
        if (!called) continue;
        const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
        text.textContent = called;
        text.setAttribute("x", String(area.at[0]));
        text.setAttribute("y", String(area.at[1] + area.size * 0.47));
        text.setAttribute("font-size", String(Math.min(Math.max(NAME, words) * unit, area.size * 0.24)));
        box.append(text);
      }
    }
  }
}
