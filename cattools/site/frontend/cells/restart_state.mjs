// @ts-check
// The restart state: what restores the page's boards after a kernel restart. For each board, identified by its cell and
// its index among the cell's boards, the last record and the selection since. Nothing else on the page stores it.

/**
 * The state of a board: its record, the areas to press to restore its selection, and the presses that its kernel has
 * not answered.
 * @typedef {{ record: string, chosen: string[], pressed?: object[] }} Told
 */

/**
 * The state given to a board, and the callbacks with which it updates its own.
 * @typedef {Told & { keep(now: Told): void, press(unanswered: object): void }} Place
 */

/** @type {Told} */
const NOTHING = { record: "", chosen: [] };

export class Records {
  constructor() {
    /** States of the boards shown, by cell.
     * @type {Map<string, Told[]>} */
    this.kept = new Map();
    /** States of the boards of the current run.
     * @type {Map<string, Told[]>} */
    this.coming = new Map();
    /** States to give to the boards of a new kernel.
     * @type {Map<string, Told[]>} */
    this.back = new Map();
  }

  /**
   * Prepare for a cell that starts to run.
   * @param {string} cell
   */
  begin(cell) {
    this.coming.set(cell, []);
  }

  /**
   * Register the next board that a cell has made.
   * @param {string} cell
   * @param {string} told its record so far
   * @returns {Place | null} null if the cell is not running for this page
   */
  made(cell, told) {
    const records = this.coming.get(cell);
    if (!records) return null;
    const n = records.length;
    const back = this.back.get(cell)?.[n] ?? NOTHING;
    records.push({ record: back.record || told, chosen: back.chosen });
    return {
      ...back,
      keep(now) {
        records[n] = now;
      },
      press(unanswered) {
        records[n] = { ...records[n], pressed: [...(records[n].pressed ?? []), unanswered] };
      },
    };
  }

  /**
   * Replace the states of a cell's old boards by those of its new ones, after it has run.
   * @param {string} cell
   */
  shown(cell) {
    this.kept.set(cell, this.coming.get(cell) ?? []);
    this.coming.delete(cell);
    this.back.delete(cell);
  }

  /**
   * Forget a cell that is no longer shown.
   * @param {string} cell
   */
  drop(cell) {
    for (const records of [this.kept, this.coming, this.back]) records.delete(cell);
  }

  /** Prepare a kernel restart: give back the stored states, including those that the last kernel never took. */
  handBack() {
    this.back = new Map([...this.back, ...this.kept]);
    this.kept.clear();
    this.coming.clear();
  }
}
