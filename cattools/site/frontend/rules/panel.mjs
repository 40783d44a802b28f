// @ts-check
// The rules panel: a link to a rule in a board's text opens the rule's section in a side panel, with its live example,
// and the game stays in view. On a phone, the panel is a bottom sheet, which the next press on the game closes.

import { Cell } from "../../../live/frontend/cells/cell.mjs";
import { isComposing } from "../../../widgets/frontend/input/composing.js";
import { partOf } from "../../../widgets/frontend/model.js";
import { positionIn, siteRoot } from "../../../widgets/frontend/url_fragment.js";
import { fetchSection } from "./section.mjs";

/** @import { Section } from "./section.mjs" */
/** Makes cells live, and closes them.
 * @typedef {{ join(cell: Cell): Promise<void>, leave(cell: Cell): void }} Book */
/** @typedef {{ address: string, title: string }} Step */

const BOARD = "[data-cat]";
const OPEN = "cat-beside-rule"; // class of <html> while the panel is open
const PAGE_LINK = "cat-rule-open"; // class of the link to the rule's page
const INSET = "--cat-beside"; // by how much the panel narrows a board
const BOTTOM_SHEET = "(max-width: 600px), (max-width: 900px) and (orientation: portrait)"; // as in page.css
const GAP = 12; // pixels between a board and the panel
const MIN_WIDTH = 320; // pixels; a board that would become narrower than this is covered by the panel instead

/**
 * Open the rules that the page's boards link to in a side panel.
 * @param {Book} book
 */
export function showRulesBeside(book) {
  const template = /** @type {HTMLTemplateElement | null} */ (document.querySelector("template#cat-rule-panel"));
  const panel = template?.content.firstElementChild?.cloneNode(true);
  const home = siteRoot();
  if (panel && home) new RulePanel(/** @type {HTMLElement} */ (panel), home, book).listen();
}

/**
 * Return by how much a board must be narrowed so that the panel does not cover it.
 * @param {{ left: number, right: number }} board
 * @param {number} edge the panel's left edge
 * @returns {number} pixels; 0 if there is no overlap or the board would be too narrow
 */
export function spaceBeside({ left, right }, edge) {
  const over = Math.ceil(right + GAP - edge);
  return over > 0 && right - left - over >= MIN_WIDTH ? over : 0;
}

/** @type {(event: MouseEvent) => boolean} whether the click follows a link in this tab */
export function follows({ defaultPrevented, button, altKey, ctrlKey, metaKey, shiftKey }) {
  return !(defaultPrevented || button || altKey || ctrlKey || metaKey || shiftKey);
}

class RulePanel {
  /**
   * @param {HTMLElement} el
   * @param {URL} home
   * @param {Book} book
   */
  constructor(el, home, book) {
    this.el = el;
    this.home = home;
    this.book = book;
    this.title = partOf(el, "h2");
    this.text = partOf(el, ".cat-rule-text");
    /** @type {HTMLAnchorElement} */
    this.pageLink = partOf(el, `.${PAGE_LINK}`);
    /** @type {HTMLButtonElement} */
    this.back = partOf(el, ".cat-rule-back");
    /** The history of opened rules; the last one is shown.
     * @type {Step[]} */
    this.steps = [];
    /** @type {Cell[]} */
    this.cells = [];
    this.made = 0; // number of cells so far
    /** @type {HTMLAnchorElement | null} */
    this.link = null; // the link that opened the panel
    /** @type {HTMLElement | null} */
    this.boardCell = null; // the cell of that link's board; the board itself can be rebuilt
    this.sheet = matchMedia(BOTTOM_SHEET);
    /** @type {(EventTarget & { destroy(): void }) | null} */
    this.watcher = null; // reports a phone's back gesture
  }

  listen() {
    document.addEventListener("click", (event) => this.press(event));
    document.addEventListener("keydown", (event) => this.onKeydown(event), true);
    partOf(this.el, ".cat-rule-close").addEventListener("click", () => this.close());
    this.back.addEventListener("click", () => {
      this.steps.pop();
      this.show();
    });
    addEventListener("resize", () => this.open && this.makeRoom());
    document.addEventListener("cat-page", () => this.open && this.close(false));
  }

  get open() {
    return this.el.isConnected;
  }

  /** @param {MouseEvent} event */
  press(event) {
    const target = /** @type {Element} */ (event.target);
    const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[href]"));
    if (link && follows(event) && this.leadsToRule(link)) {
      event.preventDefault();
      if (!this.el.contains(link)) this.startFrom(link);
      this.steps.push({ address: link.href, title: link.textContent?.trim() ?? "" });
      this.show();
    } else if (this.open && this.isLeftBy(event, target)) this.close(false);
  }

  /**
   * @param {HTMLAnchorElement} link
   * @returns {boolean} whether the link leads to a rule; links that contain a position lead to a game or to the scorer
   */
  leadsToRule(link) {
    const { href, hash } = link;
    if (!href.startsWith(this.home.href) || !hash || positionIn(hash) !== null || link.matches(`.${PAGE_LINK}`))
      return false;
    return this.text.contains(link) || link.matches(`${BOARD} a.cat-rule`);
  }

  /**
   * @param {MouseEvent} event
   * @param {Element} target the event's target
   * @returns {boolean} whether the event opens the rule's page or, on a phone, returns to the game
   */
  isLeftBy(event, target) {
    if (this.el.contains(target)) return follows(event) && target.closest(`.${PAGE_LINK}`) !== null;
    return this.sheet.matches && target.closest(BOARD) !== null;
  }

  /** @param {HTMLAnchorElement} link */
  startFrom(link) {
    this.boardCell?.style.removeProperty(INSET);
    this.steps = [];
    this.link = link;
    this.boardCell = link.closest("div.cell");
  }

  /** @param {KeyboardEvent} event captured before the boards: Escape in the panel must not reach them */
  onKeydown(event) {
    if (event.key !== "Escape" || !this.open || isComposing(event)) return;
    const target = /** @type {Element} */ (event.target);
    if (!this.el.contains(target) && target.closest(`${BOARD}, dialog, input, textarea`)) return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }

  /** Show the last rule of the history. */
  async show() {
    const { steps, title, text, el } = this;
    const step = /** @type {Step} */ (steps.at(-1));
    this.empty();
    this.pageLink.href = step.address;
    this.back.hidden = steps.length < 2;
    title.textContent = step.title;
    text.textContent = el.dataset.coming ?? "";
    if (!this.open) {
      document.body.append(el);
      document.documentElement.classList.add(OPEN);
      this.watch();
    }
    this.makeRoom();
    el.scrollTop = 0;
    title.focus({ preventScroll: true });
    /** @type {Section | null} */
    const section = await fetchSection(step.address).catch(() => null);
    if (!this.open || steps !== this.steps || step !== steps.at(-1)) return;
    if (section) this.fill(section);
    else this.tellLost();
  }

  /** @param {Section} section */
  fill({ where, title, parts }) {
    partOf(this.el, ".cat-rule-where").textContent = where;
    this.title.textContent = title;
    this.text.replaceChildren(...parts);
    for (const el of this.text.querySelectorAll("div.cell.tag_live")) {
      this.made += 1;
      const cell = new Cell(el, `rule-${this.made}`);
      this.cells.push(cell);
      this.makeLive(cell);
    }
  }

  /**
   * Make an example live. Its role is "group", because this page can already have a landmark with the same name.
   * @param {Cell} cell
   */
  async makeLive(cell) {
    const group = () => cell.el.querySelector(".cat-board")?.setAttribute("role", "group");
    group();
    await this.book.join(cell);
    group();
  }

  /** Show that the rule could not be loaded, with a link to its page. */
  tellLost() {
    const message = Object.assign(document.createElement("p"), { textContent: `${this.el.dataset.lost} ` });
    message.setAttribute("role", "alert");
    message.append(this.pageLink.cloneNode(true));
    this.text.replaceChildren(message);
  }

  /** On a phone, let the back gesture close the panel, if the browser supports CloseWatcher. */
  watch() {
    if (!this.sheet.matches || !window.CloseWatcher) return;
    this.watcher = new window.CloseWatcher();
    this.watcher.addEventListener("close", () => this.open && this.close());
  }

  empty() {
    for (const cell of this.cells.splice(0)) this.book.leave(cell);
    partOf(this.el, ".cat-rule-where").textContent = "";
    this.text.replaceChildren();
  }

  /** @param {boolean} [returns] whether to return the focus to its origin */
  close(returns = true) {
    this.empty();
    this.steps = [];
    this.watcher?.destroy();
    this.watcher = null;
    this.el.remove();
    document.documentElement.classList.remove(OPEN);
    this.makeRoom();
    if (returns) this.origin?.focus({ preventScroll: true });
  }

  /** The link that opened the panel, or the same link in updated text, or else the board.
   * @returns {HTMLElement | null} */
  get origin() {
    const { link, boardCell } = this;
    if (!link || link.isConnected) return link;
    /** @type {NodeListOf<HTMLAnchorElement> | undefined} */
    const links = boardCell?.querySelectorAll(`${BOARD} a.cat-rule`);
    const same = [...(links ?? [])].find(({ href }) => href === link.href);
    return same ?? boardCell?.querySelector(BOARD) ?? null;
  }

  /** Narrow the game's board so that it ends at the panel, if they overlap. */
  makeRoom() {
    const { boardCell } = this;
    if (!boardCell) return;
    boardCell.style.removeProperty(INSET);
    const board = boardCell.querySelector(BOARD);
    if (!this.open || this.sheet.matches || !board || board.matches(".cat-fill")) return;
    const room = spaceBeside(board.getBoundingClientRect(), this.el.getBoundingClientRect().left);
    if (room) boardCell.style.setProperty(INSET, `${room}px`);
  }
}
