// @ts-check
// The restart state, from which the page's boards are restored after a kernel restart. It contains the last record of
// each board and the selection made since then. A board is identified by its cell and its index in the cell.

/**
 * The state of a board: its record, the areas to press to restore its selection, and the presses that its kernel has
 * not answered.
 * @typedef {{ record: string, chosen: string[], pressed?: object[] }} BoardState
 */

/**
 * The state given to a board, and the callbacks with which the board updates its stored state.
 * @typedef {BoardState & { keep(now: BoardState): void, press(unanswered: object): void }} StoredBoard
 */

/** @type {BoardState} */
const NOTHING = { record: "", chosen: [] };

export class Records {
  constructor() {
    /** States of the boards shown, by cell.
     * @type {Map<string, BoardState[]>} */
    this.kept = new Map();
    /** States of the boards of the current run.
     * @type {Map<string, BoardState[]>} */
    this.coming = new Map();
    /** States to give to the boards of a new kernel.
     * @type {Map<string, BoardState[]>} */
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
   * Register the next board that a cell has created.
   * @param {string} cell
   * @param {string} record the board's record so far
   * @returns {StoredBoard | null} null if the cell is not running for this page
   */
  made(cell, record) {
    const records = this.coming.get(cell);
    if (!records) return null;
    const n = records.length;
    const back = this.back.get(cell)?.[n] ?? NOTHING;
    records.push({ record: back.record || record, chosen: back.chosen });
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
   * After a cell has run, replace the states of its old boards with those of its new boards.
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

  /**
   * @param {string} cell
   * @returns {BoardState[]} the states of the cell's boards, or those that its boards will be given
   */
  of(cell) {
    return this.kept.get(cell) ?? this.back.get(cell) ?? [];
  }

  /**
   * Give states to a cell's boards when it runs.
   * @param {string} cell
   * @param {BoardState[]} states
   */
  give(cell, states) {
    this.back.set(cell, states);
  }

  /** Prepare for a kernel restart: the next boards get the stored states, even those that no board has taken yet. */
  handBack() {
    this.back = new Map([...this.back, ...this.kept]);
    this.kept.clear();
    this.coming.clear();
  }
}
