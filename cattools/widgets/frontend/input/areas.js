// @ts-check
// The areas: their positions, their labels and the single tab stop of each group (roving tabindex).
import { partOf } from "../model.js";
import { CHOSEN, LEGAL } from "../protocol.js";

/** @import { Model } from "../model.js" */
/** @import { Stage } from "../layout/parts.js" */
/** @import { Names } from "../protocol.js" */
/** @typedef {[number, number]} Direction a step along x and y */
/** @typedef {{ areas: Area[], stop: Area | undefined }} Group areas between which arrow keys move; `stop`: tab stop */

/**
 * @typedef {object} Area
 * @property {string} id
 * @property {string} part the part it belongs to
 * @property {[number, number]} at its centre, in the part's units
 * @property {number} size in the part's units
 * @property {number} x its centre in the coordinates of the whole stage
 * @property {number} y
 * @property {SVGElement} shape
 * @property {Group} group
 * @property {number} flags
 */

const ASIDE = 0.84; // the tangent of 40 degrees
const NEAR = 1.25;
const SAME = 1e-6;

/**
 * Return the nearest area in a direction, or null. `line` is the coordinate of the row or column that the arrow keys
 * follow, just as a text cursor keeps its column: pressing Up several times goes straight up a board of hexes.
 * @template {{ x: number, y: number }} Place
 * @param {{ x: number, y: number }} from
 * @param {Iterable<Place>} places
 * @param {Direction} direction
 * @param {number} line
 * @returns {Place | null}
 */
export function next(from, places, [dx, dy], line) {
  /** @type {[number, Place][]} */
  const ahead = [];
  for (const place of places) {
    const x = place.x - from.x;
    const y = place.y - from.y;
    const along = x * dx + y * dy;
    if (along > 0 && Math.abs(x * dy - y * dx) <= along * ASIDE) ahead.push([Math.hypot(x, y), place]);
  }
  if (!ahead.length) return null;
  const reach = Math.min(...ahead.map(([far]) => far)) * NEAR;
  /** @param {Place} place */
  const off = (place) => Math.abs((dy === 0 ? place.y : place.x) - line);
  /** @type {(best: Place, other: Place) => boolean} */
  const better = (best, other) => {
    if (Math.abs(off(other) - off(best)) > SAME) return off(other) < off(best);
    return other.x > best.x || other.y > best.y;
  };
  const near = ahead.filter(([far]) => far <= reach).map(([, place]) => place);
  return near.reduce((best, other) => (better(best, other) ? other : best));
}

/**
 * Set an attribute only if its value changes, to spare the browser a style update.
 * @type {(element: Element, name: string, value: string) => void}
 */
function write(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export class Areas {
  /**
   * @param {Model} model
   * @param {Stage} stage
   */
  constructor(model, stage) {
    this.model = model;
    this.stage = stage;
    /** @type {Map<string, Area>} */
    this.byId = new Map();
    this.layOut([...stage.parts.keys()]);
  }

  /**
   * Replace the areas of some parts with the model's current ones, for example for the cards of another hand.
   * @param {string[]} parts
   */
  layOut(parts) {
    const focused = this.focused;
    const stops = new Set([...this.byId.values()].filter((area) => area.group.stop === area).map((area) => area.id));
    const markup = this.model.get("areas");
    for (const name of parts) {
      const part = this.stage.parts.get(name);
      if (!part) continue;
      for (const [id, area] of this.byId) if (area.part === name) this.byId.delete(id);
      const box = partOf(part.layer, ".cat-areas");
      if (name in markup) box.innerHTML = markup[name]; // otherwise the static picture already contains them
      for (const group of box.querySelectorAll('[role="grid"],[role="group"]')) this.gather(group, name, stops);
    }
    this.rename(this.model.get("names"));
    this.locate();
    this.refocus(focused);
  }

  /** The focused area. */
  get focused() {
    return this.at(document.activeElement);
  }

  /**
   * If the focused area was removed, focus the new area with its id, or else the nearest one.
   * @param {Area | undefined} focused
   */
  refocus(focused) {
    if (!focused || focused.shape.isConnected) return;
    (this.byId.get(focused.id) ?? this.nearest(focused))?.shape.focus({ preventScroll: true });
  }

  /** Discard all areas and lay out those of the new parts. */
  exchange() {
    this.byId.clear();
    this.layOut([...this.stage.parts.keys()]);
  }

  /** Compute every area's centre in stage coordinates: arrow keys also move between parts. */
  locate() {
    const { places } = this.stage.seen;
    for (const area of this.byId.values()) {
      const [left, top, scale] = places[area.part] ?? [0, 0, 1];
      area.x = left + area.at[0] * scale;
      area.y = top + area.at[1] * scale;
    }
  }

  /**
   * @param {Element} box a group's markup
   * @param {string} part
   * @param {Set<string>} stops ids of the previous tab stops
   */
  gather(box, part, stops) {
    /** @type {Group} */
    const group = { areas: [], stop: undefined };
    for (const shape of /** @type {NodeListOf<SVGElement>} */ (box.querySelectorAll(".cat-area"))) {
      const { id = "", x = 0, y = 0, size = 0 } = shape.dataset;
      /** @type {Area} */
      const area = { id, part, at: [+x, +y], size: +size, x: +x, y: +y, shape, group, flags: 0 };
      group.areas.push(area);
      this.byId.set(id, area);
    }
    const stop = group.areas.find((area) => stops.has(area.id)) ?? group.areas[0];
    if (stop) this.stopAt(stop);
  }

  /** @param {Names} names */
  rename(names) {
    for (const [id, [name, flags]] of Object.entries(names)) {
      const area = this.byId.get(id);
      if (!area) continue;
      const { shape } = area;
      area.flags = flags;
      write(shape, "aria-label", name);
      shape.classList.toggle("legal", Boolean(flags & LEGAL));
      const state = shape.hasAttribute("aria-selected") ? "aria-selected" : "aria-pressed";
      write(shape, state, String(Boolean(flags & CHOSEN)));
    }
    this.stage.showLegal();
  }

  /**
   * Make an area the tab stop of its group.
   * @param {Area} area
   */
  stopAt(area) {
    if (area.group.stop) area.group.stop.shape.tabIndex = -1;
    area.group.stop = area;
    area.shape.tabIndex = 0;
  }

  /** Reset the tab stop of each group to its first area. */
  clear() {
    for (const { group } of this.byId.values()) if (group.areas[0] !== group.stop) this.stopAt(group.areas[0]);
  }

  /** @type {(target: EventTarget | null) => Area | undefined} the area that is or contains the target */
  at(target) {
    const shape = target instanceof Element ? target.closest("[data-id]") : null;
    return this.byId.get(shape?.getAttribute("data-id") ?? "");
  }

  /** @type {(place: { x: number, y: number }) => Area | undefined} */
  nearest({ x, y }) {
    /** @param {Area} area */
    const far = (area) => Math.hypot(area.x - x, area.y - y);
    return [...this.byId.values()].sort((one, other) => far(one) - far(other))[0];
  }
}
