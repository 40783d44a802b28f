// @ts-check
// The QR code of a URL, large enough to be scanned across a room. It is generated in the page, so that the URL is not
// sent to another host.
import encodeQR from "qr";

const BORDER = 4; // width of the quiet zone in modules, as the standard requires

/**
 * @param {string} address
 * @returns {{ size: number, path: string }} the code's dark modules as one path, in units of a module
 */
export function codeOf(address) {
  const rows = encodeQR(address, "raw", { border: BORDER });
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size: rows.length, path };
}

/**
 * Show the QR code of an address in a modal dialog, with a note about the address.
 * @param {{ address: string, label: string, note: string, close: string }} content
 */
export function showCode({ address, label, note, close }) {
  const { size, path } = codeOf(address);
  const dialog = document.createElement("dialog");
  dialog.className = "cat-qr";
  dialog.setAttribute("aria-label", label);
  const white = `M0 0h${size}v${size}h-${size}z`;
  dialog.innerHTML = `<svg viewBox="0 0 ${size} ${size}" role="img" shape-rendering="crispEdges">
    <path fill="#fff" d="${white}"/><path d="${path}"/></svg><p></p><p></p><button type="button"></button>`;
  const [picture, words, about, button] = /** @type {any} */ (dialog.children);
  picture.setAttribute("aria-label", label);
  words.textContent = address;
  about.textContent = note;
  button.textContent = close;
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
