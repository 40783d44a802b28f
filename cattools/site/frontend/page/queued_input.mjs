// @ts-check
// Presses on a picture: kept while its board is on the way, then played on the board.
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
 * Keep what is pressed on the page's pictures.
 * @param {() => void} begin called with the first touch
 * @param {() => boolean} waits whether the page's boards are on their way
 */
export function keepPresses(begin, waits) {
  /** @param {Event} event */
  const hear = (event) => {
    const target = /** @type {Element | null} */ (event.target);
    const place = target?.closest?.(`${UNANSWERED} :is([data-id], [data-tool])`);
    if (!place) return;
    if (event instanceof KeyboardEvent) {
      if (event.key !== "Enter" && event.key !== " ") return;
      if (place.matches("button, a, summary")) return; // the browser sends a click of its own
    }
    event.preventDefault();
    begin();
    if ((waits() || wakes(place)) && !place.matches(UNKEPT)) keep(place);
  };
  addEventListener("click", hear, true);
  addEventListener("keydown", hear, true);
  addEventListener(
    "submit",
    (event) => {
      const form = /** @type {Element | null} */ (event.target);
      if (form?.closest?.("[data-cat]:not([data-cat='live'])")) event.preventDefault(); // it would load the page anew
    },
    true,
  );
  addEventListener(
    "pointerdown",
    ({ target }) => {
      if (/** @type {Element | null} */ (target)?.closest?.(STATIC)) begin();
    },
    true,
  );
}

/**
 * @param {Element} place
 * @returns {boolean} whether its board is on its way, as one of another page's is that has come to a page that lives
 */
function wakes(place) {
  return place.closest(STATIC)?.querySelector(".cat-state")?.getAttribute("data-state") === "loading";
}

/**
 * Keep a press, show where, and say so.
 * @param {Element} place
 */
function keep(place) {
  const shell = /** @type {Element} */ (place.closest(STATIC));
  shell.catKept = [...(shell.catKept ?? []), pressOn(place)];
  place.classList.add("cat-kept");
  if (shell.classList.contains("cat-wait")) return;
  shell.classList.add("cat-wait");
  const said = shell.querySelector(".cat-said");
  if (!said) return;
  shell.catSaid = said.innerHTML;
  said.innerHTML = acknowledged(shell);
}

/**
 * @param {Element} shell
 * @returns {string} what a board says of a press that is kept
 */
export function acknowledged(shell) {
  const textContent = /** @type {HTMLElement | null} */ (shell.querySelector(".cat-state"))?.dataset.kept ?? "";
  return Object.assign(document.createElement("p"), { className: "cat-message", textContent }).outerHTML;
}

/**
 * The presses that were kept on a shell are another's to play: it looks as before.
 * @param {Element} shell
 * @returns {Press[]}
 */
export function takeKept(shell) {
  const kept = shell.catKept ?? [];
  shell.catKept = [];
  forgetKept(shell);
  return kept;
}

/** @param {Element} shell */
function forgetKept(shell) {
  if (!shell.classList.contains("cat-wait")) return;
  shell.classList.remove("cat-wait");
  for (const place of shell.querySelectorAll(".cat-kept")) place.classList.remove("cat-kept");
  const said = shell.querySelector(".cat-said");
  if (said) said.innerHTML = shell.catSaid ?? "";
}

/** Nothing will play them: what was said before stands again. */
export function dropPresses() {
  for (const shell of document.querySelectorAll(".cat-wait")) takeKept(shell);
}

/**
 * Find the same place on another board.
 * @param {Press} press
 * @param {Element | undefined} shell the other board
 * @returns {HTMLElement | null}
 */
export function findPlace([attribute, value], shell) {
  return shell?.querySelector(`[${attribute}="${CSS.escape(value)}"]`) ?? null;
}

/**
 * Play what was kept on each board, in order, on the board at the same place, unless that begins elsewhere than its
 * picture. One whose picture was not touched is told so.
 * @param {Element[]} before
 * @param {Element[]} after
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
