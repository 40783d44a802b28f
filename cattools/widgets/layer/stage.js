// @ts-check
// The parts of a board on its page. In a chapter the page's styles stand them; where a screen is to be filled,
// `arrange` does. One canvas lies below all of them, and one of its own in each part that scrolls in a window.
import { arrange } from "./arrange.js";
import { partOf } from "./model.js";
import { EDGE, Surroundings } from "./words.js";

/** @import { Board } from "./model.js" */
/** @import { Screen } from "./words.js" */
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
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".cat-part"))) {
      const wish = JSON.parse(box.dataset.room ?? "{}");
      const caption = /** @type {HTMLElement | null} */ (box.querySelector(".cat-caption"));
      this.parts.set(wish.name, { box, layer: partOf(box, ".cat-layer"), caption, canvas: null, wish });
    }
    /** @type {Seen} */
    this.seen = { wide: 0, tall: 0, shown: 0, places: {} };
    /** What was stood last, and for what: words that change move nothing. */
    this.standing = "";
    /** @type {{ screen: string, scale: number } | null} */
    this.floor = null; // how large the board was on its page, on which screen
    this.around = new Surroundings(root);
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
      const found = screen && this.find(screen);
      if (screen && found) this.stand(screen, found);
      else this.release();
      this.standing = around.fits ? key() : wanted; // where they do not, it is done once more
    }
    if (root.classList.contains("cat-fixed")) around.reach();
    return this.measure();
  }

  /** Forget how many buttons there have been: other hands are not to see it. */
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
    const floor = this.floor?.screen === windowSize() && !screen.list ? this.floor.scale : 0;
    return arrange(parts, this.around.blocks(screen), screen.wide, screen.tall, floor);
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
  stand({ wide, tall }, { places, words, window: strip }) {
    const { root } = this.board;
    root.style.setProperty("--cat-tall", `${tall + 2 * EDGE}px`);
    this.around.stand(words);
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
      const { x, y, wide, tall } = strip;
      row.style.cssText = `left: ${x + EDGE}px; top: ${y + EDGE}px; width: ${wide}px; height: ${tall}px`;
      this.stage.append(row);
    }
  }

  /** Leave it to the page's styles. */
  release() {
    this.around.dress(null);
    this.open(null);
    for (const { box } of this.parts.values()) {
      for (const name of ["left", "top", "width"]) box.style.removeProperty(name);
    }
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
    const [wide, tall, shown] = [origin.width, below, origin.height].map((side) => Math.round(side * ratio));
    const seen = { wide, tall, shown, places };
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
      copy(source, 0, 0, seen.wide, seen.shown, paint);
    } else {
      Object.assign(paint, { width: seen.wide, height: seen.shown });
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

/** @returns {string} the window's, however it is filled: the browser's own bars come and go */
function windowSize() {
  return `${innerWidth} ${screen.width} ${screen.height}`;
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
