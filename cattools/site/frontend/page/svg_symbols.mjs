// @ts-check
// A shape that several pictures of a page share is stored on the page only once (svg_symbols.py).

/**
 * Put the shared shapes back into pictures that must be self-contained.
 * @param {ParentNode} root contains the pictures
 * @param {ParentNode} [page] contains the shared shapes
 */
export function putBackShapes(root, page = document) {
  for (const use of root.querySelectorAll(".cat-picture use")) {
    const shared = page.querySelector(use.getAttribute("href") ?? "");
    if (shared) use.replaceWith(...shared.cloneNode(true).childNodes);
  }
}
