// @ts-check
// The code that leads phones to the very place of a board which tells one.
import { withFragment } from "./address.js";

/** @import { Board } from "./model.js" */

const CODE = "cat-qr"; // an event: somebody wants the code of an address; the site draws it

/** @param {Board} board */
export function listenToCode({ root }) {
  root.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-tool="code"]')) return;
    /** @type {HTMLElement | null} */
    const where = root.querySelector("[data-place]");
    const { place = "", close = "", code = "" } = where?.dataset ?? {};
    const detail = { address: withFragment(location.href, place), label: code, close };
    document.dispatchEvent(new CustomEvent(CODE, { detail }));
  });
}
