// @ts-check
// The interface between a board and Python: the model's traits and the messages in both directions. `mount` works with
// any object of this shape: a kernel's widget model, or a player of precomputed answers.

/** @import { FromPage, Names, ToPage } from "./protocol.js" */

/**
 * @typedef {object} Traits
 * @property {string} canvas "IPY_MODEL_" and the id of the canvas that Python paints on
 * @property {string} markup HTML of the whole board except its parts; a different value means a different board
 * @property {string} stage HTML of the parts; a new value replaces them
 * @property {Object<string, string>} slots HTML of the changing text and buttons, by slot
 * @property {Object<string, string>} areas SVG markup of the areas, by part
 * @property {Names} names labels and flags of the areas
 * @property {string} record the state from which a restarted kernel restores the board
 * @property {string[]} chosen the areas to press after restoring `record` to restore the selection
 * @property {string[]} saved_labels what the browser stores with the saved game; empty: nothing worth saving yet
 * @property {string} as_picture the whole board as a static picture, for a notebook without its kernel
 * @property {boolean} reads_address whether the page's URL can contain a position for the board
 */

/**
 * @typedef {object} Canvas
 * @property {HTMLCanvasElement} canvas
 * @property {boolean} [comm_live] whether its kernel still has the model
 * @property {(event: string, hear: () => void) => void} on
 * @property {(event: string, hear: () => void) => void} once
 * @property {(event: string, hear: () => void) => void} off
 */

/**
 * `resumed`: the page has already restored the board's state, so the position in the page's URL is outdated.
 * @typedef {object} Model
 * @property {<K extends keyof Traits>(name: K) => Traits[K]} get
 * @property {(message: FromPage) => void} send
 * @property {(event: string, hear: (message: ToPage) => void) => void} on
 * @property {(event: string, hear: (message: ToPage) => void) => void} off
 * @property {{ get_model(id: string): Promise<Canvas> }} widget_manager
 * @property {boolean} [resumed]
 */

/**
 * The context that all modules of one mounted board share.
 * @typedef {object} Board
 * @property {Model} model
 * @property {HTMLElement} root the board's markup on the page
 * @property {URL | null} home the site's root when the board was mounted; null in JupyterLab
 * @property {AbortSignal} signal aborted when the board is unmounted; removes all listeners
 */

/** @typedef {{ [K in ToPage["kind"]]: (message: Extract<ToPage, { kind: K }>) => unknown }} Answers */

const CANVAS_ID = "IPY_MODEL_";

/**
 * Return an element that the board's markup always contains. Throws if it is missing.
 * @template {Element} [E=HTMLElement]
 * @param {ParentNode} within
 * @param {string} selector
 * @returns {E}
 */
export function partOf(within, selector) {
  /** @type {E | null} */
  const found = within.querySelector(selector);
  if (!found) throw new Error(`the board's markup has no ${selector}`);
  return found;
}

/**
 * @param {ParentNode} root
 * @returns {HTMLInputElement} the input field for moves
 */
export const lineOf = (root) => partOf(root, ".cat-form input");

/**
 * Listen to a model event until the board is unmounted.
 * @type {(board: Board, event: string, hear: (message: ToPage) => void) => void}
 */
export function follow({ model, signal }, event, hear) {
  model.on(event, hear);
  signal.addEventListener("abort", () => model.off(event, hear));
}

/**
 * Dispatch every message from Python to the handler for its kind.
 * @type {(board: Board, answers: Answers) => void}
 */
export function receive(board, answers) {
  follow(board, "msg:custom", (message) => {
    const answer = Object.hasOwn(answers, message.kind) && answers[message.kind];
    if (answer) /** @type {(message: ToPage) => unknown} */ (answer)(message);
    else console.warn(`a board cannot handle messages of kind ${message.kind}`);
  });
}

/** @type {(model: Model) => Promise<Canvas>} the canvas that Python paints on */
export function canvasOf(model) {
  return model.widget_manager.get_model(model.get("canvas").slice(CANVAS_ID.length));
}
