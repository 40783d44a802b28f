// @ts-check
// The parts of a board on its page. In a chapter the page's styles stand them; where a screen is to be filled,
// `arrange` does. One canvas lies below all of them, and one of its own in each part that scrolls in a window.
import { arrange } from "./arrange.js";
import { partOf } from "./model.js";

/** @import { Board } from "./model.js" */
/** @import { Arrangement, Part, Words } from "./arrange.js" */
/** @typedef {[number, number, number]} Stood left, top and scale in pixels of the bitmap */
/** @typedef {{ wide: number, tall: number, ratio: number, places: Object<string, Stood> }} Seen the bitmap: its size, its
 * pixels a CSS pixel, and where in it the parts lie */

/** @typedef {{ wide: number, tall: number, text: number, held: boolean }} Screen in CSS pixels; `text`: the size of words */

/**
 * @typedef {object} Piece a part's elements and wishes
 * @property {HTMLElement} box
 * @property {SVGSVGElement} layer
 * @property {HTMLElement | null} caption
 * @property {HTMLCanvasElement | null} canvas its own, while it stands in a window
 * @property {Omit<Part, "caption">} wish
 */

const MOST = 4096; // pixels of a bitmap, each way
const EDGE = 6;
const WORDS = ["top", "side", "hint", "said", "tools"];
const IN_HAND = 500; // the shorter side of a screen held in a hand
const TEXT = { least: 15, most: 27, room: 24, wide: 1900, tall: 1060 }; // pixels; `room`: on a screen of that size
const LINES = 3; // that a message has room for
const SIDE = 0.34; // of the height: the most that the panels take
const LOSS = 1.2; // what it costs to leave the panels out
const HELD = 8; // below the board on its page

export class Stage {
  /** @param {Board} board */
  constructor(board) {
    const { root } = board;
    this.board = board;
    /** @type {HTMLElement} */
    this.section = partOf(root, ".cat-board");
    /** @type {HTMLElement} */
    this.stage = partOf(root, ".cat-stage");
    /** @type {HTMLCanvasElement} */
    this.paint = partOf(root, ".cat-paint");
    /** @type {Map<string, Piece>} */
    this.parts = new Map();
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".cat-part"))) {
      const wish = JSON.parse(box.dataset.room ?? "{}");
      const caption = /** @type {HTMLElement | null} */ (box.querySelector(".cat-caption"));
      this.parts.set(wish.name, { box, layer: partOf(box, ".cat-layer"), caption, canvas: null, wish });
    }
    /** @type {Seen} */
    this.seen = { wide: 0, tall: 0, ratio: 1, places: {} };
    /** What was stood last, and for what: words that change move nothing. */
    this.standing = "";
    this.floor = 0; // the board's scale on its page, while it fills a screen
    this.size = ""; // of the screen
    this.grown = 0; // the tallest that the buttons have been on it
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
    const room = this.fixed && !matchMedia("print").matches ? this.room() : null;
    const key = room ? `${room.wide} ${room.tall} ${room.text} ${this.buttons(room)}` : "flow";
    if (key !== this.standing) {
      this.standing = key;
      root.classList.toggle("cat-fixed", room !== null);
      root.classList.toggle("cat-held", room?.held ?? false);
      if (room) root.style.setProperty("--cat-text", `${room.text}px`);
      const found = room && this.find(room);
      if (room && found) this.stand(room, found);
      else this.release();
    }
    return this.measure();
  }

  /** @returns {Screen} the room that is to be filled */
  room() {
    const { root } = this.board;
    const fill = root.classList.contains("cat-fill");
    const screen = document.documentElement.clientHeight;
    let tall = fill ? root.clientHeight : screen - HELD;
    if (!fill) {
      const top = root.getBoundingClientRect().top + scrollY;
      if (top < screen * 0.3) tall -= top;
    }
    const wide = root.clientWidth;
    const { least, most, room } = TEXT;
    const text = Math.min(most, room * Math.min(wide / TEXT.wide, tall / TEXT.tall));
    const held = Math.min(wide, tall) < IN_HAND;
    return {
      wide: wide - 2 * EDGE,
      tall: tall - 2 * EDGE,
      held,
      text: held ? least : Math.max(least, Math.round(text)),
    };
  }

  /**
   * How tall the buttons are in the width they have; once they were tall they keep their room.
   * @param {Screen} room
   */
  buttons({ wide, tall }) {
    const size = `${wide} ${tall}`;
    if (this.size === size) this.grown = Math.max(this.grown, this.box("tools").scrollHeight);
    else this.grown = 0; // they stand in another width yet
    this.size = size;
    return this.grown;
  }

  /**
   * @param {Screen} room
   * @returns {Arrangement | null}
   */
  find({ wide, tall, text }) {
    const parts = [...this.parts.values()].map(({ wish, caption }) => ({ ...wish, caption: caption ? text * 1.3 : 0 }));
    /** @type {Map<string, number>} */
    const known = new Map();
    /** @type {(name: string, low: boolean, loss?: number, limit?: (tall: number) => number) => Words} */
    const words = (name, low, loss = 0, limit = (one) => one) => ({
      name,
      low,
      loss,
      tall: (room) => {
        const key = `${name} ${Math.round(room / 16)}`;
        const found = known.get(key) ?? limit(this.tallness(name, Math.floor(room / 16) * 16));
        known.set(key, found);
        return found;
      },
    });
    const spoken = [
      words("top", false),
      words("side", false, LOSS, (one) => Math.min(one, tall * SIDE)),
      words("said", true, 0, () => text * 1.35 * LINES + 18),
      words("tools", true, 0, (one) => Math.max(one, this.grown)),
    ];
    const there = spoken.filter(
      ({ name }) => this.box(name).childNodes.length && getComputedStyle(this.box(name)).display !== "none",
    );
    return arrange(parts, there, wide, tall, this.floor);
  }

  /** The board's scale, in CSS pixels a unit. */
  get scale() {
    const [first] = this.parts.values();
    return first.layer.getBoundingClientRect().width / first.wish.w;
  }

  /** @param {string} name */
  box(name) {
    return /** @type {HTMLElement} */ (partOf(this.board.root, `.cat-${name}`));
  }

  /**
   * @param {string} name of words
   * @param {number} wide
   * @returns {number} how tall they are in that width
   */
  tallness(name, wide) {
    const { style } = this.box(name);
    const before = style.cssText;
    style.cssText = `width: ${wide}px`;
    const tall = this.box(name).offsetHeight;
    style.cssText = before;
    return tall;
  }

  /**
   * @param {{ wide: number, tall: number }} room
   * @param {Arrangement} found
   */
  stand({ wide, tall }, { places, words, window: strip }) {
    const { root } = this.board;
    root.style.setProperty("--cat-tall", `${tall + 2 * EDGE}px`);
    for (const name of WORDS) {
      const box = this.box(name);
      const at = words[name === "hint" ? "said" : name]; // while something is pointed at, it lies over what was said
      box.classList.toggle("cat-left-out", !at);
      box.style.cssText = at
        ? `left: ${at[0] + EDGE}px; top: ${at[1] + EDGE}px; width: ${at[2]}px; height: ${at[3]}px`
        : "";
    }
    this.open(strip);
    for (const [name, { box, caption, wish }] of this.parts) {
      const place = places[name];
      if (!place) continue; // in the window
      const [x, y, scale] = place;
      const over = caption ? caption.offsetHeight : 0;
      box.style.cssText = `left: ${x + EDGE}px; top: ${y + EDGE - over}px; width: ${wish.w * scale}px`;
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
    if (strip && !row) {
      row = document.createElement("div");
      row.className = "cat-window";
    }
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
        piece.box.style.cssText = `width: ${piece.wish.w * piece.wish.least * strip.scale}px`;
        row.append(piece.box);
      }
    }
    if (!strip) row?.remove();
    else if (row) {
      row.style.cssText = `left: ${strip.x + EDGE}px; top: ${strip.y + EDGE}px; width: ${strip.wide}px; height: ${strip.tall}px`;
      this.stage.append(row);
    }
  }

  /** Leave it to the page's styles. */
  release() {
    const { root } = this.board;
    root.classList.remove("cat-fixed");
    this.open(null);
    for (const { box } of this.parts.values()) box.style.removeProperty("left");
    for (const { box } of this.parts.values()) for (const name of ["top", "width"]) box.style.removeProperty(name);
    this.paint.style.cssText = "";
    for (const name of WORDS) {
      this.box(name).style.cssText = "";
      this.box(name).classList.remove("cat-left-out");
    }
  }

  /**
   * Find out where everything stands, and show what was painted there at once.
   * @returns {boolean} whether anything moved
   */
  measure() {
    const origin = this.paint.getBoundingClientRect();
    if (!origin.width || !origin.height) return false;
    let below = origin.height;
    /** @type {Object<string, Stood>} */
    const places = {};
    for (const [name, { layer, canvas, wish }] of this.parts) {
      const { left, top, width, height } = layer.getBoundingClientRect();
      const scale = width / wish.w;
      places[name] = canvas ? [0, below, scale] : [left - origin.left, top - origin.top, scale];
      if (canvas) below += height; // out of sight of the others
    }
    const ratio = Math.min(devicePixelRatio, MOST / origin.width, MOST / below);
    for (const place of Object.values(places)) for (const n of [0, 1, 2]) place[n] = round(place[n] * ratio);
    const seen = { wide: Math.round(origin.width * ratio), tall: Math.round(below * ratio), ratio, places };
    if (JSON.stringify(this.seen) === JSON.stringify(seen)) return false;
    this.seen = seen;
    return true;
  }

  /**
   * Copy what is painted to where the parts stand.
   * @param {HTMLCanvasElement} source
   * @param {Seen} painted how the source lies
   */
  show(source, painted) {
    const { seen, paint } = this;
    if (painted === seen) {
      copy(source, 0, 0, seen.wide, Math.round(paint.getBoundingClientRect().height * seen.ratio), paint);
    } else {
      Object.assign(paint, { width: seen.wide, height: Math.round(paint.getBoundingClientRect().height * seen.ratio) });
      const context = /** @type {CanvasRenderingContext2D} */ (paint.getContext("2d"));
      for (const [name, { wish, canvas }] of this.parts) {
        const [from, to] = [painted.places[name], seen.places[name]];
        if (!from || !to || canvas) continue;
        const [x, y, scale] = from;
        const [left, top, now] = to;
        const { w, h } = wish;
        context.drawImage(source, x, y, w * scale, h * scale, left, top, w * now, h * now);
      }
    }
    for (const [name, { canvas, wish }] of this.parts) {
      const place = canvas && painted.places[name];
      if (canvas && place)
        copy(source, place[0], place[1], Math.round(wish.w * place[2]), Math.round(wish.h * place[2]), canvas);
    }
  }
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}

/**
 * @param {HTMLCanvasElement} source
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @param {number} tall
 * @param {HTMLCanvasElement} target
 */
function copy(source, x, y, wide, tall, target) {
  const context = /** @type {CanvasRenderingContext2D} */ (target.getContext("2d"));
  if (target.width === wide && target.height === tall) context.clearRect(0, 0, wide, tall);
  else Object.assign(target, { width: wide, height: tall });
  context.drawImage(source, x, y, wide, tall, 0, 0, wide, tall);
}
