// @ts-check
// The SVG picture of a board before Python is ready. An update only touches the shapes that change.
import { putBackShapes } from "../page/svg_symbols.mjs";

export class SvgView {
  /**
   * @param {ParentNode} root
   * @param {{ [part: string]: number }} shapes initial number of shapes in each part; throws if the picture differs
   */
  constructor(root, shapes) {
    /** The group of each part, and its initial shapes.
     * @type {Map<string, { group: Element, start: Element[] }>} */
    this.parts = new Map();
    putBackShapes(root);
    for (const [name, count] of Object.entries(shapes)) {
      const group = root.querySelector(`[data-part="${CSS.escape(name)}"] .cat-picture svg > g`);
      const start = [...(group?.children ?? [])];
      if (!group || start.length !== count)
        throw new Error(`expected ${count} shapes in ${name}, found ${start.length}`);
      this.parts.set(name, { group, start });
    }
  }

  /** @param {Map<string, Drawn>} pictures */
  show(pictures) {
    for (const [name, drawn] of pictures) {
      const part = this.parts.get(name);
      if (part) fill(part.group, part.start, drawn);
    }
  }
}

/** @type {(group: Element, start: Element[], drawn: Drawn) => void} */
function fill(group, start, drawn) {
  const fresh = drawn.filter((shape) => typeof shape === "string");
  const box = document.createElementNS("http://www.w3.org/2000/svg", "g");
  box.innerHTML = fresh.join("");
  const made = [...box.children];
  const wanted = drawn.map((shape) =>
    typeof shape === "string" ? /** @type {Element} */ (made.shift()) : start[shape],
  );
  const kept = new Set(wanted);
  for (const old of [...group.children]) if (!kept.has(old)) old.remove();
  let at = group.firstElementChild;
  for (const shape of wanted) {
    if (shape === at) at = at.nextElementSibling;
    else group.insertBefore(shape, at);
  }
}
