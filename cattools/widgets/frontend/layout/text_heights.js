// @ts-check
// How tall words and buttons are in a width: measured on the page, as seldom as can be.

const GRID = 16; // widths are measured in steps

export class Heights {
  constructor() {
    /** By block: the words it was measured with and how they were set, and how tall they are by width.
     * @type {Map<HTMLElement, { of: string, known: Map<number, number> }>} */
    this.kept = new Map();
  }

  /**
   * @param {HTMLElement} block
   * @param {string} set how its words are set
   * @param {(tall: number) => number} limit
   * @returns {(wide: number) => number} how tall it is in a width
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
      block.style.cssText = `width: ${step}px`;
      const tall = block.offsetHeight;
      block.style.cssText = before;
      known.set(step, tall);
      return limit(tall);
    };
  }
}

/**
 * @param {Map<number, number>} known how tall words are by width
 * @param {number} step
 * @param {(tall: number) => number} limit
 * @returns {number | undefined} how tall they are between two widths in which they are as tall
 */
function between(known, step, limit) {
  const widths = [...known.keys()];
  const narrower = known.get(Math.max(...widths.filter((wide) => wide < step)));
  const wider = known.get(Math.min(...widths.filter((wide) => wide > step)));
  if (narrower === undefined || wider === undefined) return undefined;
  return limit(narrower) === limit(wider) ? wider : undefined;
}
