// @ts-check
// Decodes a file of precomputed answers (encoding.py): a board's text and pictures after each of the first presses.

const FIRST_ICON = 0xe000; // start of Unicode's Private Use Area
const PLACE = "|"; // stands for the position in a shape's SVG

export class Recording {
  /** @param {RecordFile} file */
  constructor(file) {
    this.file = file;
  }

  /** @type {(n: number) => string} a text, as HTML */
  text(n) {
    const { texts, icons } = this.file;
    return texts[n].replace(/[\ue000-\uf8ff]/g, (icon) => icons[icon.charCodeAt(0) - FIRST_ICON]);
  }

  /**
   * @param {RecordedShape} shape its index and position
   * @returns {string} as SVG
   */
  shape([n, x, y]) {
    const drawn = this.file.drawn[n];
    return x === undefined ? drawn : drawn.replace(PLACE, `${x} ${y}`);
  }

  /** @type {(slots: { [slot: string]: number }) => { [slot: string]: string }} */
  slots(slots) {
    return Object.fromEntries(Object.entries(slots).map(([slot, n]) => [slot, this.text(n)]));
  }

  /** @type {(names: { [area: string]: [number, number] }) => import("../../../widgets/frontend/protocol.js").Names} */
  names(names) {
    return Object.fromEntries(Object.entries(names).map(([id, [n, flags]]) => [id, [this.text(n), flags]]));
  }

  /**
   * @param {number} n index of a picture
   * @returns {Drawn} shapes of the initial picture by index, others as SVG
   */
  picture(n) {
    /** @type {Drawn} */
    const found = [];
    for (const run of this.file.pictures[n]) {
      if (Array.isArray(run)) for (let at = 0; at < run[1]; at += 1) found.push(run[0] + at);
      else found.push(this.shape(run.s));
    }
    return found;
  }

  /**
   * @param {{ [part: string]: number }} [pictures] indices of the pictures that differ from the initial ones
   * @returns {Map<string, Drawn>}
   */
  pictures(pictures = {}) {
    const { shapes } = this.file;
    const drawn = (/** @type {string} */ part) =>
      part in pictures ? this.picture(pictures[part]) : [...Array(shapes[part]).keys()];
    return new Map(Object.keys(shapes).map((part) => [part, drawn(part)]));
  }

  /**
   * @param {number} state
   * @param {string} event such as `p a1`, `f a1`, `t undo`, `back`
   * @returns {[number, number | null] | null} the next state and its look (null if the look does not change); null
   *   if the answer is not precomputed
   */
  next(state, event) {
    const { to, whole } = this.file.states[state];
    const [kind, area] = event.split(" ");
    const found = to[event] ?? (kind === "f" ? to[`p ${area}`] : undefined);
    if (found) return found;
    const idle = whole && (kind === "p" || kind === "f") && !whole.includes(area);
    return idle ? [state, null] : null;
  }
}
