// @ts-check
// The queue of the page's messages to a busy kernel. If too many presses are waiting, the oldest are dropped.

const MAX_IN_FLIGHT = 2; // maximum number of messages in flight: the kernel has the next message before it finishes one
const PRESS = "press"; // the series of messages that a new kernel gets if the reader stops this one

/** @typedef {{ message: WidgetMessage, series: string }} QueuedMessage */

export class MessageQueue {
  /**
   * @param {(message: WidgetMessage) => void} post
   * @param {LiveHooks["limits"]} limits
   */
  constructor(post, limits) {
    this.post = post;
    this.limits = limits;
    /** Messages that have been sent but not yet answered, in order.
     * @type {QueuedMessage[]} */
    this.underway = [];
    /** @type {QueuedMessage[]} */
    this.waiting = [];
  }

  /**
   * @param {WidgetMessage} message
   * @param {string} board the id of the widget
   * @param {string} [kind] the kind of a board's message
   */
  send(message, board, kind = "") {
    const [series, most] = Object.hasOwn(this.limits, kind) ? this.limits[kind] : ["", 0];
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

  /** Record that the kernel has handled the oldest message in flight. */
  answered() {
    this.underway.shift();
    this.flush();
  }

  /** @returns {WidgetMessage[]} the presses not yet answered, in order */
  unanswered() {
    const presses = [...this.underway, ...this.waiting].filter(({ series }) => series.endsWith(` ${PRESS}`));
    return presses.map(({ message }) => message);
  }

  flush() {
    while (this.underway.length < MAX_IN_FLIGHT) {
      const next = this.waiting.shift();
      if (!next) return;
      this.underway.push(next);
      this.post(next.message);
    }
  }
}
