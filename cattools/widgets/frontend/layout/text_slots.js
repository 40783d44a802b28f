// @ts-check
// The words and buttons around the parts of a board that fills a screen: how much room they need, and where they stand.

import { partOf } from "../model.js";
import { tickOf } from "../storage/solved.js";
import { EDGE, screenFor } from "./screen_size.js";
import { Heights } from "./text_heights.js";

/** @import { Span, Words } from "./arrange.js" */
/** @import { Screen } from "./screen_size.js" */

export const LINE = 1.35; // of the text
const BLOCKS = ["top", "side", "hint", "said", "tools"];
const SCROLLING = ["top", "side", "said"];
const HELD = ["top", "tools"]; // in a chapter, as tall as they were: what stands below stays there
const LINES = 3; // that a message has room for
const REASONS = 5; // lines, where an answer comes with its reasons: before a room, in practice
const STEP = { least: 4, each: 150 }; // lines, where a walk explains a step; and one for so many pixels of a screen
const MORE_LINES = 2; // times as many, where a result to read out stands over the reasons of the last answer
const FIRST = ":scope > :not(.cat-line), .cat-line > *"; // of the buttons: a line of them may have no box of its own
const AROUND = 18; // a message's frame
const SIDE = 0.34; // of the height: the most that the panels take
const WITHOUT = 1.2; // what it costs to leave the panels out

export class Surroundings {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.size = ""; // of the screen
    this.grown = 0; // the tallest that the buttons have been on it
    this.headed = 0; // the tallest that the heading has been on it
    this.views = 0; // how wide the buttons in the corner are
    /** @type {Span | null} */
    this.said = null; // where messages stand
    this.over = 0; // free room over them
    this.wide = 0; // of the board in a chapter
    this.heights = new Heights();
  }

  /** Whether a room looks on. */
  get presents() {
    return this.root.hasAttribute("data-presents");
  }

  /** The room that is to be filled. */
  get screen() {
    const listed = this.block("moves").querySelector(":scope > details[open]") !== null;
    return screenFor(this.root, this.presents, listed);
  }

  /**
   * How tall the heading and the buttons are in the width they have; once they were tall they keep their room.
   * @param {Screen} screen
   */
  needs({ wide, tall }) {
    const size = `${wide} ${tall}`;
    const same = this.size === size; // else they stand in another width yet
    this.grown = same ? Math.max(this.grown, this.block("tools").scrollHeight + this.above) : 0;
    this.headed = same ? Math.max(this.headed, this.block("top").scrollHeight) : 0;
    this.size = size;
    return `${this.grown} ${this.headed} ${this.ended}`;
  }

  /** Whether what is said ends with a result to read out. */
  get ended() {
    return [".cat-said .cat-score", ".cat-knowledge"].every((one) => this.root.querySelector(one));
  }

  /** How much of the buttons stands above their place: they stand at its bottom. */
  get above() {
    /** @type {HTMLElement | null} */
    const first = this.block("tools").querySelector(FIRST);
    return Math.max(0, -(first?.offsetTop ?? 0));
  }

  /** Whether heading and buttons have room where they stand. */
  get fits() {
    const blocks = ["top", "tools"].map((name) => this.block(name));
    return !this.above && blocks.every(({ clientHeight, scrollHeight }) => scrollHeight <= clientHeight + 1);
  }

  /**
   * What there is to say, and the room it takes: a message's does not depend on what it says.
   * @param {Screen} screen
   * @returns {Words[]} from the top
   */
  blocks({ wide, tall, text, held }) {
    const most = tall * SIDE;
    const message = text * LINE * this.lines(tall, held) + AROUND;
    const side = this.measured("side", (one) => Math.min(one, most));
    const blocks = [
      { name: "top", low: false, loss: 0, tall: this.measured("top", (one) => Math.max(one, this.headed)) },
      { name: "side", low: false, loss: WITHOUT, tall: side, whole: this.measured("side") },
      { name: "said", low: true, loss: 0, tall: () => message },
      { name: "tools", low: true, loss: 0, tall: this.measured("tools", (one) => Math.max(one, this.grown)) },
    ];
    const spoken = blocks.filter(({ name }) => this.block(name).childNodes.length);
    for (const { tall } of spoken) tall(wide); // first: narrower ones as tall need not be measured one by one
    return spoken;
  }

  /**
   * @param {number} tall
   * @param {boolean} held
   * @returns {number} how many lines a message has room for
   */
  lines(tall, held) {
    const room = held ? 0 : Math.round(tall / STEP.each);
    if (this.root.querySelector(".cat-walk")) return Math.max(STEP.least, room);
    const times = this.ended && !held ? MORE_LINES : 1;
    if (this.root.querySelector(".cat-knowledge")) return Math.max(REASONS, room) * times;
    return this.presents && !held ? REASONS : LINES;
  }

  /**
   * Measure words that are wider than the screen: a phone would widen its page for them, and scroll it.
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
   * The browser itself knows how tall words are: language, font and zoom are its business. Whenever it is asked it lays
   * out anew, so what it said is kept as long as the words are the same; and between two widths in which they are as
   * tall there is none in which they are not.
   * @param {string} name
   * @param {(tall: number) => number} [limit]
   * @returns {(wide: number) => number} how tall they are in a width
   */
  measured(name, limit = (one) => one) {
    const shell = this.root.classList;
    const looks = ["cat-fill", "cat-held", "cat-listed-beside"].filter((name) => shell.contains(name));
    const set = `${looks.join(" ")} ${this.views} ${getComputedStyle(this.root).fontSize}`; // how words are set
    return this.heights.of(this.block(name), set, limit);
  }

  /**
   * Set the words for a screen, or leave it to the page's styles.
   * @param {Screen | null} screen
   */
  dress(screen) {
    const { root } = this;
    root.classList.toggle("cat-fixed", screen !== null);
    root.classList.toggle("cat-held", screen?.held ?? false);
    root.classList.toggle("cat-listed-beside", Boolean(screen?.list?.[0]));
    if (screen) root.style.setProperty("--cat-text", `${screen.text}px`);
    const moves = this.block("moves");
    moves.classList.toggle("cat-list", Boolean(screen?.list));
    moves.style.cssText = screen?.list ? placed(screen.list) : "";
    partOf(root, "button.cat-listed").setAttribute("aria-pressed", String(Boolean(screen?.list)));
    if (!screen) return;
    this.views = partOf(root, ".cat-views").offsetWidth;
    if (this.views) root.style.setProperty("--cat-views", `${this.views}px`); // a picture has none
  }

  /**
   * @param {Object<string, Span>} spans where everything stands; what has no place comes after all
   * @param {number} over free room over what is said
   */
  stand(spans, over) {
    this.said = spans.said ?? null;
    this.over = over;
    for (const name of BLOCKS) {
      const block = this.block(name);
      const span = spans[name === "hint" ? "said" : name]; // while something is pointed at, it lies over what was said
      block.classList.toggle("cat-left-out", !span);
      if (!span) {
        block.style.cssText = "";
        continue;
      }
      block.style.cssText = placed(span);
    }
  }

  /** All words stand: a board to be solved moves nothing below it, one that fills a screen shows all it can. */
  settle() {
    if (this.root.classList.contains("cat-fixed")) this.reach();
    else if (tickOf(this.root)) this.hold();
    for (const lines of this.root.querySelectorAll(".cat-lines")) mark(/** @type {HTMLElement} */ (lines));
  }

  /** What was once tall keeps its room in this width; what is said, and panels below it, scroll in their own. */
  hold() {
    const [side, said, ...held] = ["side", "said", ...HELD].map((name) => this.block(name));
    const { clientWidth } = this.root;
    if (this.wide !== clientWidth) {
      for (const { style } of [side, ...held]) style.cssText = "";
      const below = side.offsetTop > said.offsetTop;
      if (below) side.style.cssText = `height: ${side.offsetHeight}px; padding: 0; overflow: auto`;
    }
    this.wide = clientWidth;
    const heights = held.map(({ offsetHeight }) => offsetHeight);
    for (const [n, { style }] of held.entries()) style.minHeight = `${heights[n]}px`;
    for (const name of ["side", "said"]) mark(this.block(name));
  }

  /** Give what is much more room, then smaller letters, and let who has only keys scroll what does not fit even so. */
  reach() {
    const said = this.block("said");
    const lacks = () => said.scrollHeight - said.clientHeight;
    said.classList.remove("cat-much");
    if (this.said) {
      const [x, y, wide, tall] = this.said;
      said.style.cssText = placed(this.said);
      const more = Math.min(this.over, lacks());
      if (more > 1) said.style.cssText = placed([x, y - more, wide, tall + more]);
    }
    said.classList.toggle("cat-much", lacks() > 1);
    for (const name of SCROLLING) mark(this.block(name));
  }

  /** Leave it to the page's styles. */
  release() {
    for (const name of BLOCKS) {
      this.block(name).removeAttribute("tabindex");
      this.block(name).style.cssText = "";
      this.block(name).classList.remove("cat-left-out", "cat-more");
    }
  }
}

/**
 * Show whether more lies below what is seen of a block, and let who has only keys scroll it.
 * @param {HTMLElement} block
 */
function mark(block) {
  block.classList.remove("cat-more");
  const more = block.scrollHeight > block.clientHeight + 1;
  block.classList.toggle("cat-more", more);
  if (more) block.tabIndex = 0;
  else block.removeAttribute("tabindex");
}

/** @param {Span} span */
function placed([left, top, wide, tall]) {
  return `left: ${left + EDGE}px; top: ${top + EDGE}px; width: ${wide}px; height: ${tall}px`;
}
