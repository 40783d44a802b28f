// @ts-check
// The second of two quick taps is meant for the target of the first. If the answer to the first tap puts another target
// under the finger, that target ignores taps until it has been visible for a while, however long the answer took.

/** @import { Board } from "../model.js" */

const AGAIN_MS = 400; // within this time nobody can have read a new target
const FINGER = 24; // pixels
const THINGS = "a[href], button, summary, .cat-area";

/**
 * @param {EventTarget | null} target
 * @returns {string} a name of the target's pressable element that survives a rebuild; "" if there is no such element
 */
function thingAt(target) {
  const thing = target instanceof Element ? target.closest(THINGS) : null;
  if (!thing) return "";
  if (thing.classList.contains("cat-area")) return "area"; // areas do not move, so quick taps on them are intended
  return thing.getAttribute("data-tool") ?? thing.getAttribute("href") ?? thing.textContent ?? "";
}

/**
 * Block the second of two quick taps if the first has put another button or link there, on or outside the board.
 * @param {Board} board
 */
export function guardTaps({ root, signal }) {
  /** The last tap on the board, and the element now visible there, and since when.
   * @type {{ thing: string, isLink: boolean, x: number, y: number, seen: string, since: number } | undefined} */
  let last;
  let changed = false; // whether the DOM has changed since the last painted frame
  const look = () => {
    changed = false;
    const seen = last && thingAt(document.elementFromPoint(last.x, last.y));
    if (last && seen !== last.seen) Object.assign(last, { seen, since: performance.now() });
  };
  const changes = new MutationObserver(() => {
    if (changed) return;
    changed = true;
    requestAnimationFrame(() => setTimeout(look));
  });
  /** @type {(thing: string, event: PointerEvent) => boolean} */
  const isMeant = (thing, { timeStamp, clientX, clientY }) => {
    if (!last || thing === last.thing || Math.hypot(clientX - last.x, clientY - last.y) >= FINGER) return true;
    return timeStamp - last.since >= AGAIN_MS && !(changed && thing !== last.seen);
  };
  const hear = (/** @type {MouseEvent} */ click) => {
    const event = /** @type {PointerEvent} */ (click);
    const thing = thingAt(event.target);
    if (event.pointerType !== "touch" || !thing) return;
    if (!isMeant(thing, event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (root.contains(/** @type {Node} */ (event.target))) {
      changes.observe(root, { subtree: true, childList: true, attributes: true });
      const isLink = Boolean(/** @type {Element} */ (event.target).closest("a[href]"));
      last = { thing, isLink, x: event.clientX, y: event.clientY, seen: thing, since: event.timeStamp };
    }
  };
  document.addEventListener("click", hear, { capture: true, signal }); // runs before a link's own listeners
  // Only a tapped link can have opened the page that now replaces the board's page.
  document.addEventListener("cat-page", () => (last = last?.isLink ? last : undefined), { signal });
  signal.addEventListener("abort", () => changes.disconnect());
}
