// @ts-check
// What brings the page's boards back where they were: the last record each has told, and what was chosen since, by its
// cell and its number among the boards that the cell made. The one place of the page that keeps them.

/**
 * What a board has told: its record, and the areas whose presses choose again what is chosen; and what was pressed on
 * it that its kernel did not come to.
 * @typedef {{ record: string, chosen: string[], pressed?: object[] }} Told
 */

/**
 * What is handed to a board, and where it tells its own.
 * @typedef {Told & { keep(now: Told): void, press(unanswered: object): void }} Place
 */

/** @type {Told} */
const NOTHING = { record: "", chosen: [] };

export class Records {
  constructor() {
    /** Of the boards that are shown.
     * @type {Map<string, Told[]>} */
    this.kept = new Map();
    /** Of the boards of the run that is under way.
     * @type {Map<string, Told[]>} */
    this.coming = new Map();
    /** What is handed to the boards of a new kernel.
     * @type {Map<string, Told[]>} */
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
