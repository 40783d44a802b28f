// @ts-check
// What the page says to its kernel waits here while the kernel is busy: of many presses in a row the last ones count.

const AT_ONCE = 2; // under way: the kernel finds the next when it is done with one
const PRESSES = 64; // of a board that wait: more than anybody chooses places while Python is on its way
const PRESS = "press";
/** What repeats itself, and how many of each wait.
 * @type {Object<string, [string, number]>} */
const LIMITS = {
  hover: ["hover", 1],
  ...Object.fromEntries(["press", "query", "typed", "back", "tool"].map((kind) => [kind, [PRESS, PRESSES]])),
};

/** @typedef {{ message: WidgetMessage, series: string }} Waiting */

export class Outbox {
  /** @param {(message: WidgetMessage) => void} post */
  constructor(post) {
    this.post = post;
    /** What the kernel has not answered yet, in order.
     * @type {Waiting[]} */
    this.underway = [];
    /** @type {Waiting[]} */
    this.waiting = [];
  }

  /**
   * @param {WidgetMessage} message
   * @param {string} board the widget it is of
   * @param {string} [kind] of what a board's page says
   */
  send(message, board, kind = "") {
    const [series, most] = Object.hasOwn(LIMITS, kind) ? LIMITS[kind] : ["", 0];
    const name = series && `${board} ${series}`;
    this.waiting.push({ message, series: name });
    if (name) this.drop(name, most);
    this.flush();
  }

  /**
   * @param {string} series
   * @param {number} most
   */
  drop(series, most) {
    const alike = this.waiting.filter((one) => one.series === series);
    if (alike.length > most) this.waiting.splice(this.waiting.indexOf(alike[0]), 1);
  }

  /** The kernel has done what it was told. */
  answered() {
    this.underway.shift();
    this.flush();
  }

  /** @returns {WidgetMessage[]} the presses that the kernel has not answered, in order */
  unanswered() {
    const presses = [...this.underway, ...this.waiting].filter(({ series }) => series.endsWith(` ${PRESS}`));
    return presses.map(({ message }) => message);
  }

  flush() {
    while (this.underway.length < AT_ONCE) {
      const next = this.waiting.shift();
      if (!next) return;
      this.underway.push(next);
      this.post(next.message);
    }
  }
}
