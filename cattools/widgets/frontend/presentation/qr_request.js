// @ts-check
// Requests a QR code for the URL of a board's current state, for phones to scan.
import { withFragment } from "../url_fragment.js";

/** @import { Board } from "../model.js" */

const HERE = ["localhost", "127.0.0.1", "[::1]"];
const CODE = "cat-qr"; // event that requests the QR code of a URL; the site draws it

/** @param {Board} board */
export function listenToCode({ root }) {
  root.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-tool="code"]')) return;
    const where = root.querySelector("[data-place]");
    const { place = "", close = "", code = "", local = "" } = where?.dataset ?? {};
    const note = HERE.includes(location.hostname) ? local : "";
    const detail = { address: withFragment(location.href, place), label: code, note, close };
    document.dispatchEvent(new CustomEvent(CODE, { detail }));
  });
}
