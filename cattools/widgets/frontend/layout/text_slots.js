// @ts-check
// The text and buttons around the parts of a board that fills a screen: the space they need, and their positions.

import { partOf } from "../model.js";
import { tickOf } from "../storage/solved.js";
import { GAP } from "./rows.js";
import { EDGE, screenFor } from "./screen_size.js";
import { Heights, TABLE } from "./text_heights.js";

/** @import { Span, Words } from "./arrange.js" */
/** @import { Screen } from "./screen_size.js" */

export const COMPACT = "cat-compact"; // the class of a board whose table of players has its compact form
export const LINE = 1.35; // line height, relative to the font size
const BLOCKS = ["header", "side", "hint", "status", "tools"];
const SCROLLING = ["header", "side", "status"];
const HELD = ["header", "tools"]; // in a chapter, these blocks never shrink, so that content below does not move
const LINES = 3; // lines of a message
const BRIEF = 2; // lines of a message if the players would otherwise be out of view
const REASONS = 5; // lines of an answer with its reasons: in presentations and in practice
const STEP = { least: 4, each: 150 }; // lines of a walkthrough step: at least `least`, one per `each` pixels of height
const MORE_LINES = 2; // factor for the lines if a final result is shown above the reasons of the last answer
const ROWS = ":scope > *, .cat-line > *, .cat-line > [role=group] > *"; // some of them can be `display: contents`
const AROUND = 18; // padding and border of a message
const RESULT_SHARE = 0.38; // maximum height of the end of a game on a handheld screen; longer text scrolls
// The table of players needs this width relative to the font size; with larger text, its rows are cards (board.css).
const TABLE_WIDTH = 16;
const SIDE = 0.34; // maximum height of the panels as cards, relative to the screen
// Cost of leaving the panels out: the cards can be further down, but a table only if the board would be too small.
const WITHOUT = { cards: 1.2, table: 8 };

export class Surroundings {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.size = ""; // the screen's width and height, and whether a game is over
    this.grown = 0; // greatest height of the buttons on this screen
    this.headed = 0; // greatest height of the heading on this screen
    this.spread = 0; // greatest width of a table of players that was cut off on this screen
    this.views = 0; // width of the buttons in the corner
    /** @type {Span | null} */
    this.status = null; // span of the message
    /** @type {Span | null} */
    this.buttons = null;
    /** @type {Span | null} */
    this.panels = null;
    this.over = 0; // free height above the message
    this.under = 0; // free height below the panels
    this.wide = 0; // width of the board in a chapter
    this.below = false; // whether the open move list is below the board
    this.heights = new Heights();
    /** The size of the compact table of players, and the font size and text with which it was measured.
     * @type {{ of: string, size: [number, number] }} */
    this.narrow = { of: "", size: [0, 0] };
  }

  /** Whether the board is part of a presentation. */
  get presents() {
    return this.root.hasAttribute("data-presents");
  }

  /** The screen to fill. */
  get screen() {
    const listed = this.block("moves").querySelector(":scope > details[open]") !== null;
    return screenFor(this.root, this.presents, listed);
  }

  /**
   * Return a key for the heights of the heading and the buttons at their present width, and for the width that a table
   * of players needs. These never shrink during a game.
   * @param {Screen} screen
   */
  needs({ wide, tall }) {
    const over = this.root.querySelector(".cat-ending") !== null || this.result; // other buttons, and no prompt
    const size = `${wide} ${tall} ${over}`;
    const same = this.size === size; // otherwise the blocks still have another width
    this.grown = same ? Math.max(this.grown, this.block("tools").scrollHeight + this.above) : 0;
    this.headed = same ? Math.max(this.headed, this.block("header").scrollHeight) : 0;
    this.spread = same ? Math.max(this.spread, this.cut) : 0;
    this.size = size;
    return `${this.grown} ${this.headed} ${this.spread} ${this.ended} ${this.result}`;
  }

  /** The width that a table of players needs if it is cut off, otherwise 0. */
  get cut() {
    const side = this.block("side");
    return side.querySelector(TABLE) && side.scrollWidth > side.clientWidth + 1 ? side.scrollWidth : 0;
  }

  /** The width and height of the table of players in its compact form, with the players' tokens instead of names. */
  get compact() {
    const { classList } = this.root;
    const table = /** @type {HTMLElement} */ (partOf(this.block("side"), TABLE));
    const of = `${getComputedStyle(this.root).fontSize} ${table.innerHTML}`;
    if (this.narrow.of === of) return this.narrow.size;
    const was = classList.contains(COMPACT);
    classList.add(COMPACT);
    const size = /** @type {[number, number]} */ ([table.offsetWidth, table.offsetHeight]);
    classList.toggle(COMPACT, was);
    this.narrow = { of, size };
    return size;
  }

  /** Whether the result of a game is shown. */
  get result() {
    return this.root.querySelector(".cat-result") !== null;
  }

  /** Whether a final result is shown, in practice. */
  get ended() {
    return [".cat-status .cat-score", ".cat-knowledge"].every((one) => this.root.querySelector(one));
  }

  /** The width of the buttons in one row. */
  get row() {
    const buttons = /** @type {HTMLElement[]} */ ([...this.block("tools").children]);
    const { columnGap } = getComputedStyle(this.block("tools"));
    return buttons.reduce((sum, { offsetWidth }) => sum + offsetWidth + parseFloat(columnGap), 0);
  }

  /** How far the buttons overflow the top of their block, whose content is aligned to the bottom. */
  get above() {
    const rows = /** @type {NodeListOf<HTMLElement>} */ (this.block("tools").querySelectorAll(ROWS));
    return Math.max(0, ...[...rows].map(({ offsetTop }) => -offsetTop));
  }

  /** Whether the heading and the buttons fit into their blocks. */
  get fits() {
    const blocks = ["header", "tools"].map((name) => this.block(name));
    return !this.above && blocks.every(({ clientHeight, scrollHeight }) => scrollHeight <= clientHeight + 1);
  }

  /**
   * Return the non-empty text blocks and the heights they need. A message's height does not depend on its text,
   * except the result of a game.
   * @param {Screen} screen
   * @returns {Words[]} from top to bottom
   */
  blocks({ wide, tall, text, larger, held, brief }) {
    const most = tall * SIDE;
    const message = text * LINE * Math.min(this.lines(tall, held), brief ? BRIEF : Infinity) + AROUND;
    const table = this.block("side").querySelector(TABLE) !== null && wide >= text * TABLE_WIDTH;
    const side = this.measured("side", (one) => (table ? one : Math.min(one, most)));
    const share = Number(this.wish("--cat-result")) || RESULT_SHARE;
    const { spread } = this;
    const tools = this.measured("tools", (one) => Math.max(one, this.grown));
    const row = held && this.result ? Math.min(this.row, wide) : 0; // at the end of a game, no button is cut off
    const compact = () => (table && held ? this.compact : null); // measured only if it is needed
    const blocks = [
      { name: "header", low: false, loss: 0, tall: this.measured("header", (one) => Math.max(one, this.headed)) },
      {
        name: "side",
        low: false,
        loss: table ? WITHOUT.table : WITHOUT.cards,
        tall: (/** @type {number} */ wide) => (wide < spread ? Infinity : side(wide)),
        whole: this.measured("side"),
        get compact() {
          return compact();
        },
      },
      {
        name: "status",
        low: true,
        loss: 0,
        tall:
          held && this.result
            ? this.measured("status", (one) => Math.max(Math.min(one, tall * share), message))
            : () => message,
      },
      {
        name: "tools",
        low: true,
        loss: 0,
        tall: (/** @type {number} */ wide) => (wide < row ? Infinity : tools(wide)),
      },
    ];
    const below = larger > 1 && !table; // large cards would move the board too far down
    const out = below || this.wish("--cat-apart") ? "side" : "";
    const spoken = blocks.filter(({ name }) => name !== out && this.block(name).childNodes.length);
    for (const { tall } of spoken) tall(wide); // full width first, so that heights in between need no measurement
    return spoken;
  }

  /**
   * @param {"--cat-apart" | "--cat-lines" | "--cat-result"} name whether the panels are in a place of their own, how
   * many lines to reserve for a message, or the maximum height of the end of a game on a handheld screen
   * @returns {string} what the page's style sheet wants; "" for the usual value
   */
  wish(name) {
    return getComputedStyle(this.root).getPropertyValue(name).trim();
  }

  /**
   * @param {number} tall
   * @param {boolean} held
   * @returns {number} number of lines reserved for a message
   */
  lines(tall, held) {
    const room = held ? 0 : Math.round(tall / STEP.each);
    if (this.root.querySelector(".cat-walkthrough")) return Math.max(STEP.least, room);
    const times = this.ended && !held ? MORE_LINES : 1;
    if (this.root.querySelector(".cat-knowledge")) return Math.max(REASONS, room) * times;
    return this.presents && !held ? REASONS : Number(this.wish("--cat-lines")) || LINES;
  }

  /**
   * Measure text wider than the screen with overflow clipped: otherwise a phone would widen and scroll the page.
   * @param {() => unknown} measure
   */
  unseen(measure) {
    const { style } = this.root;
    style.overflow = "clip";
    measure();
    style.overflow = "";
  }

  /** @param {string} name */
  block(name) {
    return /** @type {HTMLElement} */ (partOf(this.root, `.cat-${name}`));
  }

  /**
   * Let the browser measure a block, because language, font and zoom affect its height. Each measurement forces a
   * layout, so heights are cached until the text changes. If a block has the same height at two widths, it has that
   * height at all widths in between.
   * @param {string} name
   * @param {(tall: number) => number} [limit]
   * @returns {(wide: number) => number} the block's height at a width
   */
  measured(name, limit = (one) => one) {
    const shell = this.root.classList;
    const looks = [COMPACT, "cat-fill", "cat-handheld", "cat-listed-beside"].filter((name) => shell.contains(name));
    const set = `${looks.join(" ")} ${this.views} ${getComputedStyle(this.root).fontSize}`; // all that affects style
    return this.heights.of(this.block(name), set, limit);
  }

  /**
   * Style the text for a screen, or leave its style to the page's CSS.
   * @param {Screen | null} screen
   */
  dress(screen) {
    const { root } = this;
    root.classList.remove(COMPACT);
    root.classList.toggle("cat-full-layout", screen !== null);
    root.classList.toggle("cat-handheld", screen?.held ?? false);
    root.classList.toggle("cat-listed-beside", Boolean(screen?.list?.[0]));
    if (screen) root.style.setProperty("--cat-text", `${screen.text}px`);
    const moves = this.block("moves");
    moves.classList.toggle("cat-list", Boolean(screen?.list));
    moves.style.cssText = screen?.list ? placed(screen.list) : "";
    partOf(root, "button.cat-moves-button").setAttribute("aria-pressed", String(Boolean(screen?.list)));
    if (!screen) return;
    this.views = partOf(root, ".cat-views").offsetWidth;
    if (this.views) root.style.setProperty("--cat-views", `${this.views}px`); // hidden in a static picture
  }

  /**
   * Move the text blocks to their places.
   * @param {Object<string, Span>} spans of the blocks; a block without a span comes after the board
   * @param {number} over free height above the message
   * @param {number} under free height below the panels
   */
  apply(spans, over, under) {
    this.status = spans.status ?? null;
    this.buttons = spans.tools ?? null;
    this.panels = spans.side ?? null;
    this.over = over;
    this.under = under;
    for (const name of BLOCKS) {
      const block = this.block(name);
      const span = spans[name === "hint" ? "status" : name]; // a preview covers the message
      block.classList.toggle("cat-left-out", !span);
      if (!span) {
        block.style.cssText = "";
        continue;
      }
      block.style.cssText = placed(span);
    }
  }

  /**
   * Put the open move list below a board that would reach into it, so that the list hides no buttons; when it opens,
   * scroll to it.
   * @param {number} bottom the board's
   * @returns {number} the bottom of the board and the list
   */
  listBelow(bottom) {
    const { list } = this.screen;
    const wasBelow = this.below;
    this.below = Boolean(list) && !list?.[0] && Number(list?.[1]) < bottom - 1;
    if (!list || !this.below) return bottom;
    const [x, , wide, tall] = list;
    const moves = this.block("moves");
    moves.style.cssText = placed([x, bottom + GAP, wide, tall]);
    if (!wasBelow) requestAnimationFrame(() => moves.scrollIntoView({ block: "nearest" }));
    return bottom + GAP + tall;
  }

  /** Finish the layout: an example must not move the content below it; a board that fills a screen shows long text. */
  settle() {
    if (this.root.classList.contains("cat-full-layout")) this.reach();
    else if (tickOf(this.root)) this.hold();
    for (const lines of this.root.querySelectorAll(".cat-lines")) mark(/** @type {HTMLElement} */ (lines));
  }

  /** Keep the greatest height so far at this width; the message, and panels below the parts, scroll instead. */
  hold() {
    const [side, stage, ...held] = ["side", "stage", ...HELD].map((name) => this.block(name));
    const { clientWidth } = this.root;
    if (this.wide !== clientWidth) {
      for (const { style } of [side, ...held]) style.cssText = "";
      const below = side.offsetTop >= stage.offsetTop + stage.offsetHeight;
      if (below) side.style.cssText = `height: ${side.offsetHeight}px; padding: 0; overflow: auto`;
    }
    this.wide = clientWidth;
    const heights = held.map(({ offsetHeight }) => offsetHeight);
    for (const [n, { style }] of held.entries()) style.minHeight = `${heights[n]}px`;
    for (const name of ["side", "status"]) mark(this.block(name));
  }

  /**
   * Give the free height to panels that have become longer, then to a long message. If that is not enough, the message
   * gets a smaller font. A block that still overflows scrolls, also by keyboard.
   */
  reach() {
    const said = this.block("status");
    const lacks = () => said.scrollHeight - said.clientHeight;
    said.classList.remove("cat-long-status");
    const free = this.spare();
    const highest = this.stretch(free);
    if (this.status) {
      const [x, y, wide, tall] = this.status;
      said.style.cssText = placed(this.status);
      const need = tall + Math.max(0, lacks());
      const bottom = y + tall + free;
      const top = Math.max(highest, Math.min(Math.max(y, highest), bottom - need));
      said.style.cssText = placed([x, top, wide, Math.min(need, bottom - top)]);
    }
    said.classList.toggle("cat-long-status", lacks() > 1);
    for (const name of SCROLLING) mark(this.block(name));
  }

  /**
   * Give panels that have become longer the free height below them; if the message is right below them, it moves down.
   * @param {number} free height below the message
   * @returns {number} how far up the message may then reach
   */
  stretch(free) {
    const [left, top, across] = this.status ?? [0, 0, 0];
    const highest = top - this.over;
    if (!this.panels) return highest;
    const [x, y, wide, tall] = this.panels;
    const block = this.block("side");
    block.style.cssText = placed(this.panels);
    const above = left === x && across === wide && highest <= y + tall + GAP + 1 && top > y;
    const more = Math.min(this.under + (above ? free : 0), block.scrollHeight - block.clientHeight);
    if (more >= 1) block.style.cssText = placed([x, y, wide, tall + more]);
    return above ? Math.max(highest, y + tall + Math.max(0, more) + GAP) : highest;
  }

  /**
   * Move the top of the buttons' block down to its first row, if the block is right below the message.
   * @returns {number} by how much; the buttons stay where they are, because they are at the bottom of their block
   */
  spare() {
    if (!this.buttons || !this.status) return 0;
    const [left, top, wide, tall] = this.buttons;
    const [x, y, across, high] = this.status;
    const block = this.block("tools");
    block.style.cssText = placed(this.buttons);
    if (left !== x || wide !== across || top < y + high) return 0;
    const rows = /** @type {NodeListOf<HTMLElement>} */ (block.querySelectorAll(ROWS));
    const free = Math.min(tall, ...[...rows].filter((row) => row.offsetHeight).map(({ offsetTop }) => offsetTop));
    if (free <= 1) return 0;
    block.style.cssText = placed([left, top + free, wide, tall - free]);
    return free;
  }

  /** Return the layout to the page's CSS. */
  release() {
    for (const name of BLOCKS) {
      this.block(name).removeAttribute("tabindex");
      this.block(name).style.cssText = "";
      this.block(name).classList.remove("cat-left-out", "cat-scroll-hint");
    }
  }
}

/**
 * Show whether a block overflows and, if so, make it focusable, so that it scrolls by keyboard.
 * @param {HTMLElement} block
 */
function mark(block) {
  block.classList.remove("cat-scroll-hint");
  const more = block.scrollHeight > block.clientHeight + 1;
  block.classList.toggle("cat-scroll-hint", more);
  if (more) block.tabIndex = 0;
  else block.removeAttribute("tabindex");
}

/** @param {Span} span */
function placed([left, top, wide, tall]) {
  return `left: ${left + EDGE}px; top: ${top + EDGE}px; width: ${wide}px; height: ${tall}px`;
}
