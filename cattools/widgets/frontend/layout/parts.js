// @ts-check
// The parts of a board on its page. In a chapter the page's CSS positions them; on a board that fills a screen,
// `arrange` does. All parts share one canvas behind them, but each part in the scrolling row has its own canvas.

import { partOf } from "../model.js";
import { arrange, arrangeCompact } from "./arrange.js";
import { fitCaptions } from "./captions.js";
import { EDGE, turned } from "./screen_size.js";
import { COMPACT, Surroundings } from "./text_slots.js";

/** @import { Board } from "../model.js" */
/** @import { Screen } from "./screen_size.js" */
/** @import { Arrangement, Part } from "./arrange.js" */
/** @typedef {[number, number, number]} Stood left, top and scale in bitmap pixels */
/** @typedef {{ wide: number, tall: number, shown: number, places: Object<string, Stood> }} Seen the bitmap: its size,
 * the height of the shared canvas in it (the rest is for parts in the scrolling row), and the parts' positions */

/**
 * @typedef {object} Piece a part's elements and layout constraints
 * @property {HTMLElement} box
 * @property {SVGSVGElement} layer
 * @property {HTMLElement | null} caption
 * @property {HTMLCanvasElement | null} canvas the part's own canvas, while it is in the scrolling row
 * @property {Omit<Part, "caption">} wish
 */

const MOST = 4096; // maximum width and height of the bitmap in pixels
const CAPTION = 1.3; // height of a part's caption, relative to the font size
const ALIKE = 0.99; // of a scale with the usual text size: a difference that nobody sees
const ONCE_OVER = 0.6; // on a handheld screen, factor for the minimum scales once a game is over
const APART = 2; // pixels above each part outside the shared canvas, so that no part bleeds into another
const TALLER = [1, 1.5, 2, 3, 4]; // with large text, factors for the height to try: the page scrolls
const FAR = 2; // a presented board can grow to this multiple of its best scale

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
    /** Key of the last layout: changed text with the same key moves nothing. */
    this.standing = "";
    this.captioned = ""; // key of the layout and the captions that were fitted last
    /** @type {{ screen: string, scale: number } | null} */
    this.floor = null; // the board's scale on its page, and the window size at that time
    this.around = new Surroundings(root);
    this.led = false; // whether the row has been scrolled to a part with areas that can be pressed
    this.away = false; // whether the board's page has been replaced by another
  }

  /** Collect the parts from the markup. */
  gather() {
    this.parts.clear();
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (this.stage.querySelectorAll(".cat-part"))) {
      const wish = JSON.parse(box.dataset.room ?? "{}");
      const caption = /** @type {HTMLElement | null} */ (box.querySelector(".cat-caption"));
      this.parts.set(wish.name, { box, layer: partOf(box, ".cat-layer"), caption, canvas: null, wish });
    }
  }

  /**
   * Replace all parts.
   * @param {string} markup the new stage
   */
  exchange(markup) {
    const made = document.createElement("template");
    made.innerHTML = markup;
    this.open(null);
    for (const { box } of this.parts.values()) box.remove();
    this.stage.style.cssText = made.content.firstElementChild?.getAttribute("style") ?? "";
    this.stage.append(...made.content.querySelectorAll(".cat-part"));
    this.paint.width = 0; // clears the picture of the old parts
    this.gather();
    this.standing = "";
    this.captioned = "";
    this.floor = null;
    this.clear();
  }

  /** Whether the board fills a screen: in full screen, or because its page is made for that. */
  get fixed() {
    const { root, home } = this.board;
    return root.classList.contains("cat-fill") || (home !== null && root.dataset.fills !== undefined);
  }

  /**
   * Lay out all parts in the available space.
   * @returns {boolean} whether anything moved
   */
  layOut() {
    const { root } = this.board;
    const { around } = this;
    if (!root.clientWidth) return false; // the page is not rendered yet
    const screen = this.fixed && !matchMedia("print").matches ? around.screen : null;
    const key = () => (screen ? `${screen.wide} ${screen.tall} ${screen.text} ${around.needs(screen)}` : "flow");
    const wanted = key();
    if (wanted !== this.standing) {
      around.dress(screen);
      const fits = screen && this.fitting(screen);
      if (fits) {
        this.apply(...fits);
        this.showLegal();
      } else this.release();
      this.standing = !screen || (around.fits && !around.cut) ? key() : wanted; // if text does not fit, lay out again
    }
    around.settle();
    this.fitCaptions();
    return this.measure();
  }

  /** Show every caption whole; in the scrolling row, a part is at least as wide as its caption. */
  fitCaptions() {
    const { clientWidth } = this.board.root;
    const pieces = [...this.parts.values()].filter(({ caption, canvas }) => caption && !canvas);
    const captions = /** @type {HTMLElement[]} */ (pieces.map(({ caption }) => caption));
    const words = captions.map(({ textContent }) => textContent).join("\n");
    const captioned = `${this.standing} ${clientWidth} ${words}`;
    if (captioned === this.captioned) return;
    this.captioned = captioned;
    fitCaptions(this.board.root, captions);
  }

  /** Forget the heights of text and buttons: they differ between slides, and could reveal the last player's text. */
  clear() {
    this.around.size = "";
  }

  /**
   * Return the best arrangement for a screen, and the space that it takes: if necessary, also that of the page's title.
   * If that is not enough, the table of players on a handheld screen can be compact.
   * @param {Screen} screen
   * @returns {[Screen, Arrangement] | null}
   */
  fitting(screen) {
    if (screen.larger > 1) return this.scrolling(screen);
    let found = this.find(screen);
    if (!found?.whole) {
      this.clear(); // the height reserved for text and buttons leaves too little space
      this.around.needs(screen);
      found = this.find(screen);
    }
    if (found?.whole) return [screen, found];
    const whole = { ...screen, tall: screen.tall + screen.more };
    if (screen.more) found = this.find(whole);
    return this.denser(whole, found) ?? (found && [whole, found]);
  }

  /**
   * Return an arrangement in which everything is in view, if necessary with a compact table of players and, except on a
   * phone held sideways, a shorter message; null if there is none.
   * @param {Screen} screen
   * @param {Arrangement | null} found the usual arrangement
   * @returns {[Screen, Arrangement] | null}
   */
  denser(screen, found) {
    if (found?.whole) return [screen, found];
    const brief = { ...screen, brief: true };
    /** @type {[Screen, typeof arrange][]} */
    const ways = [[screen, arrangeCompact]];
    if (!screen.held || screen.tall > screen.wide) ways.push([brief, arrange], [brief, arrangeCompact]);
    for (const [one, how] of ways) {
      const denser = this.find(one, 0, how);
      if (denser?.whole) return [one, denser];
    }
    return null;
  }

  /**
   * Return an arrangement for large text in which the board, and if possible every part, is not smaller than with the
   * usual text: the page scrolls.
   * @param {Screen} screen
   * @returns {[Screen, Arrangement] | null}
   */
  scrolling(screen) {
    const [[board]] = this.parts;
    const usual = this.usualPlaces(screen);
    const least = (usual[board]?.[2] ?? 0) * ALIKE;
    /** @type {[Screen, Arrangement] | null} */
    let first = null;
    for (const times of TALLER) {
      const taller = { ...screen, tall: (screen.tall + screen.more) * screen.larger * times };
      const found = this.find(taller, least);
      if (!found || !(found.whole || found.places[board][2] >= least)) continue;
      const smaller = Object.entries(found.places).some(([name, place]) => place[2] < ALIKE * (usual[name]?.[2] ?? 0));
      if (!smaller) return [taller, found];
      first ??= [taller, found];
    }
    return first;
  }

  /**
   * Return the parts' places on a screen with the usual text size.
   * @param {Screen} screen
   * @returns {Arrangement["places"]}
   */
  usualPlaces(screen) {
    const { around } = this;
    const { grown, headed, spread } = around;
    Object.assign(around, { grown: 0, headed: 0, spread: 0 });
    const usual = { ...screen, text: screen.text / screen.larger, tall: screen.usual + screen.more };
    around.dress(usual);
    const found = this.find(usual);
    const [, { places }] = this.denser(usual, found) ?? [usual, found ?? { places: {} }];
    Object.assign(around, { grown, headed, spread });
    around.dress(screen);
    return places;
  }

  /**
   * Return the best arrangement for a screen, or null.
   * @param {Screen} screen
   * @param {number} [least] minimum scale of the board
   * @param {typeof arrange} [how]
   * @returns {Arrangement | null}
   */
  find(screen, least = 0, how = arrange) {
    const caption = screen.text * CAPTION;
    const parts = [...this.parts.values()].map(({ wish, caption: own }) => ({
      ...wish,
      ...(screen.held && this.around.result && { least: wish.least * ONCE_OVER, touch: 0 }),
      caption: own ? caption : 0,
    }));
    if (this.around.presents) parts[0].best *= FAR;
    const before = this.floor?.screen === windowSize() && !screen.list ? this.floor.scale : 0;
    return how(parts, this.around.blocks(screen), screen.wide, screen.tall, Math.max(before, least));
  }

  /** Compute the layout of the rotated screen in advance: this caches the text heights, which take most of the time. */
  rehearse() {
    if (this.fixed && this.around.screen.held) this.around.unseen(() => this.find(turned(this.around.screen)));
  }

  /** Remember the board's scale: in full screen it should not be smaller. */
  remember() {
    const [first] = this.parts.values();
    this.floor = { screen: windowSize(), scale: first.layer.getBoundingClientRect().width / first.wish.w };
  }

  /**
   * Move the parts and the text blocks to their places in an arrangement.
   * @param {Screen} screen
   * @param {Arrangement} found
   */
  apply({ wide, tall }, { places, words, window: strip, over, under, compact }) {
    const { root } = this.board;
    root.classList.toggle(COMPACT, compact);
    const bottom = this.around.listBelow(Math.max(tall, strip ? strip.y + strip.tall : 0));
    root.style.setProperty("--cat-tall", `${bottom + 2 * EDGE}px`);
    this.around.apply(words, over, under);
    const row = this.stage.querySelector(":scope > .cat-window");
    const at = row?.scrollLeft ?? 0;
    this.open(strip);
    if (row) row.scrollLeft = at; // appending its parts again has scrolled it back
    const parts = [...this.parts.values()];
    const captions = parts.map(({ caption }) => caption?.offsetHeight ?? 0); // read before the writes: one layout only
    for (const [n, { box, wish }] of parts.entries()) {
      const found = places[wish.name];
      if (!found) continue; // in the scrolling row
      const [x, y, scale] = found;
      place(box, { left: x + EDGE, top: y + EDGE - captions[n], width: wish.w * scale });
    }
    this.paint.style.cssText = `width: ${wide + 2 * EDGE}px; height: ${tall + 2 * EDGE}px`;
  }

  /**
   * Move parts into the scrolling row, each with its own canvas; move all other parts back to the stage.
   * @param {Arrangement["window"]} strip
   */
  open(strip) {
    const names = strip?.names ?? [];
    /** @type {HTMLElement | null} */
    let row = this.stage.querySelector(":scope > .cat-window");
    if (!strip && !row) return; // appending the parts again would restyle and lay them out again
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
        place(piece.box, {}); // as wide as its picture or its caption, whichever is wider
        piece.box.style.setProperty("--cat-wide", `${piece.wish.w * piece.wish.least * strip.scale}px`);
      }
    }
    for (const name of names) row?.append(this.parts.get(name)?.box ?? "");
    if (!strip) row?.remove();
    else if (row) {
      const { x, y, wide, tall } = strip;
      row.style.cssText = `left: ${x + EDGE}px; top: ${y + EDGE}px; width: ${wide}px; height: ${tall}px`;
      this.stage.append(row);
    }
  }

  /** Scroll the row to a part with areas that can be pressed, and back to its beginning once there is none. */
  showLegal() {
    const row = this.stage.querySelector(":scope > .cat-window");
    if (!row) return;
    const { left, right } = row.getBoundingClientRect();
    const boxes = [...row.querySelectorAll(".cat-part:has(.cat-area.legal)")].map((box) => box.getBoundingClientRect());
    const inView = boxes.some((box) => box.left >= left - 1 && box.right <= right + 1);
    if (boxes.length && !inView) row.scrollLeft += boxes[0].left - left;
    else if (!boxes.length && this.led) row.scrollLeft = 0;
    this.led = boxes.length > 0;
  }

  /** Return the layout to the page's CSS. */
  release() {
    this.around.dress(null);
    this.open(null);
    for (const { box } of this.parts.values()) place(box, {});
    this.paint.style.cssText = "";
    this.around.release();
  }

  /**
   * Measure the parts' positions on the page and update `seen`.
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
      const scale = width / wish.w || wish.least; // in print a part can be hidden
      const apart = canvas || !width;
      places[name] = apart ? [0, below, scale] : [left - origin.left, top - origin.top, scale];
      if (apart) below += wish.h * scale + APART; // below the shared canvas
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
 * Position a part, in pixels; without a value, the page's CSS positions it, as in print and in a chapter.
 * @param {HTMLElement} box
 * @param {{ left?: number, top?: number, width?: number }} where
 */
function place(box, where) {
  for (const side of /** @type {const} */ (["left", "top", "width"])) {
    const at = where[side];
    box.style[side] = at === undefined ? "" : `${at}px`;
  }
}

/** @returns {string} a key for the window's size that ignores its height, because the browser's toolbars change that */
function windowSize() {
  return `${innerWidth} ${screen.width} ${screen.height}`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}
