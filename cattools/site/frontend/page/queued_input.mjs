// @ts-check
// Queues presses on a static picture while its board loads, then plays them on the board.
import { STATIC, UNANSWERED, UNKEPT } from "./kernel_status.mjs";

/**
 * @param {Element} place an area or a button
 * @returns {Press}
 */
export function pressOn(place) {
  const attribute = place.hasAttribute("data-id") ? "data-id" : "data-tool";
  return [attribute, place.getAttribute(attribute) ?? ""];
}

/**
 * Queue presses on the page's static pictures.
 * @param {() => void} begin called on every press
 * @param {() => boolean} waits returns whether the page's boards are loading
 */
export function keepPresses(begin, waits) {
  /** @param {Event} event */
  const hear = (event) => {
    const place = within(event, `${UNANSWERED} :is([data-id], [data-tool])`);
    if (!place) return;
    if (event instanceof KeyboardEvent) {
      if (event.key !== "Enter" && event.key !== " ") return;
      if (place.matches("button, a, summary")) return; // the browser also fires a click
    }
    event.preventDefault();
    begin();
    if ((waits() || isOnLoadingBoard(place)) && !place.matches(UNKEPT)) keep(place);
  };
  addEventListener("click", hear, true);
  addEventListener("keydown", hear, true);
  const submit = (/** @type {Event} */ event) => {
    if (within(event, "[data-cat]:not([data-cat='live'])")) event.preventDefault(); // it would reload the page
  };
  addEventListener("submit", submit, true);
  addEventListener("pointerdown", (event) => within(event, STATIC) && begin(), true);
}

/** @type {(event: Event, selector: string) => HTMLElement | null} */
const within = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * @param {Element} place an area or a button
 * @returns {boolean} whether its board is loading; in the rules panel, a board can load on a page that is already live
 */
function isOnLoadingBoard(place) {
  return place.closest(STATIC)?.querySelector(".cat-state")?.dataset.state === "loading";
}

/**
 * Queue a press, highlight the pressed area or button, and acknowledge the press in the board's message.
 * @param {Element} place an area or a button
 */
function keep(place) {
  const shell = /** @type {Element} */ (place.closest(STATIC));
  shell.catKept = [...(shell.catKept ?? []), pressOn(place)];
  place.classList.add("cat-queued");
  if (shell.classList.contains("cat-waiting")) return;
  shell.classList.add("cat-waiting");
  const message = shell.querySelector(".cat-status");
  if (!message) return;
  shell.catStatus = message.innerHTML;
  message.innerHTML = acknowledged(shell);
}

/** @type {(shell: Element) => string} HTML of the message that acknowledges a queued press */
export function acknowledged(shell) {
  const textContent = shell.querySelector(".cat-state")?.dataset.kept ?? "";
  return Object.assign(document.createElement("p"), { className: "cat-message", textContent }).outerHTML;
}

/**
 * Remove and return a board's queued presses, for the caller to play, and restore the board's look.
 * @type {(shell: Element) => Press[]}
 */
export function takeKept(shell) {
  const kept = shell.catKept ?? [];
  shell.catKept = [];
  const message = unmark(shell) && shell.querySelector(".cat-status");
  if (message) message.innerHTML = shell.catStatus ?? "";
  return kept;
}

/**
 * Remove the marks of queued presses from a board.
 * @param {Element} shell
 * @returns {boolean} whether there were any
 */
export function unmark(shell) {
  const waited = shell.classList.contains("cat-waiting");
  shell.classList.remove("cat-waiting");
  for (const place of shell.querySelectorAll(".cat-queued")) place.classList.remove("cat-queued");
  return waited;
}

/** Discard all queued presses and restore the previous messages. */
export function dropPresses() {
  for (const shell of document.querySelectorAll(".cat-waiting")) takeKept(shell);
}

/**
 * Find the area or button on a board that corresponds to a press on another board.
 * @param {Press} press
 * @param {Element | undefined} shell the board to search
 * @returns {HTMLElement | null}
 */
export function findPlace([attribute, value], shell) {
  return shell?.querySelector(`[${attribute}="${CSS.escape(value)}"]`) ?? null;
}

/**
 * Play the queued presses of each old board, in order, on the new board that replaces it, unless the new board starts
 * in a different state from its picture. A board whose picture was not pressed gets a "cat-untouched" event.
 * @type {(before: Element[], after: Element[]) => void}
 */
export function playKept(before, after) {
  for (const [n, shell] of after.entries()) {
    const kept = before[n]?.catKept ?? [];
    if (!kept.length) shell.dispatchEvent(new Event("cat-untouched"));
    if (shell.closest("[data-moved]")) continue;
    for (const press of kept) {
      findPlace(press, shell)?.dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true, view: window }),
      );
    }
  }
}
