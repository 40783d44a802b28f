// @ts-check
// What the pictures of a page have in common stands on it once (svg_symbols.py).

/**
 * Put it back into the pictures that are to have all of their shapes.
 * @param {ParentNode} root around them
 * @param {ParentNode} [page] where it stands
 */
export function putBackShapes(root, page = document) {
  for (const use of root.querySelectorAll(".cat-picture use")) {
    const shared = page.querySelector(use.getAttribute("href") ?? "");
    if (shared) use.replaceWith(...shared.cloneNode(true).childNodes);
  }
}
