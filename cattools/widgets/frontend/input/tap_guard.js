// @ts-check
// A second quick tap is meant for what the first one met. An answer may have put something else under the finger since:
// that is not pressed before it has been seen for a while, however long the answer took.

/** @import { Board } from "../model.js" */

const AGAIN_MS = 400; // two taps within this are one deed; and in less nobody has read what has come
const FINGER = 24; // pixels
const THINGS = "a[href], button, summary, .cat-area";

/**
 * @param {EventTarget | null} target
 * @returns {string} which thing to press this is or lies in, the same when it is made anew; none: ""
 */
function thingAt(target) {
  const thing = target instanceof Element ? target.closest(THINGS) : null;
  if (!thing) return "";
  if (thing.classList.contains("cat-area")) return "area"; // places do not come and go: quick fingers play on them
  return thing.getAttribute("data-tool") ?? thing.getAttribute("href") ?? thing.textContent ?? "";
}

/** The last tap on a board, and what has come where it was. */
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
    /** What is seen there, and since when, where it has come after the tap. */
    this.seen = thing;
    this.since = timeStamp;
  }

  /** A frame has been shown. */
  look() {
    const found = thingAt(document.elementFromPoint(this.x, this.y));
    if (found === this.seen) return;
    this.seen = found;
    this.since = performance.now();
  }

  /**
   * @param {string} thing
   * @param {PointerEvent} event another tap
   * @param {boolean} changed whether something has changed that no frame has shown
   */
  isMeant(thing, { timeStamp, clientX, clientY }, changed) {
    if (thing === this.thing || Math.hypot(clientX - this.x, clientY - this.y) >= FINGER) return true;
    return timeStamp - this.since >= AGAIN_MS && !(changed && thing !== this.seen);
  }
}

/**
 * Let no second tap of two meet what the first one has brought there: a button or a link, on the board or beside it.
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
  document.addEventListener("click", hear, { capture: true, signal }); // first: a link's own listeners come later
  signal.addEventListener("abort", () => changes.disconnect());
}
