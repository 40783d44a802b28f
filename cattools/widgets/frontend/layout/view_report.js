// @ts-check
// Reports to Python how the board is displayed: the positions of its parts, the theme, and whether the reader's system
// asks for reduced motion. The report is sent immediately; until Python has painted, the last frame is shown with its
// parts moved to their new positions.

import { partOf } from "../model.js";
import { empty, showFrame } from "../view/canvas.js";
import { showCurrent } from "../view/slots.js";

/** @import { Board, Canvas } from "../model.js" */
/** @import { Seen, Stage } from "./parts.js" */

const ANSWER_MS = 1000; // timeout after which an unanswered report no longer blocks the next one
const THEME_ATTRIBUTES = ["data-theme", "data-jp-theme-light", "class"];

export class Viewport {
  /**
   * @param {Board} board
   * @param {Stage} stage
   * @param {() => void} moved called when the parts have moved
   */
  constructor(board, stage, moved) {
    this.board = board;
    this.stage = stage;
    this.moved = moved;
    /** @type {Canvas | null} */
    this.source = null;
    /** The layout of the displayed frame, and that of the frame requested last.
     * @type {Seen | null} */
    this.painted = null;
    /** @type {Seen | null} */
    this.asked = null;
    /** The last report. */
    this.reported = "";
    this.waits = false; // whether the answer to the last report is pending
    /** Whether the view has changed since the pending report. */
    this.again = false;
    this.rehearsed = false;
    // Deferred to the next frame: a layout can resize the observed elements.
    this.sizes = new ResizeObserver(() => requestAnimationFrame(() => this.look()));
    this.lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Lay out the parts now, and again whenever the board's display changes. */
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
    addEventListener("resize", look, { signal });
    followPixelRatio(look, signal);
    document.addEventListener("cat-page", () => this.comeOrGo(), { signal });
    const unfolded = () => {
      look(); // the open move list takes up space
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
   * Start reporting to Python, which paints from now on.
   * @param {Canvas} source
   */
  show(source) {
    this.source = source;
    this.look();
    // The host attaches the view after rendering it. A timeout, because the browser can delay frames for a long time.
    if (!this.reported) this.timer = setTimeout(() => this.look());
  }

  /** Handle a page swap: a detached board frees its canvases, a reattached one shows its frame again immediately. */
  comeOrGo() {
    const { board, stage, source, painted } = this;
    const away = !board.root.isConnected;
    if (away === stage.away) return;
    stage.away = away;
    if (away) empty(stage);
    else if (source && painted) showFrame(stage, source.canvas, painted); // otherwise no frame has been painted yet
  }

  observe() {
    const { root } = this.board;
    for (const element of [root, ...root.querySelectorAll(".cat-part")]) this.sizes.observe(element);
  }

  /** Handle replaced parts: report the view again, even if it has not changed. */
  exchange() {
    if (!this.source) return; // nothing has been reported yet
    this.sizes.disconnect();
    this.observe();
    clearTimeout(this.timer);
    this.painted = null;
    this.reported = "";
    this.waits = false;
    this.look(true);
  }

  /** Handle a new frame: the one requested with a new layout, or another one with the same layout. */
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

  /** After the first frame, prepare for the device's first rotation, so that it is as fast as later rotations. */
  rehearse() {
    this.rehearsed = true;
    const idle = window.requestIdleCallback ?? setTimeout;
    idle(() => this.board.root.isConnected && this.stage.rehearse());
  }

  /**
   * Lay out the parts, move their pictures, and report to Python.
   * @param {boolean} others whether the parts have been replaced
   */
  look(others = false) {
    const { stage, board, source } = this;
    if (!board.root.isConnected) return;
    const moved = stage.layOut() || others;
    const { seen } = stage;
    if (!seen.wide) return;
    if (moved && this.painted && source) showFrame(stage, source.canvas, this.painted);
    if (source) this.report(seen);
    if (moved) this.moved();
  }

  /**
   * Report the view to Python if it has changed, unless Python is still painting the last one.
   * @param {Seen} seen
   */
  report(seen) {
    const { board } = this;
    const theme = getComputedStyle(board.root).getPropertyValue("--cat-theme").trim() || "light";
    const still = this.lessMotion.matches;
    const view = { wide: seen.wide, tall: seen.tall, places: seen.places, theme, still, shown: seen.shown };
    const said = JSON.stringify(view);
    this.again = this.waits && said !== this.reported;
    if (said === this.reported || this.waits) return;
    this.reported = said;
    this.asked = seen;
    this.waits = true;
    this.timer = setTimeout(() => {
      this.waits = false; // the answer may still come
      this.look();
    }, ANSWER_MS);
    board.model.send({ kind: "view", ...view });
  }
}

/**
 * Call a function whenever the device pixel ratio changes: by zoom, or because the window is now on another screen. Not
 * every browser reports the latter as a resize.
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
function followPixelRatio(changed, signal) {
  const again = () => {
    changed();
    followPixelRatio(changed, signal);
  };
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", again, { once: true, signal });
}
