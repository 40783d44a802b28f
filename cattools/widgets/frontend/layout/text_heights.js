// @ts-check
// The heights of text and buttons at a given width: measured in the DOM and cached, because each measurement forces a
// layout.

export const TABLE = ".cat-table";
const SHORT = ".cat-short"; // what a narrow table shows of a name
const GRID = 16; // widths are rounded down to multiples of this; those of a table, which can be cut off, to pixels

/**
 * @typedef {{ tall: number, short: boolean }} Height with short names, a narrow table can be lower than a wider one
 */

export class Heights {
  constructor() {
    /** For each block: the style and text with which it was measured, and its heights by width.
     * @type {Map<HTMLElement, { of: string, known: Map<number, Height> }>} */
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
    /** @type {Map<number, Height>} */
    const known = kept?.of === of ? kept.known : new Map();
    this.kept.set(block, { of, known });
    const table = block.querySelector(TABLE) !== null;
    const grid = table ? 1 : GRID;
    return (wide) => {
      const step = Math.floor(wide / grid) * grid;
      const found = known.get(step)?.tall ?? between(known, step, limit);
      if (found !== undefined) return limit(found);
      const before = block.style.cssText;
      block.style.cssText = `width: ${step}px`;
      const tall = table && block.scrollWidth > block.clientWidth + 1 ? Infinity : block.offsetHeight;
      const short = /** @type {HTMLElement | null} */ (block.querySelector(SHORT));
      known.set(step, { tall, short: Boolean(short?.offsetWidth) });
      block.style.cssText = before;
      return limit(tall);
    };
  }
}

/**
 * @param {Map<number, Height>} known measured heights by width
 * @param {number} step
 * @param {(tall: number) => number} limit
 * @returns {number | undefined} the height, if a narrower and a wider measured width have the same height and names
 */
function between(known, step, limit) {
  const widths = [...known.keys()];
  const narrower = known.get(Math.max(...widths.filter((wide) => wide < step)));
  const wider = known.get(Math.min(...widths.filter((wide) => wide > step)));
  if (narrower === undefined || wider === undefined) return undefined;
  return limit(narrower.tall) === limit(wider.tall) && narrower.short === wider.short ? wider.tall : undefined;
}
