// @ts-check
// The second of two quick taps is meant for the target of the first. If the answer to the first tap puts another target
// under the finger, that target ignores taps until it has been visible for a while, however long the answer took.

/** @import { Board } from "../model.js" */

const AGAIN_MS = 400; // taps closer together are a double tap; too short to read a new target
const FINGER = 24; // pixels
const THINGS = "a[href], button, summary, .cat-area";

/**
 * @param {EventTarget | null} target
 * @returns {string} a name of the target's pressable element, the same after the element is rebuilt; "" if none
 */
function thingAt(target) {
  const thing = target instanceof Element ? target.closest(THINGS) : null;
  if (!thing) return "";
  if (thing.classList.contains("cat-area")) return "area"; // areas do not move, so quick taps on them are intended
  return thing.getAttribute("data-tool") ?? thing.getAttribute("href") ?? thing.textContent ?? "";
}

/** The last tap on a board, and the element now under it. */
class Tap {
  /**
   * @param {string} thing
   * @param {PointerEvent} event
   */
  constructor(thing, { timeStamp, clientX, clientY }) {
    this.thing = thing;
    this.at = timeStamp;
    this.x = clientX;
    this.y = clientY;
    /** The element visible there, and since when. */
    this.seen = thing;
    this.since = timeStamp;
  }

  /** Update what is visible under the tap; called after each painted frame. */
  look() {
    const found = thingAt(document.elementFromPoint(this.x, this.y));
    if (found === this.seen) return;
    this.seen = found;
    this.since = performance.now();
  }

  /**
   * @param {string} thing
   * @param {PointerEvent} event the next tap
   * @param {boolean} changed whether the DOM has changed since the last painted frame
   */
  isMeant(thing, { timeStamp, clientX, clientY }, changed) {
    if (thing === this.thing || Math.hypot(clientX - this.x, clientY - this.y) >= FINGER) return true;
    return timeStamp - this.since >= AGAIN_MS && !(changed && thing !== this.seen);
  }
}

/**
 * Block the second of two quick taps if the first has put another button or link there, on or outside the board.
 * @param {Board} board
 */
export function guardTaps({ root, signal }) {
  /** @type {Tap | undefined} */
  let last;
  let changed = false;
  const changes = new MutationObserver(() => {
    if (changed) return;
    changed = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        changed = false;
        last?.look();
      }),
    );
  });
  const hear = (/** @type {MouseEvent} */ click) => {
    const event = /** @type {PointerEvent} */ (click);
    const thing = thingAt(event.target);
    if (event.pointerType !== "touch" || !thing) return;
    if (last && !last.isMeant(thing, event, changed)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const isOurs = root.contains(/** @type {Node} */ (event.target));
    if (isOurs && !last) changes.observe(root, { subtree: true, childList: true, attributes: true });
    last = isOurs ? new Tap(thing, event) : last;
  };
  document.addEventListener("click", hear, { capture: true, signal }); // runs before a link's own listeners
  signal.addEventListener("abort", () => changes.disconnect());
}
