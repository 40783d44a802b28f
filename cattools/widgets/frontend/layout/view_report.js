// @ts-check
// How a board is seen: where its parts stand, the theme, whether the reader's system asks for less motion. Python is
// told at once; while it paints, what was painted before stands at the new places.

import { partOf } from "../model.js";
import { empty, showFrame } from "../view/canvas.js";
import { showCurrent } from "../view/slots.js";

/** @import { Board, Canvas } from "../model.js" */
/** @import { Seen, Stage } from "./parts.js" */

const ANSWER_MS = 1000; // a view that brings no picture by then does not keep the next one back
const THEME_ATTRIBUTES = ["data-theme", "data-jp-theme-light", "class"];

export class Viewport {
  /**
   * @param {Board} board
   * @param {Stage} stage
   * @param {() => void} moved called when the parts stand elsewhere
   */
  constructor(board, stage, moved) {
    this.board = board;
    this.stage = stage;
    this.moved = moved;
    /** @type {Canvas | null} */
    this.source = null;
    /** How the parts lie in the picture that is shown, and in the one that was asked for last.
     * @type {Seen | null} */
    this.painted = null;
    /** @type {Seen | null} */
    this.asked = null;
    this.told = "";
    this.waits = false; // for the answer to what was asked
    this.again = false;
    this.rehearsed = false;
    // in the next frame: what moves may be observed itself
    this.sizes = new ResizeObserver(() => requestAnimationFrame(() => this.look()));
    this.lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Stand the parts, now and whenever the board is seen otherwise. */
  watch() {
    const { root, signal } = this.board;
    const look = () => this.look();
    this.observe();
    const themes = new MutationObserver(look);
    for (const element of [document.documentElement, document.body]) {
      themes.observe(element, { attributes: true, attributeFilter: THEME_ATTRIBUTES });
    }
    for (const media of [this.lessMotion, matchMedia("(prefers-color-scheme: dark)"), matchMedia("print")]) {
      media.addEventListener("change", look, { signal });
    }
    addEventListener("resize", look, { signal }); // zoom, and a move to another screen
    document.addEventListener("cat-page", () => this.comeOrGo(), { signal });
    const unfolded = () => {
      look(); // they take room
      showCurrent(partOf(root, ".cat-moves"));
    };
    root.addEventListener("toggle", unfolded, { capture: true, signal });
    signal.addEventListener("abort", () => {
      clearTimeout(this.timer);
      this.sizes.disconnect();
      themes.disconnect();
    });
    this.look();
  }

  /**
   * Python paints from now on, and is told how the board is seen.
   * @param {Canvas} source
   */
  show(source) {
    this.source = source;
    this.look();
    // A host puts a view on its page when it is made. Not awaiting a frame: the browser may show none for long.
    if (!this.told) this.timer = setTimeout(() => this.look());
  }

  /** Another page is shown: a board that is away holds no copy of its picture, one that is back shows it at once. */
  comeOrGo() {
    const { board, stage, source, painted } = this;
    const away = !board.root.isConnected;
    if (away === stage.away) return;
    stage.away = away;
    if (away) empty(stage);
    else if (source && painted) showFrame(stage, source.canvas, painted); // else the next frame is the first
  }

  observe() {
    const { root } = this.board;
    for (const element of [root, ...root.querySelectorAll(".cat-part")]) this.sizes.observe(element);
  }

  /** Other parts have taken the place of those that Python was told of. */
  exchange() {
    if (!this.source) return; // it has been told of none yet
    this.sizes.disconnect();
    this.observe();
    clearTimeout(this.timer);
    this.painted = null;
    this.told = "";
    this.waits = false;
    this.look(true);
  }

  /** A frame has come: the one that was asked for, or one more of the same view. */
  arrived() {
    const { source, asked } = this;
    if (source && asked && source.canvas.width === asked.wide && source.canvas.height === asked.tall) {
      this.painted = asked;
      this.waits = false;
      clearTimeout(this.timer);
      if (this.again) queueMicrotask(() => this.look());
      else if (!this.rehearsed) this.rehearse();
    }
    return this.painted;
  }

  /** The first picture is there: a first turn of the hand is to be as quick as the next ones. */
  rehearse() {
    this.rehearsed = true;
    const idle = window.requestIdleCallback ?? setTimeout;
    idle(() => this.board.root.isConnected && this.stage.rehearse());
  }

  /**
   * Stand the parts, show them there, and tell Python.
   * @param {boolean} others whether they are others than before
   */
  look(others = false) {
    const { stage, board, source } = this;
    if (!board.root.isConnected) return;
    const moved = stage.layOut() || others;
    const { seen } = stage;
    if (!seen.wide) return;
    if (moved && this.painted && source) showFrame(stage, source.canvas, this.painted);
    if (source) this.tell(seen);
    if (moved) this.moved();
  }

  /**
   * Tell Python where the parts stand now, unless it is at work.
   * @param {Seen} seen
   */
  tell(seen) {
    const { board } = this;
    const theme = getComputedStyle(board.root).getPropertyValue("--cat-theme").trim() || "light";
    const still = this.lessMotion.matches;
    const view = { wide: seen.wide, tall: seen.tall, places: seen.places, theme, still, shown: seen.shown };
    const said = JSON.stringify(view);
    this.again = this.waits && said !== this.told;
    if (said === this.told || this.waits) return;
    this.told = said;
    this.asked = seen;
    this.waits = true;
    this.timer = setTimeout(() => {
      this.waits = false; // the answer may still come
      this.look();
    }, ANSWER_MS);
    board.model.send({ kind: "view", ...view });
  }
}
