// @ts-check
// The heights of text and buttons at a given width: measured in the DOM and cached, because each measurement forces a
// layout.

export const TABLE = ".cat-table";
const GRID = 16; // widths are rounded down to multiples of this

export class Heights {
  constructor() {
    /** For each block: the style and text with which it was measured, and its heights by width.
     * @type {Map<HTMLElement, { of: string, known: Map<number, number> }>} */
    this.kept = new Map();
  }

  /**
   * @param {HTMLElement} block
   * @param {string} set a key for everything that affects its text's style
   * @param {(tall: number) => number} limit
   * @returns {(wide: number) => number} its height at a width; infinite if a table in it would be cut off
   */
  of(block, set, limit) {
    const of = `${set} ${block.innerHTML}`;
    const kept = this.kept.get(block);
    /** @type {Map<number, number>} */
    const known = kept?.of === of ? kept.known : new Map();
    this.kept.set(block, { of, known });
    return (wide) => {
      const step = Math.floor(wide / GRID) * GRID;
      const found = known.get(step) ?? between(known, step, limit);
      if (found !== undefined) return limit(found);
      const before = block.style.cssText;
      const table = block.querySelector(TABLE) !== null;
      block.style.cssText = `width: ${table ? wide : step}px`;
      const tall = table && block.scrollWidth > block.clientWidth + 1 ? Infinity : block.offsetHeight;
      block.style.cssText = before;
      known.set(step, tall);
      return limit(tall);
    };
  }
}

/**
 * @param {Map<number, number>} known measured heights by width
 * @param {number} step
 * @param {(tall: number) => number} limit
 * @returns {number | undefined} the height, if a narrower and a wider measured width have the same height
 */
function between(known, step, limit) {
  const widths = [...known.keys()];
  const narrower = known.get(Math.max(...widths.filter((wide) => wide < step)));
  const wider = known.get(Math.min(...widths.filter((wide) => wide > step)));
  if (narrower === undefined || wider === undefined) return undefined;
  return limit(narrower) === limit(wider) ? wider : undefined;
}
