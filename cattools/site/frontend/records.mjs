// @ts-check
// What brings the page's boards back where they were: the last record each has told, by its cell and its number among
// the boards that the cell made. The one place of the page that keeps them.

/**
 * What is handed to a board, and where it tells its own.
 * @typedef {{ record: string, keep(record: string): void }} Place
 */

export class Records {
  constructor() {
    /** Of the boards that are shown.
     * @type {Map<string, string[]>} */
    this.kept = new Map();
    /** Of the boards of the run that is under way.
     * @type {Map<string, string[]>} */
    this.coming = new Map();
    /** What is handed to the boards of a new kernel.
     * @type {Map<string, string[]>} */
    this.back = new Map();
  }

  /**
   * A cell begins to run.
   * @param {string} cell
   */
  begin(cell) {
    this.coming.set(cell, []);
  }

  /**
   * A cell has made its next board.
   * @param {string} cell
   * @param {string} told its record so far
   * @returns {Place | null} null where nobody waits for the cell
   */
  made(cell, told) {
    const records = this.coming.get(cell);
    if (!records) return null;
    const n = records.length;
    const record = this.back.get(cell)?.[n] ?? "";
    records.push(record || told);
    return {
      record,
      keep(now) {
        records[n] = now;
      },
    };
  }

  /**
   * A cell has run: its new boards take the place of those before.
   * @param {string} cell
   */
  shown(cell) {
    this.kept.set(cell, this.coming.get(cell) ?? []);
    this.coming.delete(cell);
    this.back.delete(cell);
  }

  /**
   * A cell is shown no more.
   * @param {string} cell
   */
  drop(cell) {
    for (const records of [this.kept, this.coming, this.back]) records.delete(cell);
  }

  /** The kernel is started anew: what was kept is handed back, also what the last one did not come to take. */
  handBack() {
    this.back = new Map([...this.back, ...this.kept]);
    this.kept.clear();
    this.coming.clear();
  }
}
