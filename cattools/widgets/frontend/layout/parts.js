// @ts-check
// The parts of a board on its page. In a chapter the page's styles stand them; where a screen is to be filled,
// `arrange` does. One canvas lies below all of them, and one of its own in each part that scrolls in a window.

import { partOf } from "../model.js";
import { arrange } from "./arrange.js";
import { EDGE, turned } from "./screen_size.js";
import { Surroundings } from "./text_slots.js";

/** @import { Board } from "../model.js" */
/** @import { Screen } from "./screen_size.js" */
/** @import { Arrangement, Part } from "./arrange.js" */
/** @typedef {[number, number, number]} Stood left, top and scale in pixels of the bitmap */
/** @typedef {{ wide: number, tall: number, shown: number, places: Object<string, Stood> }} Seen the bitmap: its size,
 * how much of its height lies below all parts, the rest being of those in a window, and where in it the parts lie */

/**
 * @typedef {object} Piece a part's elements and wishes
 * @property {HTMLElement} box
 * @property {SVGSVGElement} layer
 * @property {HTMLElement | null} caption
 * @property {HTMLCanvasElement | null} canvas its own, while it stands in a window
 * @property {Omit<Part, "caption">} wish
 */

const MOST = 4096; // pixels of a bitmap, each way
const CAPTION = 1.3; // a line of words over a part, of the text
const APART = 2; // pixels over the picture of a part in a window: none shows at the edge of another
const FAR = 2; // times its best size: what the board may have on a room's screen

export class Stage {
  /** @param {Pick<Board, "root" | "home">} board */
  constructor(board) {
    const { root } = board;
    this.board = board;
    /** @type {HTMLElement} */
    this.stage = partOf(root, ".cat-stage");
    /** @type {HTMLCanvasElement} */
    this.paint = partOf(root, ".cat-paint");
    /** @type {Map<string, Piece>} */
    this.parts = new Map();
    this.gather();
    /** @type {Seen} */
    this.seen = { wide: 0, tall: 0, shown: 0, places: {} };
    /** What was stood last, and for what: words that change move nothing. */
    this.standing = "";
    /** @type {{ screen: string, scale: number } | null} */
    this.floor = null; // how large the board was on its page, on which screen
    this.around = new Surroundings(root);
    this.away = false; // its page
  }

  /** Find the parts that are there. */
  gather() {
    this.parts.clear();
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (this.stage.querySelectorAll(".cat-part"))) {
      const wish = JSON.parse(box.dataset.room ?? "{}");
      const caption = /** @type {HTMLElement | null} */ (box.querySelector(".cat-caption"));
      this.parts.set(wish.name, { box, layer: partOf(box, ".cat-layer"), caption, canvas: null, wish });
    }
  }

  /**
   * Let other parts take the place of those that are there.
   * @param {string} markup the new stage
   */
  exchange(markup) {
    const made = document.createElement("template");
    made.innerHTML = markup;
    this.open(null);
    for (const { box } of this.parts.values()) box.remove();
    this.stage.style.cssText = made.content.firstElementChild?.getAttribute("style") ?? "";
    this.stage.append(...made.content.querySelectorAll(".cat-part"));
    this.paint.width = 0; // what was painted is of the others
    this.gather();
    this.standing = "";
    this.floor = null;
    this.clear();
  }

  /** Whether the board is to fill a screen: by itself, or as the page's own board. */
  get fixed() {
    const { root, home } = this.board;
    return root.classList.contains("cat-fill") || (home !== null && root.dataset.fills !== undefined);
  }

  /**
   * Stand all parts for the room there is.
   * @returns {boolean} whether anything moved
   */
  layOut() {
    const { root } = this.board;
    const { around } = this;
    if (!root.clientWidth) return false; // the page does not show itself yet
    const screen = this.fixed && !matchMedia("print").matches ? around.screen : null;
    const key = () => (screen ? `${screen.wide} ${screen.tall} ${screen.text} ${around.needs(screen)}` : "flow");
    const wanted = key();
    if (wanted !== this.standing) {
      around.dress(screen);
      let found = screen && this.find(screen);
      if (screen && !found) {
        this.clear(); // the room that words and buttons once took leaves too little
        around.needs(screen);
        found = this.find(screen);
      }
      if (screen && found) this.stand(screen, found);
      else this.release();
      this.standing = !screen || around.fits ? key() : wanted; // where they do not, it is done once more
    }
    around.settle();
    return this.measure();
  }

  /** Forget how tall words and buttons have been: other hands are not to see it, and another slide has others. */
  clear() {
    this.around.size = "";
  }

  /**
   * @param {Screen} screen
   * @returns {Arrangement | null}
   */
  find(screen) {
    const caption = screen.text * CAPTION;
    const parts = [...this.parts.values()].map((part) => ({ ...part.wish, caption: part.caption ? caption : 0 }));
    if (this.around.presents) parts[0].best *= FAR;
    const floor = this.floor?.screen === windowSize() && !screen.list ? this.floor.scale : 0;
    return arrange(parts, this.around.blocks(screen), screen.wide, screen.tall, floor);
  }

  /** Find what a turn of the hand will ask for, before it does: the words' heights in other widths are most of it. */
  rehearse() {
    if (this.fixed && this.around.screen.held) this.around.unseen(() => this.find(turned(this.around.screen)));
  }

  /** Remember how large the board is: where it fills the screen it is not to be smaller. */
  remember() {
    const [first] = this.parts.values();
    this.floor = { screen: windowSize(), scale: first.layer.getBoundingClientRect().width / first.wish.w };
  }

  /**
   * @param {Screen} screen
   * @param {Arrangement} found
   */
  stand({ wide, tall }, { places, words, window: strip, over }) {
    const { root } = this.board;
    root.style.setProperty("--cat-tall", `${tall + 2 * EDGE}px`);
    this.around.stand(words, over);
    this.open(strip);
    const parts = [...this.parts.values()];
    const captions = parts.map(({ caption }) => caption?.offsetHeight ?? 0); // all at once: each place is a new layout
    for (const [n, { box, wish }] of parts.entries()) {
      const found = places[wish.name];
      if (!found) continue; // in the window
      const [x, y, scale] = found;
      place(box, { left: x + EDGE, top: y + EDGE - captions[n], width: wish.w * scale });
    }
    this.paint.style.cssText = `width: ${wide + 2 * EDGE}px; height: ${tall + 2 * EDGE}px`;
  }

  /**
   * Put some parts into a row that scrolls, each with a canvas of its own; without one, back to the others.
   * @param {Arrangement["window"]} strip
   */
  open(strip) {
    const names = strip?.names ?? [];
    /** @type {HTMLElement | null} */
    let row = this.stage.querySelector(":scope > .cat-window");
    if (!strip && !row) return; // the others stand where they did: moved, they would be styled and laid out anew
    if (strip && !row) row = Object.assign(document.createElement("div"), { className: "cat-window" });
    for (const [name, piece] of this.parts) {
      const inside = names.includes(name);
      if (!inside) {
        piece.canvas?.remove();
        piece.canvas = null;
        this.stage.append(piece.box); // in the game's order
      } else if (row && strip) {
        piece.canvas ??= document.createElement("canvas");
        piece.canvas.setAttribute("aria-hidden", "true");
        piece.layer.before(piece.canvas);
        place(piece.box, {}); // as wide as its picture, or as its caption where that is wider
        piece.box.style.setProperty("--cat-wide", `${piece.wish.w * piece.wish.least * strip.scale}px`);
        row.append(piece.box);
      }
    }
    if (!strip) row?.remove();
    else if (row) {
      const { x, y, wide, tall } = strip;
      row.style.cssText = `left: ${x + EDGE}px; top: ${y + EDGE}px; width: ${wide}px; height: ${tall}px`;
      this.stage.append(row);
    }
  }

  /** Leave it to the page's styles. */
  release() {
    this.around.dress(null);
    this.open(null);
    for (const { box } of this.parts.values()) place(box, {});
    this.paint.style.cssText = "";
    this.around.release();
  }

  /**
   * Find out where everything stands, and show what was painted there at once.
   * @returns {boolean} whether anything moved
   */
  measure() {
    const origin = this.paint.getBoundingClientRect();
    if (!origin.width || !origin.height) return false;
    let below = origin.height + APART;
    /** @type {Object<string, Stood>} */
    const places = {};
    for (const [name, { layer, canvas, wish }] of this.parts) {
      const { left, top, width } = layer.getBoundingClientRect();
      const scale = width / wish.w || wish.least; // on paper a part may be left out
      const apart = canvas || !width;
      places[name] = apart ? [0, below, scale] : [left - origin.left, top - origin.top, scale];
      if (apart) below += wish.h * scale + APART; // out of sight of the others
    }
    const ratio = Math.min(devicePixelRatio, MOST / origin.width, MOST / below);
    for (const place of Object.values(places)) for (const n of [0, 1, 2]) place[n] = round(place[n] * ratio);
    const [wide, tall, shown] = [origin.width, below, origin.height].map((side) => Math.round(side * ratio));
    const seen = { wide, tall, shown, places };
    if (JSON.stringify(this.seen) === JSON.stringify(seen)) return false;
    this.seen = seen;
    return true;
  }
}

/**
 * Place a part, in pixels, and leave alone what the page's styles want of it: they stand it in print and in a chapter.
 * @param {HTMLElement} box
 * @param {{ left?: number, top?: number, width?: number }} where
 */
function place(box, where) {
  for (const side of /** @type {const} */ (["left", "top", "width"])) {
    const at = where[side];
    box.style[side] = at === undefined ? "" : `${at}px`;
  }
}

/** @returns {string} the window's, however it is filled: the browser's own bars come and go */
function windowSize() {
  return `${innerWidth} ${screen.width} ${screen.height}`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}
