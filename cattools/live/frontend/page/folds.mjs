// @ts-check
// Boards in folds, as on a page of rulings. A reader who comes to a section by its anchor finds its board unfolded.

const FOLD = "details.cat-fold";

/** @type {(element: Element) => boolean} whether an element is in a closed fold */
export function isFolded(element) {
  return element.closest(`${FOLD}:not([open])`) !== null;
}

/**
 * @param {string} hash a URL's fragment
 * @returns {HTMLElement | null} the element that it names; null if there is none
 */
export function elementIn(hash) {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null; // not an encoded name
  }
}

/** Unfold the board of the section to which the page's URL leads. */
export function unfoldTarget() {
  const section = elementIn(location.hash)?.closest("section");
  const fold = section?.querySelector(`:scope > ${FOLD}`);
  if (fold instanceof HTMLDetailsElement) fold.open = true;
}

/**
 * Report each fold that opens.
 * @param {() => void} report
 */
export function onUnfolded(report) {
  const capture = true; // the event does not bubble
  /** @param {Event} event */
  const listen = ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open && target.matches(FOLD)) report();
  };
  document.addEventListener("toggle", listen, { capture });
}
