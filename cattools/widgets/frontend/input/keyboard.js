// @ts-check
// Keyboard control of a board: arrow keys move between areas, Enter presses, Escape undoes, "?" asks what is possible.

import { lineOf, partOf } from "../model.js";
import { next } from "./areas.js";
import { isComposing } from "./composing.js";

/** @import { Area, Areas, Direction } from "./areas.js" */
/** @import { Board } from "../model.js" */
/** @import { Pointer } from "./pointer.js" */
/** @import { Stage } from "../layout/parts.js" */

/** @type {Object<string, Direction>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// Without this, WebKit decides :focus-visible by the previous focus: after a mouse press it would show no ring.
const BY_KEY = { focusVisible: true };
export const FIELDS = "input, select, textarea";
/** The button of the move list that each key triggers there.
 * @type {Object<string, string>} */
const MOVE_KEYS = {
  ArrowLeft: "earlier",
  ArrowUp: "earlier",
  ArrowRight: "later",
  ArrowDown: "later",
  Home: "first",
  End: "last",
};

export class Keyboard {
  /**
   * @param {Board} board
   * @param {Areas} areas
   * @param {Pointer} pointer
   * @param {Stage} stage
   */
  constructor(board, areas, pointer, stage) {
    this.board = board;
    this.areas = areas;
    this.stage = stage;
    this.pointer = pointer;
    /** @type {NodeListOf<SVGElement>} */
    this.rings = board.root.querySelectorAll(".cat-ring");
    /** The row or column that the arrow keys follow: whether it is a row, its coordinate, and the current area.
     * @type {{ flat: boolean, at: number, area: Area } | null} */
    this.line = null;
  }

  listen() {
    const { root } = this.board;
    root.addEventListener("focusin", (event) => this.enter(this.areas.at(event.target)));
    root.addEventListener("focusout", () => {
      this.ring(null);
      this.pointer.point(null);
    });
    this.stage.stage.addEventListener("click", () => {
      this.line = null;
    });
    root.addEventListener("keydown", (event) => this.hear(event));
  }

  /** @param {Area | undefined} area */
  enter(area) {
    if (!area) return;
    this.areas.stopAt(area);
    if (!area.shape.matches(":focus-visible")) return;
    this.ring(area);
    this.pointer.point(area);
  }

  /** @param {Area | null} area */
  ring(area) {
    for (const ring of this.rings) {
      ring.style.display = area ? "block" : "none";
      if (!area) continue;
      ring.setAttribute("d", area.shape.getAttribute("d") ?? "");
      this.stage.parts.get(area.part)?.layer.append(ring);
    }
  }

  /** Discard all keyboard state. */
  clear() {
    this.line = null;
    this.ring(null);
    for (const ring of this.rings) {
      ring.removeAttribute("d");
      this.pointer.home.append(ring);
    }
    lineOf(this.board.root).value = "";
  }

  /** @param {KeyboardEvent} event */
  hear(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
    const field = /** @type {Element} */ (event.target).matches(FIELDS);
    const leaves = event.key === "Escape" || event.key === "Tab";
    // Keeps JupyterLab's shortcuts from acting on the notebook cell.
    if (event.key.length === 1 || (field && !leaves)) event.stopPropagation();
    // In a form, Escape is left to the browser: it changes neither the form nor the game.
    if (field && (event.key !== "Escape" || event.target !== lineOf(this.board.root))) return;
    if (!this.answer(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @type {(event: KeyboardEvent) => boolean} whether the key was handled */
  answer(event) {
    const { key, target } = event;
    const area = this.areas.at(target);
    if (key === "Escape") {
      const field = /** @type {HTMLInputElement} */ (target);
      if (field.matches(FIELDS)) field.value = "";
      this.board.model.send({ kind: "back" });
    } else if (key === "?") this.ask(area);
    else if (!area) return this.step(event);
    else if (key === "Enter" || key === " ") {
      if (event.shiftKey) return false; // JupyterLab runs the cell
      if (!event.repeat) this.pointer.press(area);
    } else if (ARROWS[key]) this.walk(area, ARROWS[key]);
    else if (key === "Home" || key === "End") this.toEnd(area, key);
    else return false;
    return true;
  }

  /**
   * Step through the moves if the focus is in the move list.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was handled
   */
  step({ key, target }) {
    const tool = MOVE_KEYS[key];
    const list = /** @type {Element} */ (target).closest(".cat-moves");
    if (!tool || !list) return false;
    const button = list.querySelector(`[data-tool="${tool}"]`);
    if (button?.getAttribute("aria-disabled") !== "true") this.board.model.send({ kind: "tool", tool });
    return true;
  }

  /** @param {Area | undefined} area the area to ask about; without one, toggle the input field for moves */
  ask(area) {
    /** @type {HTMLDetailsElement} */
    const keys = partOf(this.board.root, ".cat-keys");
    if (area) this.board.model.send({ kind: "query", area: area.id });
    else keys.open = !keys.open;
  }

  /** @type {(area: Area, direction: Direction) => void} */
  walk(area, direction) {
    const flat = direction[1] === 0;
    if (!this.line || this.line.flat !== flat || this.line.area !== area) {
      this.line = { flat, at: flat ? area.y : area.x, area };
    }
    const { at } = this.line;
    const all = this.areas.byId.values();
    const found = next(area, area.group.areas, direction, at) ?? next(area, all, direction, at); // then other groups
    if (!found) return;
    this.line.area = found;
    found.shape.focus(BY_KEY);
  }

  /** @type {(area: Area, key: "Home" | "End") => void} */
  toEnd(area, key) {
    const row = area.group.areas.filter(({ shape }) => shape.parentNode === area.shape.parentNode);
    this.line = null;
    row.at(key === "Home" ? 0 : -1)?.shape.focus(BY_KEY);
  }
}
