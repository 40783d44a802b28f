// @ts-check
// The words and buttons around the parts of a board that fills a screen: how much room they need, and where they stand.
import { partOf } from "./model.js";

/** @import { Span, Words } from "./arrange.js" */
/** @typedef {{ wide: number, tall: number, text: number, held: boolean }} Screen in CSS pixels, without its edge;
 * `text`: the size of words, `held`: in a hand */

export const EDGE = 6;
export const LINE = 1.35; // of the text
const BLOCKS = ["top", "side", "hint", "said", "tools"];
const SCROLLING = ["top", "side", "said"];
const IN_HAND = 500; // the shorter side of a screen held in a hand
const TEXT = { least: 15, most: 27, room: 24, wide: 1900, tall: 1060 }; // pixels; `room`: on a screen of that size
const LINES = 3; // that a message has room for
const AROUND = 18; // a message's frame
const SIDE = 0.34; // of the height: the most that the panels take
const WITHOUT = 1.2; // what it costs to leave the panels out
const GRID = 16; // widths are measured in steps
const BELOW = 8; // the board on its page
const SCROLLED = 0.3; // of the screen: who stands lower has the whole screen once it is scrolled to

export class Surroundings {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.size = ""; // of the screen
    this.grown = 0; // the tallest that the buttons have been on it
    /** By block: the words it was measured with and how they were set, and how tall they are by width.
     * @type {Map<string, { of: string, known: Map<number, number> }>} */
    this.heights = new Map();
  }

  /** @returns {Screen} the room that is to be filled */
  get screen() {
    const { root } = this;
    const wide = root.clientWidth;
    let tall = root.clientHeight;
    if (!root.classList.contains("cat-fill")) {
      const screen = document.documentElement.clientHeight;
      const top = root.getBoundingClientRect().top + scrollY;
      tall = screen - BELOW - (top < screen * SCROLLED ? top : 0);
    }
    const held = Math.min(wide, tall) < IN_HAND;
    const text = Math.round(TEXT.room * Math.min(wide / TEXT.wide, tall / TEXT.tall));
    return {
      wide: wide - 2 * EDGE,
      tall: tall - 2 * EDGE,
      held,
      text: held ? TEXT.least : Math.min(TEXT.most, Math.max(TEXT.least, text)),
    };
  }

  /**
   * How tall the buttons are in the width they have; once they were tall they keep their room.
   * @param {Screen} screen
   */
  buttons({ wide, tall }) {
    const size = `${wide} ${tall}`;
    if (this.size === size) this.grown = Math.max(this.grown, this.block("tools").scrollHeight + this.above);
    else this.grown = 0; // they stand in another width yet
    this.size = size;
    return this.grown;
  }

  /** How much of the buttons stands above their place: they stand at its bottom. */
  get above() {
    const [first] = /** @type {HTMLCollectionOf<HTMLElement>} */ (this.block("tools").children);
    return Math.max(0, -(first?.offsetTop ?? 0));
  }

  /** Whether the buttons have room where they stand. */
  get fits() {
    const { clientHeight, scrollHeight } = this.block("tools");
    return !this.above && scrollHeight <= clientHeight + 1;
  }

  /**
   * What there is to say, and the room it takes: a message's does not depend on what it says.
   * @param {Screen} screen
   * @returns {Words[]} from the top
   */
  blocks({ tall, text }) {
    const most = tall * SIDE;
    const message = text * LINE * LINES + AROUND;
    const blocks = [
      { name: "top", low: false, loss: 0, tall: this.measured("top") },
      { name: "side", low: false, loss: WITHOUT, tall: this.measured("side", (one) => Math.min(one, most)) },
      { name: "said", low: true, loss: 0, tall: () => message },
      { name: "tools", low: true, loss: 0, tall: this.measured("tools", (one) => Math.max(one, this.grown)) },
    ];
    return blocks.filter(({ name }) => this.block(name).childNodes.length);
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
    const block = this.block(name);
    const shell = this.root.classList;
    const looks = ["cat-fill", "cat-held"].filter((name) => shell.contains(name)); // what sets words, with the size
    const of = `${looks.join(" ")} ${getComputedStyle(this.root).fontSize} ${block.innerHTML}`;
    const kept = this.heights.get(name);
    /** @type {Map<number, number>} */
    const known = kept?.of === of ? kept.known : new Map();
    this.heights.set(name, { of, known });
    return (wide) => {
      const step = Math.floor(wide / GRID) * GRID;
      const found = known.get(step) ?? between(known, step, limit);
      if (found !== undefined) return limit(found);
      const before = block.style.cssText;
      block.style.cssText = `width: ${step}px`;
      const tall = block.offsetHeight;
      block.style.cssText = before;
      known.set(step, tall);
      return limit(tall);
    };
  }

  /** @param {Object<string, Span>} spans where everything stands; what has no place comes after all */
  stand(spans) {
    for (const name of BLOCKS) {
      const block = this.block(name);
      const span = spans[name === "hint" ? "said" : name]; // while something is pointed at, it lies over what was said
      block.classList.toggle("cat-left-out", !span);
      if (!span) {
        block.style.cssText = "";
        continue;
      }
      const [left, top, wide, tall] = span;
      block.style.cssText = `left: ${left + EDGE}px; top: ${top + EDGE}px; width: ${wide}px; height: ${tall}px`;
    }
  }

  /** Say what is much in smaller letters, and let who has only keys scroll what does not fit even so. */
  reach() {
    const said = this.block("said");
    said.classList.remove("cat-much");
    said.classList.toggle("cat-much", said.scrollHeight > said.clientHeight + 1);
    for (const name of SCROLLING) {
      const block = this.block(name);
      if (block.scrollHeight > block.clientHeight + 1) block.tabIndex = 0;
      else block.removeAttribute("tabindex");
    }
  }

  /** Leave it to the page's styles. */
  release() {
    for (const name of BLOCKS) {
      this.block(name).removeAttribute("tabindex");
      this.block(name).style.cssText = "";
      this.block(name).classList.remove("cat-left-out");
    }
  }
}

/**
 * @param {Map<number, number>} known how tall words are by width
 * @param {number} step
 * @param {(tall: number) => number} limit
 * @returns {number | undefined} how tall they are between two widths in which they are as tall
 */
function between(known, step, limit) {
  const widths = [...known.keys()];
  const narrower = known.get(Math.max(...widths.filter((wide) => wide < step)));
  const wider = known.get(Math.min(...widths.filter((wide) => wide > step)));
  if (narrower === undefined || wider === undefined) return undefined;
  return limit(narrower) === limit(wider) ? wider : undefined;
}
