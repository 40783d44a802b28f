// @ts-check
// Handles the area under the mouse or with the focus: its name, the preview of a press on it, and the press itself.
import { follow, partOf } from "../model.js";
import { CHOSEN, LEGAL } from "../protocol.js";
import { isComposing } from "./composing.js";
import { presser } from "./confirm_press.js";

/** @import { Area, Areas } from "./areas.js" */
/** @import { Board } from "../model.js" */
/** @import { Stage } from "../layout/parts.js" */

const HOVER_MS = 70; // a pointer that crosses an area faster requests no preview
const TIP_BELOW_TOP = 13;
const TIP = 15; // pixels
// Class set while a new deal replaces the visible one: a press would be meant for the old deal and is ignored.
export const DEALS = "cat-dealing";

export class Pointer {
  /**
   * @param {Board} board
   * @param {Areas} areas
   * @param {Stage} stage
   */
  constructor(board, areas, stage) {
    const { root } = board;
    this.board = board;
    this.areas = areas;
    this.stage = stage;
    /** @type {SVGElement} */
    this.ghost = partOf(root, ".cat-ghost");
    /** @type {SVGElement} */
    this.tip = partOf(root, ".cat-tip");
    /** @type {SVGElement} */
    this.home = partOf(root, ".cat-overlay");
    this.spoken = partOf(root, ".cat-announcer");
    /** @type {Area | null} */
    this.over = null;
    /** The hovered area last sent to Python.
     * @type {string | null} */
    this.sent = null;
    /** Whether the answer to a press is pending. */
    this.waits = false;
    /** Whether the mouse has not moved since the device was passed on. */
    this.rests = false;
    /** The area where a mouse or pen was pressed down.
     * @type {Area | undefined} */
    this.held = undefined;
    /** Whether the drag was cancelled: the click after its release is not a press. */
    this.cancelled = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    board.signal.addEventListener("abort", () => this.hover(this.sent));
  }

  listen() {
    this.point(null);
    const canHover = matchMedia("(hover: hover)");
    const { stage } = this.stage;
    stage.addEventListener("pointerover", (event) => {
      if (!this.rests && canHover.matches && event.pointerType === "mouse")
        this.point(this.areas.at(event.target) ?? null);
    });
    stage.addEventListener("pointermove", (event) => {
      const moved = event.movementX || event.movementY; // browsers also fire pointermove without movement
      if (this.rests && moved) this.rest(false);
    });
    stage.addEventListener("pointerleave", () => this.point(null));
    stage.addEventListener("click", (event) => {
      const area = this.areas.at(event.target);
      if (!area || this.cancelled) return;
      this.press(area, event);
      this.waits = true;
      this.areas.stopAt(area);
    });
    stage.addEventListener("pointerdown", (event) => {
      const drags = event.pointerType !== "touch" && !event.button; // a touch drag scrolls
      this.cancelled = false;
      this.held = drags ? this.areas.at(event.target) : undefined;
    });
    this.listenForDrops();
    follow(this.board, "change:slots", () => {
      if (this.waits) this.leave(); // only now, together with the answer, which saves a frame
      this.waits = false;
    });
  }

  /** Listen on the window: releasing the pointer outside the board must also end the drag. */
  listenForDrops() {
    const { signal } = this.board;
    const { stage } = this.stage;
    const drop = (/** @type {PointerEvent} */ event) => {
      const here = stage.contains(/** @type {Node} */ (event.target)); // other boards can use the same area ids
      const [from, to] = [this.held, here ? this.areas.at(event.target) : undefined];
      this.held = undefined;
      if (this.cancelled) setTimeout(() => (this.cancelled = false)); // after the click that follows the release
      if (from && to && from.id !== to.id) this.drag(from, to);
    };
    addEventListener("pointerup", drop, { signal });
    addEventListener("pointercancel", () => (this.held = undefined), { signal });
    // In the capture phase, so that Escape does not also undo a move.
    const options = { signal, capture: true };
    addEventListener("mousedown", ({ button }) => button && this.cancel(), options); // fires no pointerdown
    addEventListener("contextmenu", () => this.cancel(), options);
    const onEscape = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || isComposing(event) || !this.cancel()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener("keydown", onEscape, options);
  }

  /** @returns {boolean} whether there was a drag to cancel */
  cancel() {
    if (!this.held) return false;
    this.held = undefined;
    this.cancelled = true;
    return true;
  }

  /** @type {(area: Area, click?: Event) => void} */
  press(area, click) {
    if (this.board.root.classList.contains(DEALS)) return;
    this.board.model.send({ kind: "press", area: area.id, ...presser(click) });
  }

  /** @type {(from: Area, to: Area) => void} */
  drag(from, to) {
    this.board.model.send({ kind: "drag", area: from.id, to: to.id });
    this.waits = true;
    this.areas.stopAt(to);
  }

  /** Point at nothing, and report the next area to Python even if it is the same one. */
  leave() {
    this.point(null);
    this.sent = null;
  }

  /** Discard all pointer state. */
  clear() {
    this.leave();
    this.hint("");
    this.waits = false;
    this.tip.textContent = "";
    for (const name of ["x", "y"]) this.tip.removeAttribute(name);
    this.tip.style.cssText = "display: none";
    this.ghost.removeAttribute("transform");
    this.home.append(this.ghost, this.tip);
  }

  /** @param {boolean} rests whether to ignore the mouse until it moves */
  rest(rests) {
    this.rests = rests;
    this.board.root.classList.toggle("cat-pointer-idle", rests);
  }

  /**
   * Show an area's name and a preview of a press on it.
   * @param {Area | null} area
   */
  point(area) {
    if (this.over !== area) {
      this.over = area;
      this.showHint("");
    }
    const possible = area && area.flags & LEGAL ? area : null;
    this.tip.style.display = area ? "block" : "none";
    if (area) this.showName(area);
    this.ghost.style.display = possible ? "" : "none";
    if (possible) this.showGhost(possible);
    this.hover(possible?.id ?? null);
  }

  /** @param {Area} area */
  showName(area) {
    const isCell = area.shape.getAttribute("role") === "gridcell"; // cards already show their names
    // "b2" for "+b2", a cell of a radar, and "16" for "teal16", a cell of a disc
    this.tip.textContent = isCell ? area.id.replace(/^.*[.+]|^[a-z]{2,}(?=\d)/, "") : "";
    const { layer, wish } = /** @type {import("../layout/parts.js").Piece} */ (this.stage.parts.get(area.part));
    const unit = wish.w / (layer.getBoundingClientRect().width || wish.w); // the part's units per CSS pixel
    const [x, y] = area.at;
    this.tip.style.fontSize = `${TIP * unit}px`;
    this.tip.style.strokeWidth = `${4 * unit}px`;
    this.tip.setAttribute("x", String(x));
    this.tip.setAttribute("y", String(y - area.size * 0.5 + TIP_BELOW_TOP * unit));
    layer.append(this.tip);
  }

  /** @param {Area} area the target of the chosen piece; the drawing is scaled to the target's size */
  showGhost(area) {
    const chosen = [...this.areas.byId.values()].find(({ flags }) => flags & CHOSEN);
    const [x, y] = area.at;
    this.ghost.setAttribute("transform", `translate(${x} ${y}) scale(${chosen ? area.size / chosen.size : 1})`);
    this.stage.parts.get(area.part)?.layer.append(this.ghost);
  }

  /** @param {string | null} area */
  hover(area) {
    const { root } = this.board;
    clearTimeout(this.timer);
    delete root.dataset.hovering;
    if (area === this.sent) return;
    root.dataset.hovering = "";
    this.timer = setTimeout(() => {
      delete root.dataset.hovering;
      this.sent = area;
      this.board.model.send({ kind: "hover", area });
    }, HOVER_MS);
  }

  /**
   * Show the preview text of a press on the current area; screen readers announce it if the area has keyboard focus.
   * @param {string} text
   */
  hint(text) {
    this.showHint(text);
    this.spoken.textContent = this.board.root.querySelector(".cat-area:focus-visible") ? text : "";
  }

  /** @param {string} text the preview; if empty, the message is shown again */
  showHint(text) {
    const box = partOf(this.board.root, ".cat-hint");
    if (box.firstElementChild) box.firstElementChild.textContent = text;
    box.classList.toggle("cat-hint-shown", Boolean(text));
  }
}
