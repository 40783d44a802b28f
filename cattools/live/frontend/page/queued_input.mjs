// @ts-check
// Queues presses on a static picture while its board loads, then plays them on the board.
import { NOT_QUEUED, STATIC, UNANSWERED } from "./kernel_status.mjs";

/**
 * @param {Element} target an area or a button
 * @returns {Press}
 */
export function pressOn(target) {
  const attribute = target.hasAttribute("data-id") ? "data-id" : "data-tool";
  return [attribute, target.getAttribute(attribute) ?? ""];
}

/**
 * Queue presses on the page's static pictures.
 * @param {() => void} begin called on every press
 * @param {() => boolean} isLoading returns whether the page's boards are loading
 */
export function queuePresses(begin, isLoading) {
  /** @param {Event} event */
  const onPress = (event) => {
    const target = within(event, `${UNANSWERED} :is([data-id], [data-tool])`);
    if (!target) return;
    if (event instanceof KeyboardEvent) {
      if (event.key !== "Enter" && event.key !== " ") return;
      if (target.matches("button, a, summary")) return; // for these, the browser also fires a click
    }
    event.preventDefault();
    begin();
    if ((isLoading() || isOnLoadingBoard(target)) && !target.matches(NOT_QUEUED)) queue(target);
  };
  addEventListener("click", onPress, true);
  addEventListener("keydown", onPress, true);
  const submit = (/** @type {Event} */ event) => {
    // Submitting a form would reload the page.
    if (within(event, "[data-cat]:not([data-cat='live'])")) event.preventDefault();
  };
  addEventListener("submit", submit, true);
  addEventListener("pointerdown", (event) => within(event, STATIC) && begin(), true);
}

/** @type {(event: Event, selector: string) => HTMLElement | null} */
const within = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * @param {Element} target an area or a button
 * @returns {boolean} whether its board is loading; in the rules panel, a board can load on a page that is already live
 */
function isOnLoadingBoard(target) {
  return target.closest(STATIC)?.querySelector(".cat-state")?.dataset.state === "loading";
}

/**
 * Queue a press, highlight the pressed area or button, and acknowledge the press in the board's message.
 * @param {Element} target an area or a button
 */
function queue(target) {
  const shell = /** @type {Element} */ (target.closest(STATIC));
  shell.catQueued = [...(shell.catQueued ?? []), pressOn(target)];
  target.classList.add("cat-queued");
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
export function takeQueued(shell) {
  const kept = shell.catQueued ?? [];
  shell.catQueued = [];
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
  for (const target of shell.querySelectorAll(".cat-queued")) target.classList.remove("cat-queued");
  return waited;
}

/** Discard all queued presses and restore the previous messages. */
export function discardPresses() {
  for (const shell of document.querySelectorAll(".cat-waiting")) takeQueued(shell);
}

/**
 * Find the area or button on a board that corresponds to a press on another board.
 * @param {Press} press
 * @param {Element | undefined} shell the board to search
 * @returns {HTMLElement | null}
 */
export function findTarget([attribute, value], shell) {
  return shell?.querySelector(`[${attribute}="${CSS.escape(value)}"]`) ?? null;
}

/**
 * Play the queued presses of each old board, in order, on the new board that replaces it, unless the new board starts
 * in a different state from its picture. A board whose picture was not pressed gets a "cat-untouched" event.
 * @type {(before: Element[], after: Element[]) => void}
 */
export function playQueued(before, after) {
  for (const [n, shell] of after.entries()) {
    const kept = before[n]?.catQueued ?? [];
    if (!kept.length) shell.dispatchEvent(new Event("cat-untouched"));
    if (shell.closest("[data-moved]")) continue;
    for (const press of kept) {
      findTarget(press, shell)?.dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true, view: window }),
      );
    }
  }
}
